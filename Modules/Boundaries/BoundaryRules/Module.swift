/// One module of a package, as far as boundaries are concerned.
public struct Module: Sendable, Hashable, Codable {
    /// What a module is made of, and for.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Swift that others import.
        case library
        /// A program.
        case executable
        /// Tests.
        case test
        /// A macro, which runs in the compiler.
        case macro
        /// A plugin of the package manager.
        case plugin
        /// C, Objective-C or C++ of the package.
        case clang
        /// A library of the system, or a binary.
        case system
        /// A module of another package.
        case external
    }

    /// The name of its target.
    public let name: String
    /// The name by which it is imported.
    public let importName: String
    /// What it is made of, and for.
    public let kind: Kind
    /// Its folder, relative to the root of the package; empty when it lies in another package.
    public let folder: String
    /// The names of the targets that its own declares as dependencies, in order.
    public let dependencies: [String]
    /// Whether it sees the `package` declarations of others; nil when that is not known.
    public let packageAccess: Bool?
    /// The other package to which it belongs, where the manifest says so; a product of that package may bring it along
    /// under another name.
    public let package: String?
    /// The names of the plugins that its target uses; nil when they are not known.
    public let plugins: [String]?

    /// Describes a module; without an import name, it is the target's name with `_` for what no identifier may hold.
    public init(
        name: String, importName: String? = nil, kind: Kind, folder: String, dependencies: [String] = [],
        packageAccess: Bool? = nil, package: String? = nil, plugins: [String]? = nil
    ) {
        self.name = name
        self.importName = importName ?? Self.importName(of: name)
        self.kind = kind
        self.folder = folder
        self.dependencies = dependencies
        self.packageAccess = packageAccess
        self.package = package
        self.plugins = plugins
    }

    /// Whether it is written in Swift, and so has imports that can be read.
    public var isSwift: Bool {
        switch kind {
        case .library, .executable, .test, .macro: true
        case .plugin, .clang, .system, .external: false
        }
    }

    /// The C99 identifier of a target's name, which is its module's name.
    private static func importName(of target: String) -> String {
        let name = String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return name.first?.isNumber == true ? "_" + name.dropFirst() : name
    }
}
