import FeatureName
import Testing

struct RoleNameTests {
    private let roleName = RoleName()

    @Test func `the example method returns its argument`() async throws {
        #expect(try await roleName.example("text") == "text")
    }
}
