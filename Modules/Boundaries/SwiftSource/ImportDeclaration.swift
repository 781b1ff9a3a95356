/// One import of a source file.
public struct ImportDeclaration: Sendable, Hashable {
    /// The module that is imported: `M` of `import struct M.T` and of `import M.Submodule`.
    public let module: String
    /// Where the module's name stands.
    public let location: SourceLocation
    /// The names of its attributes, without `@` and arguments: `testable`, `_spi`, `_exported` …
    public let attributes: Set<String>
    /// `public`, `package`, `internal`, `fileprivate` or `private`; nil when it states no reach.
    public let accessLevel: String?
    /// Whether it stands between `#if` and `#endif`.
    public let isConditional: Bool

    /// Whether those who import this file's module see the imported one too.
    public var isReexport: Bool { attributes.contains("_exported") }
}
