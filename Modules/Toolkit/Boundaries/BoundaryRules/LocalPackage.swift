/// A package on this machine, whose products and modules are known.
public struct LocalPackage: Sendable, Hashable {
    /// The name of the package, which is also the ``Module/package`` of its modules.
    public let name: String
    /// The folder of the package, relative to the folder of the graph.
    public let folder: String
    /// The names of the modules in each library product.
    public let products: [String: [String]]
    /// The names by which the manifest refers to the local packages on which it depends. The keys
    /// are the names of these packages.
    public fileprivate(set) var references: [String: String]

    public init(
        name: String,
        folder: String,
        products: [String: [String]],
        references: [String: String]
    ) {
        self.name = name
        self.folder = folder
        self.products = products
        self.references = references
    }

    /// Returns the expression that declares a dependency on a product of another package.
    public func element(for product: LocalProduct) -> String {
        let other = product.package
        let reference = references[other.name] ?? other.folder.lastPart ?? other.name
        return ".product(name: \"\(product.name)\", package: \"\(reference)\")"
    }
}

/// A library product of a package on this machine.
public struct LocalProduct: Sendable, Hashable {
    public let name: String
    public let package: LocalPackage
}

/// A product of another local package on which a target declares a dependency.
public struct DeclaredProduct: Sendable, Hashable, Codable {
    public let name: String
    /// The names of the modules in the product.
    public let modules: [String]
    /// Whether targets that use the product must import it. This is the case if the product
    /// contains only Swift libraries.
    public let isImported: Bool

    public init(name: String, modules: [String], isImported: Bool) {
        self.name = name
        self.modules = modules
        self.isImported = isImported
    }
}

extension ModuleGraph {
    public func package(named name: String?) -> LocalPackage? {
        name.flatMap { name in packages.first { $0.name == name } }
    }

    /// Whether two modules are in different local packages.
    public func separates(_ module: Module, from other: Module) -> Bool {
        other.package != module.package && package(named: other.package) != nil
    }

    /// Returns the products of a local package that contain a module, sorted by their number of
    /// modules, fewest first.
    public func products(containing module: Module) -> [LocalProduct] {
        guard let package = package(named: module.package) else { return [] }
        let found = package.products.filter { $0.value.contains(module.name) }
        let sorted = found.sorted { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
        return sorted.map { LocalProduct(name: $0.key, package: package) }
    }

    /// Returns the graph after a package has declared a dependency on another package.
    public func adding(_ other: LocalPackage, to package: LocalPackage) -> ModuleGraph {
        var packages = packages
        for index in packages.indices where packages[index].name == package.name {
            packages[index].references[other.name] = other.folder.lastPart ?? other.name
        }
        return ModuleGraph(modules, libraries: libraries, packages: packages)
    }

    /// Whether a package depends on another package, directly or indirectly.
    public func reaches(_ package: LocalPackage, _ other: LocalPackage) -> Bool {
        let names = Set(reachableFrom: [package.name]) { name in
            self.package(named: name)?.references.map(\.key) ?? []
        }
        return names.contains(other.name)
    }
}
