/// A type, a protocol or an extension at the top of a source file.
public struct TypeDeclaration: Sendable, Hashable {
    /// The keyword that introduces it.
    public enum Kind: String, Sendable, CaseIterable {
        case `class`, `struct`, `enum`, `actor`, `protocol`, `extension`
    }

    /// A property that a protocol demands.
    public struct Property: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// The words of its type, in order: `Factory`, `any`, `Checker`.
        public let typeWords: [String]
    }

    /// What it is.
    public let kind: Kind
    /// Its name; of an extension, the name of what it extends.
    public let name: String
    /// Where its name stands.
    public let location: SourceLocation
    /// `public`, `open`, `package`, `internal`, `fileprivate` or `private`; nil when it states none.
    public let accessLevel: String?
    /// The types and protocols behind the colon, without their generic arguments.
    public let inherited: [String]
    /// What it demands, when it is a protocol.
    public let properties: [Property]

    /// Whether other packages, and modules without package access, see it.
    public var isPublic: Bool { accessLevel == "public" || accessLevel == "open" }
}
