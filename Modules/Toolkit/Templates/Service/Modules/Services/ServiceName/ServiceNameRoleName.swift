import RoleModule

/// An implementation of `RoleName` that uses ServiceName.
package struct ServiceNameRoleName: RoleName {
    package init() {}

    package func example(_ text: String) async throws -> String {
        text
    }
}
