import FeatureName
import FeatureNameInterface
import Testing

struct RoleNameTests {
    private let roleName = RoleName()

    @Test func `the example returns its text`() async throws {
        #expect(try await roleName.example("text") == "text")
    }
}
