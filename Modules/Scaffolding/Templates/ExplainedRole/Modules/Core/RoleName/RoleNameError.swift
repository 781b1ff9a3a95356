/// Why a `RoleName` could not do what was asked.
public enum RoleNameError: ExplainedError, Hashable {
    /// A key must have at least one character.
    case emptyKey
    /// What keeps the values cannot be reached, or failed.
    case unavailable(reason: String)

    public var explanation: String {
        switch self {
        case .emptyKey: "a value needs a key of at least one character; it is empty"
        case .unavailable(let reason): "what keeps the values does not answer: \(reason)"
        }
    }
}
