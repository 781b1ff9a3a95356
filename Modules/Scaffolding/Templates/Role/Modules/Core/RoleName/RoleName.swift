package import Injection

/// Keeps texts by their keys.
///
/// Nothing is opened before the first use. All methods throw ``RoleNameError``; then nothing has changed.
public protocol RoleName: Sendable {
    /// The value of a key, or nil when it has none.
    func value(for key: String) async throws(RoleNameError) -> String?

    /// Gives a key a value, in the place of the one that it had.
    func set(_ value: String, for key: String) async throws(RoleNameError)

    /// Forgets the value of a key; nothing happens when it has none.
    func removeValue(for key: String) async throws(RoleNameError)
}

/// A container that provides the role `RoleName`.
package protocol RoleNameProviding: SharedContainer {
    /// What keeps the texts.
    var roleName: Factory<any RoleName> { get }
}
