import RoleModule
import RoleTestingModule
import Testing

struct InMemoryRoleNameTests {
    @Test(arguments: RoleNameContract.allCases)
    func `the mock satisfies the contract`(_ rule: RoleNameContract) async throws {
        try await rule.check(InMemoryRoleName())
    }
}
