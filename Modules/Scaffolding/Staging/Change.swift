/// What happens to one file.
public struct Change: Sendable, Hashable, Codable {
    /// The kinds of changes.
    public enum Kind: String, Sendable, Codable {
        case added, changed, removed
    }

    /// What happens.
    public let kind: Kind
    /// The path of the file, from the root of the workspace.
    public let path: String

    /// Describes a change.
    public init(_ kind: Kind, _ path: String) { (self.kind, self.path) = (kind, path) }
}
