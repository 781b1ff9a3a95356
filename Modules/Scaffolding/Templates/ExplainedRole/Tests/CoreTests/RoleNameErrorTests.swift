import Core
import Testing

struct RoleNameErrorTests {
    @Test func `a refusal says what is wrong, in words for people`() {
        #expect(RoleNameError.emptyKey.explanation == "a value needs a key of at least one character; it is empty")
        #expect(
            RoleNameError.unavailable(reason: "no network").explanation
                == "what keeps the values does not answer: no network")
    }
}
