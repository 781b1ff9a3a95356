/// The modules of one or more packages and their declared dependencies.
public struct ModuleGraph: Sendable {
    public private(set) var modules: [Module]
    public let libraries: [LibraryProduct]
    /// The packages on this machine. The list is empty if the graph contains only one package.
    public let packages: [LocalPackage]
    /// The products of other packages whose modules are not known.
    public let unresolvedProducts: [Module]
    /// The names of the modules that depend on each module.
    public private(set) var dependents: [String: [String]]
    private let indices: [String: Int]
    private let indicesByImportName: [String: [Int]]

    /// Creates a graph. If several modules have the same name, the first takes precedence.
    public init(
        _ modules: [Module],
        libraries: [LibraryProduct] = [],
        packages: [LocalPackage] = []
    ) {
        self.modules = modules
        self.libraries = libraries
        self.packages = packages
        let local = Set(packages.map(\.name))
        unresolvedProducts = modules.filter { module in
            module.kind == .external && module.contents == nil
                && module.package.map { !local.contains($0) } == true
        }
        var dependents: [String: [String]] = [:]
        for module in modules {
            for name in module.dependencies {
                dependents[name, default: []].append(module.name)
            }
        }
        self.dependents = dependents
        indices = Dictionary(firstOf: modules.enumerated().map { ($1.name, $0) })
        let importNames = modules.enumerated().map { ($1.importName, $0) }
        let otherNames = modules.enumerated().flatMap { index, module in
            module.otherImportNames.map { ($0, index) }
        }
        indicesByImportName = Dictionary(grouping: importNames + otherNames, by: \.0)
            .mapValues { $0.map(\.1) }
    }

    public func module(named name: String) -> Module? {
        indices[name].map { modules[$0] }
    }
    public func module(importedAs name: String) -> Module? {
        indicesByImportName[name]?.first.map { modules[$0] }
    }

    private func modules(importedAs name: String) -> [Module] {
        (indicesByImportName[name] ?? []).map { modules[$0] }
    }

    /// Changes a module, except for its names.
    ///
    /// - Complexity: O(dependencies of the module), plus the number of modules that depend on each
    ///   removed dependency.
    public mutating func update(_ name: String, by change: (inout Module) -> Void) {
        guard let index = indices[name] else { return }
        let old = Set(modules[index].dependencies)
        change(&modules[index])
        let new = Set(modules[index].dependencies)
        for other in old.subtracting(new) {
            dependents[other]?.removeAll { $0 == name }
        }
        for other in new.subtracting(old) {
            dependents[other, default: []].append(name)
        }
    }

    /// Returns the module that an import in `module` refers to, or `nil` if the graph does not
    /// contain it.
    ///
    /// If the name is both an alias and the name of a module, the alias takes precedence, unless
    /// `module` declares a dependency only on the module with that name. If several packages have a
    /// module with that name, a declared dependency takes precedence, followed by the module in the
    /// same package.
    public func module(importedAs name: String, in module: Module) -> Module? {
        let names = [module.aliases[name], name].compactMap(\.self)
        let found = names.flatMap(modules(importedAs:))
        return found.first { module.dependencies.contains($0.name) }
            ?? found.first { $0.package == module.package } ?? found.first
    }

    /// Returns the declared dependencies of `module` that an import refers to, such as several
    /// products with the same module, or the module that it refers to without a declaration.
    func modules(importedAs name: String, in module: Module) -> [Module] {
        let declared = modules(importedAs: name).filter { module.dependencies.contains($0.name) }
        let first = self.module(importedAs: name, in: module)
        return declared + (first.map { declared.contains($0) ? [] : [$0] } ?? [])
    }

    public func dependencies(of module: Module) -> [Module] {
        module.dependencies.compactMap(self.module(named:))
    }

    /// Returns a graph of the same modules, with the dependencies that `transform` returns.
    public func mapDependencies(_ transform: (Module) -> [String]) -> ModuleGraph {
        let changed = modules.map { module in
            var module = module
            module.dependencies = transform(module)
            return module
        }
        return replacing(changed)
    }

    /// Returns a graph of other modules, with the same products and packages.
    public func replacing(_ modules: [Module]) -> ModuleGraph {
        ModuleGraph(modules, libraries: libraries, packages: packages)
    }

    /// Returns the names of the modules that depend on a module, directly or indirectly.
    func dependents(reaching end: String) -> Set<String> {
        Set(reachableFrom: [end]) { dependents[$0] ?? [] }
    }

    /// Returns the names of the modules that a module depends on, directly or indirectly.
    ///
    /// - Parameter edge: A dependency to ignore.
    public func reachable(from start: String, without edge: Dependency? = nil) -> Set<String> {
        Set(reachableFrom: [start]) { name in
            let names = module(named: name)?.dependencies ?? []
            return names.filter { Dependency(of: name, on: $0) != edge }
        }
    }
}

extension Set {
    /// Creates the set of the elements to which steps from the given elements lead. It contains a
    /// given element only if steps lead back to it.
    ///
    /// - Parameter next: A function that returns the elements to which one step leads.
    public init(
        reachableFrom starts: some Sequence<Element>,
        by next: (Element) -> some Sequence<Element>
    ) {
        self = []
        var unseen = Array(starts)
        while let element = unseen.popLast() {
            unseen += next(element).filter { insert($0).inserted }
        }
    }
}

extension Dictionary {
    /// Creates a dictionary. If several pairs have the same key, the first takes precedence.
    public init(firstOf pairs: some Sequence<(Key, Value)>) {
        self.init(pairs) { first, _ in first }
    }
}

/// A dependency of one module on another module.
public struct Dependency: Sendable, Hashable {
    public let module: String
    public let dependsOn: String

    public init(of module: String, on other: String) {
        self.module = module
        dependsOn = other
    }
}

public struct LibraryProduct: Sendable, Hashable, Codable {
    public let name: String
    /// Whether the library is always linked dynamically, so that programs can load it at run time.
    public let isDynamic: Bool
    public let targets: [String]

    public init(name: String, isDynamic: Bool, targets: [String]) {
        self.name = name
        self.isDynamic = isDynamic
        self.targets = targets
    }
}
