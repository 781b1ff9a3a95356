import CoreTesting
import Testing

struct InMemoryRoleNameTests {
    @Test(arguments: RoleNameContract.allCases)
    func `keeps the contract`(_ rule: RoleNameContract) async throws {
        try await rule.check(InMemoryRoleName())
    }

    @Test func `values that are there from the start are found`() async throws {
        #expect(try await InMemoryRoleName(["a": "1"]).value(for: "a") == "1")
    }
}
