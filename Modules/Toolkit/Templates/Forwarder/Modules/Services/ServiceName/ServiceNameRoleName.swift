package import RoleModule

/// A `RoleName` that forwards every call to another `RoleName`. Replace the calls one by one.
package struct ServiceNameRoleName: RoleName {
    private let base: any RoleName

    /// Creates a service that forwards to another implementation.
    package init(base: any RoleName) {
        self.base = base
    }
}
