import FeatureNameInterface
import Testing

struct FeatureNameErrorTests {
    @Test func `a refusal says what is wrong, in words for people`() {
        #expect(FeatureNameError.noText.explanation == "an entry needs a text; there is none")
    }
}
