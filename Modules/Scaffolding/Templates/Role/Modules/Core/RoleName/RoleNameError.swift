/// Why a `RoleName` could not do what was asked.
public enum RoleNameError: Error, Hashable {
    /// A key must have at least one character.
    case emptyKey
    /// What keeps the values cannot be reached, or failed.
    case unavailable(reason: String)
}
