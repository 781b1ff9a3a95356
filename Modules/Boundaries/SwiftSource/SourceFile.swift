/// What a source file says of modules: its imports, and the types that it declares.
public struct SourceFile: Sendable, Hashable {
    /// The path under which it is reported.
    public let path: String
    /// Its imports, in order; those of every branch of `#if`.
    public let imports: [ImportDeclaration]
    /// The types, protocols and extensions at its top, in order; those of every branch of `#if`.
    public let types: [TypeDeclaration]

    /// Reads source text in UTF-8; text that does not compile is read as far as it can be.
    public init(path: String, text: [UInt8]) {
        self.path = path
        var reader = SourceReader(text)
        (imports, types) = reader.read()
    }

    /// Reads source text.
    public init(path: String, text: String) { self.init(path: path, text: Array(text.utf8)) }
}

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

/// A place in a source file, counted as the compiler counts.
public struct SourceLocation: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in bytes of UTF-8.
    public let column: Int

    /// Names a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place one byte on, on the same line.
    var next: SourceLocation { SourceLocation(line: line, column: column + 1) }
}
