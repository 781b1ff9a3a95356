import RoleModule
import RoleTestingModule
import ServiceName
import Testing

struct ServiceNameRoleNameTests {
    @Test(arguments: RoleNameContract.allCases)
    func `the service satisfies the contract`(_ rule: RoleNameContract) async throws {
        let subject: any RoleName = ServiceNameRoleName()
        try await rule.check(subject)
    }
}
