public struct Module: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Swift code that other modules can import.
        case library
        case executable
        case test
        case macro
        case plugin
        /// C, Objective-C or C++ code.
        case clang
        case system
        case external
    }

    /// What a product of another package contains.
    public enum ProductContents: Sendable, Hashable, Codable {
        /// Swift modules, which a target that uses the product must import.
        case swift
        /// Modules of which at least one needs no import, such as C code or a macro.
        case other
    }

    public var name: String
    public var importName: String
    public var kind: Kind
    /// The path of the module's folder relative to the root of the package, or an empty string for
    /// a module of another package.
    public var folder: String
    /// The names of the targets that the module's target declares as dependencies, in order.
    public var dependencies: [String]
    /// Whether the module has access to `package` declarations of other modules, or `nil` if
    /// unknown.
    public var packageAccess: Bool?
    /// The package that provides the module, or `nil` if the graph contains no other package.
    ///
    /// If the package is not on this machine, the module stands for one of its products, which may
    /// provide modules with other names.
    public var package: String?
    /// The library products that contain the module, if it belongs to another package.
    public var products: [String] = []
    /// What a product of another package contains, or `nil` if it is not known. If it is known, the
    /// import names are those of the modules in the product.
    public var contents: ProductContents?
    /// The products of local packages on which the module's target declares dependencies. The
    /// dependencies of the module are the modules in these products.
    public var declaredProducts: [DeclaredProduct] = []
    /// The names of the plugins that the module's target uses, or `nil` if unknown.
    public var plugins: [String]?
    /// The names of the plugins that may generate Swift source for the module.
    public var sourceGenerators: [String] = []
    /// Other names by which the module can be imported: the names of further modules in its module
    /// map.
    public var otherImportNames: [String] = []
    /// Whether a module map declares the import names. If not, they are derived from the name of
    /// the target.
    public var hasModuleMap = false
    /// The module aliases that the module's sources use. The keys are the imported names, and the
    /// values are the names of the modules, as in the compiler option `-module-alias`.
    public var aliases: [String: String] = [:]
    /// The dependencies that are declared only with a condition, such as
    /// `.when(platforms: [.linux])`.
    public var conditionalDependencies: Set<String> = []

    private enum CodingKeys: String, CodingKey {
        case name, importName, kind, folder, dependencies, packageAccess, package, plugins
    }

    /// Creates a module. The default import name is the name of the target as a C99 identifier.
    public init(
        name: String,
        importName: String? = nil,
        kind: Kind,
        folder: String,
        dependencies: [String] = [],
        packageAccess: Bool? = nil,
        package: String? = nil,
        plugins: [String]? = nil
    ) {
        self.name = name
        self.importName = importName ?? Self.identifier(of: name)
        self.kind = kind
        self.folder = folder
        self.dependencies = dependencies
        self.packageAccess = packageAccess
        self.package = package
        self.plugins = plugins
    }

    /// The name of the target. In a graph of several packages, the name of the module can also
    /// contain the name of the package, as in `Kit/CoreTests`.
    public var target: String { name.lastPart ?? name }

    public var isSwift: Bool {
        switch kind {
        case .library, .executable, .test, .macro: true
        case .plugin, .clang, .system, .external: false
        }
    }

    private static func identifier(of target: String) -> String {
        let name = String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return name.first?.isNumber == true ? "_" + name.dropFirst() : name
    }
}

extension Module {
    /// Returns the module as a product with the given import names. Modules of the toolchain are
    /// ignored, because every target can import them.
    public func providing(_ names: [String], _ contents: ProductContents) -> Module {
        var module = self
        let names = names.filter { !Toolchain.modules.contains($0) }
        module.contents = names.isEmpty ? .other : contents
        if let first = names.first {
            module.importName = first
            module.otherImportNames = Array(names.dropFirst())
        }
        return module
    }
}
