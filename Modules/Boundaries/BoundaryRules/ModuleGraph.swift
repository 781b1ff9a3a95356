/// The modules of a package and their declared dependencies.
public struct ModuleGraph: Sendable {
    public let modules: [Module]
    public let libraries: [LibraryProduct]
    /// The products of other packages on this machine, and the modules that these products reach.
    /// Only rules with `mustNotReach` use them.
    public var foreignModules: [Module] = []
    private let byName: [String: Module]
    private let byImportName: [String: Module]

    /// Creates a graph. If several modules have the same name, the first takes precedence.
    public init(_ modules: [Module], libraries: [LibraryProduct] = []) {
        self.modules = modules
        self.libraries = libraries
        byName = Dictionary(modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let importNames = modules.map { ($0.importName, $0) }
        let otherNames = modules.flatMap { module in module.otherImportNames.map { ($0, module) } }
        byImportName = Dictionary(importNames + otherNames, uniquingKeysWith: { first, _ in first })
    }

    public func module(named name: String) -> Module? {
        byName[name]
    }
    public func module(importedAs name: String) -> Module? {
        byImportName[name]
    }

    /// Returns the module that an import in `module` refers to, or `nil` if the graph does not
    /// contain it.
    ///
    /// If the name is both an alias and the name of a module, the alias takes precedence, unless
    /// `module` declares a dependency only on the module with that name.
    public func module(importedAs name: String, in module: Module) -> Module? {
        let found = [module.aliases[name], name].compactMap { $0.flatMap { byImportName[$0] } }
        return found.first { module.dependencies.contains($0.name) } ?? found.first
    }

    public func dependencies(of module: Module) -> [Module] {
        module.dependencies.compactMap { byName[$0] }
    }

    /// Returns a graph of the same modules, with the dependencies that `transform` returns.
    public func mapDependencies(_ transform: (Module) -> [String]) -> ModuleGraph {
        var graph = ModuleGraph(
            modules.map { module in
                var module = module
                module.dependencies = transform(module)
                return module
            },
            libraries: libraries
        )
        graph.foreignModules = foreignModules
        return graph
    }

    /// Returns the names of the modules that a module depends on, directly or indirectly.
    ///
    /// - Parameter edge: A dependency to ignore.
    public func reachable(from start: String, without edge: Dependency? = nil) -> Set<String> {
        var found: Set<String> = []
        var unseen = [start]
        while let name = unseen.popLast() {
            for next in byName[name]?.dependencies ?? [] {
                if let edge, edge.module == name, edge.dependsOn == next {
                    continue
                }
                if found.insert(next).inserted {
                    unseen.append(next)
                }
            }
        }
        return found
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

// MARK: - Chains and cycles

extension ModuleGraph {
    /// Returns the shortest chains of declared dependencies from one module to another.
    ///
    /// Each chain includes both ends. The chains are in the order in which the manifest declares
    /// the dependencies.
    ///
    /// - Parameter limit: The maximum number of chains to return, because a graph can have
    ///   exponentially many chains.
    /// - Complexity: O(modules + dependencies), plus the length of the result.
    public func shortestChains(
        from start: String,
        to end: String,
        limit: Int = .max
    ) -> [[String]] {
        let distances = distances(to: end)
        guard start != end, distances[start] != nil else {
            return []
        }
        var chains: [[String]] = []
        var unfinished = [[start]]
        while let chain = unfinished.popLast(), chains.count < limit {
            guard let last = chain.last, let module = byName[last], last != end,
                let distance = distances[last]
            else {
                chains.append(chain)
                continue
            }
            let next = module.dependencies.filter { distances[$0] == distance - 1 }
            unfinished += next.reversed().map { chain + [$0] }
        }
        return chains
    }

    private func distances(to end: String) -> [String: Int] {
        let dependents = dependents
        var distances = [end: 0]
        var front = [end]
        var distance = 0
        while !front.isEmpty {
            distance += 1
            let next = Set(front.flatMap { dependents[$0] ?? [] }).filter { distances[$0] == nil }
            for name in next {
                distances[name] = distance
            }
            front = Array(next)
        }
        return distances
    }

    private var dependents: [String: [String]] {
        var dependents: [String: [String]] = [:]
        for module in modules {
            for name in module.dependencies {
                dependents[name, default: []].append(module.name)
            }
        }
        return dependents
    }

    /// Returns dependency cycles, each as a chain that ends with its first module.
    ///
    /// Each cycle begins with a module that is in none of the preceding cycles.
    public func cycles() -> [[String]] {
        var cycles: [[String]] = []
        var seen: Set<String> = []
        for module in cycleCandidates where !seen.contains(module.name) {
            let chains = module.dependencies.map { name in
                name == module.name
                    ? [name] : shortestChains(from: name, to: module.name, limit: 1).first ?? []
            }
            guard let shortest = chains.filter({ !$0.isEmpty }).min(by: { $0.count < $1.count })
            else {
                continue
            }
            cycles.append([module.name] + shortest)
            seen.formUnion(shortest)
        }
        return cycles
    }

    /// The modules that are in a cycle or depend on a module in a cycle.
    ///
    /// These modules remain after repeatedly removing the modules without dependencies.
    private var cycleCandidates: [Module] {
        let dependents = dependents
        var counts = Dictionary(
            modules.map { ($0.name, dependencies(of: $0).count) },
            uniquingKeysWith: { first, _ in first }
        )
        var free = modules.map(\.name).filter { counts[$0] == 0 }
        while let name = free.popLast() {
            for dependent in dependents[name] ?? [] {
                counts[dependent]? -= 1
                if counts[dependent] == 0 {
                    free.append(dependent)
                }
            }
        }
        return modules.filter { counts[$0.name] != 0 }
    }
}

// MARK: - Modules

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
    /// The other package that provides the module, or `nil` if the manifest does not name one.
    ///
    /// A product of that package may provide the module under another name.
    public var package: String?
    /// The names of the plugins that the module's target uses, or `nil` if unknown.
    public var plugins: [String]?
    /// The names of the plugins that may generate Swift source for the module.
    public var sourceGenerators: [String] = []
    /// Whether declarations of the module are isolated to the main actor by default, or `nil` if
    /// unknown.
    public var isMainActorByDefault: Bool?
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
        case isMainActorByDefault
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
