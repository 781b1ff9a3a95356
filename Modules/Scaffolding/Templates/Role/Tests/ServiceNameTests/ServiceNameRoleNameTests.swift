import Core
import CoreTesting
import ServiceName
import Testing

struct ServiceNameRoleNameTests {
    @Test(arguments: RoleNameContract.allCases)
    func `follows the contract`(_ rule: RoleNameContract) async throws {
        try await rule.check(ServiceNameRoleName())
    }
}
