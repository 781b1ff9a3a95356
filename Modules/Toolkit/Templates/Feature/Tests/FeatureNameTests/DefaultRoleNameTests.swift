import FeatureName
import FeatureNameInterface
import Testing

struct DefaultRoleNameTests {
    private let roleName: any RoleName = DefaultRoleName()

    @Test func `the example method returns its argument`() async throws {
        #expect(try await roleName.example("text") == "text")
    }
}
