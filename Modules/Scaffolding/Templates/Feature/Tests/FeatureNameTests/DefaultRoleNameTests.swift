import FeatureName
import FeatureNameInterface
import Testing

struct DefaultRoleNameTests {
    private let roleName: any RoleName = DefaultRoleName()

    @Test func `the example returns its text`() async throws {
        #expect(try await roleName.example("text") == "text")
    }
}
