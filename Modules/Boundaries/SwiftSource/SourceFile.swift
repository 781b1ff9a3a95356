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
