/// The modules of a package, and who declares a dependency on whom.
public struct ModuleGraph: Sendable {
    /// All modules, in the order of the manifest.
    public let modules: [Module]
    private let byName: [String: Module]
    private let byImportName: [String: Module]

    /// Takes modules in; of two with one name, the first counts.
    public init(_ modules: [Module]) {
        self.modules = modules
        byName = Dictionary(modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        byImportName = Dictionary(modules.map { ($0.importName, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The module of a target.
    public func module(named name: String) -> Module? { byName[name] }

    /// The module that an import names.
    public func module(importedAs name: String) -> Module? { byImportName[name] }

    /// The modules of the graph that a module declares as dependencies, in order.
    public func dependencies(of module: Module) -> [Module] { module.dependencies.compactMap { byName[$0] } }

    /// The shortest chains of declared dependencies from one module to another, both included, in the order of the
    /// manifest; empty when there is none.
    ///
    /// O(modules + dependencies), and the length of what is returned.
    /// - Parameter limit: The most chains to return; there can be very many.
    public func shortestChains(from start: String, to end: String, limit: Int = .max) -> [[String]] {
        let distances = distances(to: end)
        guard start != end, distances[start] != nil else { return [] }
        var chains: [[String]] = []
        var unfinished = [[start]]
        while let chain = unfinished.popLast(), chains.count < limit {
            guard let last = chain.last, let module = byName[last], last != end, let distance = distances[last] else {
                chains.append(chain)
                continue
            }
            let next = module.dependencies.filter { distances[$0] == distance - 1 }
            unfinished += next.reversed().map { chain + [$0] }
        }
        return chains
    }

    /// How many steps each module is away from one that it reaches.
    private func distances(to end: String) -> [String: Int] {
        let users = users
        var distances = [end: 0]
        var front = [end]
        while !front.isEmpty {
            let next = Set(front.flatMap { users[$0] ?? [] }).filter { distances[$0] == nil }
            let distance = (distances[front[0]] ?? 0) + 1
            for name in next { distances[name] = distance }
            front = Array(next)
        }
        return distances
    }

    /// Who declares a dependency on each module.
    private var users: [String: [String]] {
        var users: [String: [String]] = [:]
        for module in modules {
            for name in module.dependencies { users[name, default: []].append(module.name) }
        }
        return users
    }

    /// Circles of dependencies, each a chain that ends where it begins, and no module in two of them; empty in a package
    /// that builds.
    public func circles() -> [[String]] {
        var circles: [[String]] = []
        var seen: Set<String> = []
        for module in modulesOfCircles where !seen.contains(module.name) {
            let ways = module.dependencies.map { name in
                name == module.name ? [name] : shortestChains(from: name, to: module.name, limit: 1).first ?? []
            }
            guard let shortest = ways.filter({ !$0.isEmpty }).min(by: { $0.count < $1.count }) else { continue }
            circles.append([module.name] + shortest)
            seen.formUnion(shortest)
        }
        return circles
    }

    /// The modules that lie on a circle or depend on one: what is left when those whose dependencies are all gone go too.
    private var modulesOfCircles: [Module] {
        let users = users
        var counts = Dictionary(
            modules.map { ($0.name, dependencies(of: $0).count) }, uniquingKeysWith: { first, _ in first })
        var free = modules.map(\.name).filter { counts[$0] == 0 }
        while let name = free.popLast() {
            for user in users[name] ?? [] {
                counts[user, default: 0] -= 1
                if counts[user] == 0 { free.append(user) }
            }
        }
        return modules.filter { counts[$0.name, default: 0] > 0 }
    }

    /// The same modules with other dependencies.
    public func mapDependencies(_ transform: (Module) -> [String]) -> ModuleGraph {
        ModuleGraph(
            modules.map { module in
                Module(
                    name: module.name, importName: module.importName, kind: module.kind, folder: module.folder,
                    dependencies: transform(module), packageAccess: module.packageAccess, package: module.package,
                    plugins: module.plugins)
            })
    }
}

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
