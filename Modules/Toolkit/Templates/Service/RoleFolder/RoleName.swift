package import Injection

/// The operations of a service.
package protocol RoleName: Sendable {
    /// Returns `text`. Replace this example with the methods of the service.
    func example(_ text: String) async throws -> String
}

/// A container that provides the service.
package protocol RoleNameProviding: SharedContainer {
    /// The shared instance.
    var roleName: Factory<any RoleName> { get }
}
