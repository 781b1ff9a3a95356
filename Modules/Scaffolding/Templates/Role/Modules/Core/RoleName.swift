package import Injection

/// The contract of a service.
public protocol RoleName: Sendable {
    /// Returns a text. This is an example: replace it by what the service offers.
    func example(_ text: String) async throws -> String
}

/// A container that provides the service.
package protocol RoleNameProviding: SharedContainer {
    /// The shared instance.
    var roleName: Factory<any RoleName> { get }
}
