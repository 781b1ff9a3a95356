/// The imports of a source file, and the types that it declares.
public struct SourceFile: Sendable, Hashable, Codable {
    public let path: String
    /// The imports in order, including the imports in all branches of `#if` that may be compiled.
    public let imports: [ImportDeclaration]
    /// The types, protocols and extensions at file scope in order, including declarations in all
    /// branches of `#if` that may be compiled.
    public let types: [TypeDeclaration]
    /// Whether the file contains a declaration other than an import.
    public let hasDeclarations: Bool
    /// The modules for which the file tests with `canImport`.
    public let optionalModules: Set<String>
    /// The connections of the file to other modules through the linker, without an import.
    public let links: Set<Link>

    /// The words that begin with a capital letter, which include the names of all types that the
    /// file uses. The set is empty if the file was decoded.
    public private(set) var typeNames: Set<String> = []

    private enum CodingKeys: CodingKey {
        case path, imports, types, hasDeclarations, optionalModules, links
    }

    /// A connection to other modules through the linker, without an import.
    public enum Link: String, Sendable, Codable {
        /// A declaration with a symbol name, as with `@_cdecl`.
        case definesSymbol
        /// A use of a symbol by name, as with `dlsym`. This case includes `@_silgen_name`, which
        /// can also define a symbol.
        case usesSymbol
        /// A test, which runs in every program into which the module is linked.
        case definesTest
    }

    /// Parses source text in UTF-8. Source that does not compile is parsed as far as possible.
    ///
    /// - Parameter conditions: The names in conditions of `#if` whose values are known. A branch
    ///   that is never compiled is omitted.
    public init(path: String, text: [UInt8], conditions: CompilationConditions = .package) {
        self.path = path
        var parser = SourceParser(text, conditions)
        (imports, types) = parser.parse()
        hasDeclarations = parser.hasDeclarations
        optionalModules = parser.optionalModules
        typeNames = parser.typeNames
        links =
            types.contains(where: \.isTestCase) ? parser.links.union([.definesTest]) : parser.links
    }

    public init(path: String, text: String, conditions: CompilationConditions = .package) {
        self.init(path: path, text: Array(text.utf8), conditions: conditions)
    }
}

public struct ImportDeclaration: Sendable, Hashable, Codable {
    /// The name of the module, such as `M` in `import struct M.T` and in `import M.Submodule`.
    public let module: String
    public let location: SourceLocation
    /// The names of the import's attributes without `@` and arguments, such as `testable` and
    /// `_spi`.
    public let attributes: Set<String>
    /// Whether the import is between `#if` and `#endif`.
    public let isConditional: Bool
    /// The modules for which the conditions of the enclosing `#if` test with `canImport`.
    public let optionalModules: Set<String>
    /// The text after ``allowanceMark`` in a comment after the import or on the line before it, or
    /// `nil` if there is no such comment.
    public let allowance: String?

    /// The text at the beginning of a comment that allows an otherwise forbidden import.
    public static let allowanceMark = "// boundaries:allow"

    /// Whether the import re-exports the module to every importer of the module that contains the
    /// file.
    public var isReexport: Bool { attributes.contains("_exported") }

    /// Whether a condition of an enclosing `#if` tests for the module with `canImport`.
    public var isOptional: Bool { optionalModules.contains(module) }
}

/// A type, a protocol or an extension at file scope.
public struct TypeDeclaration: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, CaseIterable, Codable {
        case `class`, `struct`, `enum`, `actor`, `protocol`, `extension`
    }

    public struct Property: Sendable, Hashable, Codable {
        public let name: String
        /// The words of the property's type in order, such as `Factory`, `any` and `Checker`.
        public let typeWords: [String]
    }

    public let kind: Kind
    public let name: String
    public let location: SourceLocation
    /// The access level: `public`, `open`, `package`, `internal`, `fileprivate`, `private`, or
    /// `nil` if it is not stated.
    public let accessLevel: String?
    /// The types and protocols after the colon, without generic arguments.
    public let inherited: [String]
    public let properties: [Property]

    /// Whether modules without package access can use the declaration.
    public var isPublic: Bool { accessLevel == "public" || accessLevel == "open" }

    /// Whether the type is a class that inherits directly from `XCTestCase`.
    fileprivate var isTestCase: Bool {
        kind == .class && inherited.contains { $0.split(separator: ".").last == "XCTestCase" }
    }
}

/// A location in a source file, counted in the same way as in messages of the compiler.
public struct SourceLocation: Sendable, Hashable, Codable {
    public let line: Int
    /// The column, counted in UTF-8 bytes from 1.
    public let column: Int
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
