import BoundaryRules
import Foundation

/// A plan for the graph of several packages, with the names of its modules.
struct GraphPlan {
    private let packages: [SwiftPackage]
    private let checkedCount: Int
    private let isRepository: Bool
    private let root: String
    /// The names of the packages. If several packages have the same name, the paths of their
    /// folders are used instead.
    private let ids: [String]
    /// The names of the modules by the names of their targets, for each package.
    ///
    /// If several packages have a target with the same name, the name of each of these modules also
    /// contains the name of its package, as in `Kit/CoreTests`.
    let names: [[String: String]]
    private let allNames: Set<String>

    init(packages: [SwiftPackage], checkedCount: Int, isRepository: Bool, root: String) {
        self.packages = packages
        self.checkedCount = checkedCount
        self.isRepository = isRepository
        self.root = root
        let packageNames = Dictionary(grouping: packages, by: \.name)
        let ids = packages.map { package in
            packageNames[package.name]?.count == 1 ? package.name : package.root.relative(to: root)
        }
        self.ids = ids
        let targets = packages.enumerated().map { index, package in
            // The tests of packages that are not checked are omitted, because no module uses them.
            package.graph.modules.filter {
                $0.kind != .external && (index < checkedCount || $0.kind != .test)
            }.map(\.name)
        }
        let counts = Dictionary(grouping: targets.joined(), by: \.self).mapValues(\.count)
        names = targets.enumerated().map { index, targets in
            let isRoot = index == 0 && !isRepository
            return Dictionary(
                firstOf: targets.map { target in
                    let isUnique = isRoot || counts[target] == 1
                    return (target, isUnique ? target : "\(ids[index])/\(target)")
                }
            )
        }
        allNames = Set(names.flatMap(\.values))
    }

    /// Returns the graph, and adds the products of packages that were not read to `unread`.
    func graph(unread: inout [String: PackageSet.UnreadProduct]) -> ModuleGraph {
        var modules: [Module] = []
        for (index, package) in packages.enumerated() {
            let providers = providers(of: package)
            let products = products(of: index)
            for module in package.graph.modules {
                guard let name = names[index][module.name] else { continue }
                let uses = (package.targetDependencies[module.name] ?? []).map { use in
                    let found = resolve(use, in: index, providers)
                    if let other = found.unread {
                        unread[other.name, default: other].users.append(name)
                    }
                    return (use.name, found)
                }
                var resolved = resolving(module, named: name, of: index, uses)
                resolved.products = products[module.name] ?? []
                modules.append(resolved)
            }
        }
        let plugins = Set(modules.flatMap { $0.plugins ?? [] })
        let used = Set(modules.flatMap(\.dependencies))
        modules += unread.values.filter { used.contains($0.name) || !plugins.contains($0.name) }
            .sorted { $0.name < $1.name }
            .map { Module(name: $0.name, kind: .external, folder: "", package: $0.identity) }
        return ModuleGraph(
            modules,
            libraries: packages.indices.flatMap(libraries),
            packages: isSingle ? [] : packages.indices.map(localPackage)
        )
    }

    private var isSingle: Bool { packages.count == 1 }

    /// What a name in the dependencies of a target stands for.
    private struct ResolvedUse {
        var modules: [String] = []
        var product: DeclaredProduct?
        var unread: PackageSet.UnreadProduct?
    }

    /// Returns a module of a package as a module of the graph. `uses` contains the dependencies of
    /// its target, followed by the plugins that the target uses.
    private func resolving(
        _ module: Module,
        named name: String,
        of index: Int,
        _ uses: [(name: String, use: ResolvedUse)]
    ) -> Module {
        let package = packages[index]
        let dependencies = uses.prefix(module.dependencies.count)
        let resolved = Dictionary(uses.map { ($0.name, $0.use.modules) }) { $1 }
        var seen: Set<String> = []
        var module = module
        module.dependencies = dependencies.flatMap { resolved[$0.name] ?? [] }
            .filter { seen.insert($0).inserted }
        module.plugins = module.plugins?.flatMap { resolved[$0] ?? [$0] }
        module.conditionalDependencies = Set(
            module.conditionalDependencies.flatMap { resolved[$0] ?? [] }
        )
        module.declaredProducts = dependencies.compactMap(\.use.product)
        if !isSingle {
            module.package = ids[index]
        }
        module.name = name
        if index >= checkedCount {
            module.kind = .external
            module.folder = ""
        } else {
            let folder = package.root.relative(to: root)
            module.folder = module.folder.isEmpty ? folder : folder.appendingPath(module.folder)
        }
        return module
    }

    /// A package of the set, the name by which targets refer to it, and its folder.
    private typealias Provider = (index: Int, name: String, folder: String)

    /// Returns the packages of the set on which a package depends.
    private func providers(of package: SwiftPackage) -> [Provider] {
        package.packageFolders.sorted { $0.key < $1.key }.compactMap { folder, name in
            let path = package.resolved(folder)
            return packages.firstIndex { $0.root == path }.map { ($0, name, folder) }
        }
    }

    private func resolve(
        _ use: ManifestDump.Dependency,
        in index: Int,
        _ providers: [Provider]
    ) -> ResolvedUse {
        let identity = use.package?.lowercased()
        if identity == nil, let own = names[index][use.name] {
            return ResolvedUse(modules: [own])
        }
        let provider = providers.first { provider in
            let other = packages[provider.index]
            let isNamed = [provider.name.lowercased(), other.name.lowercased()]
                .contains(identity ?? "")
            return (identity == nil || isNamed) && other.products[use.name] != nil
        }
        if let provider {
            let other = packages[provider.index]
            let targets = other.products[use.name] ?? []
            let modules = targets.compactMap { names[provider.index][$0] }
            let kinds = targets.compactMap { other.graph.module(named: $0)?.kind }
            let product = DeclaredProduct(
                name: use.name,
                modules: modules,
                isImported: kinds.allSatisfy { $0 == .library }
            )
            return ResolvedUse(modules: modules, product: product)
        }
        // A name that is neither a target nor a product of another package is a mistake.
        guard identity != nil || packages[index].graph.module(named: use.name) != nil else {
            return ResolvedUse(modules: [use.name])
        }
        let name = allNames.contains(use.name) ? "\(identity ?? "unknown")/\(use.name)" : use.name
        let unread = PackageSet.UnreadProduct(name: name, identity: use.package)
        return ResolvedUse(modules: [name], unread: unread)
    }

    /// Returns the names of the products by the targets that they contain. The products of a single
    /// checked package do not matter.
    private func products(of index: Int) -> [String: [String]] {
        guard index > 0 || isRepository else { return [:] }
        var products: [String: [String]] = [:]
        for (product, targets) in packages[index].products.sorted(by: { $0.key < $1.key }) {
            for target in targets {
                products[target, default: []].append(product)
            }
        }
        return products
    }

    private func libraries(of index: Int) -> [LibraryProduct] {
        packages[index].graph.libraries.map { library in
            LibraryProduct(
                name: library.name,
                isDynamic: library.isDynamic,
                targets: library.targets.compactMap { names[index][$0] }
            )
        }
    }

    private func localPackage(at index: Int) -> LocalPackage {
        let package = packages[index]
        let products = libraries(of: index).map { ($0.name, $0.targets) }
        let references = providers(of: package).map { provider in
            let folder = provider.folder.lastPart
            let last = folder == ".." ? nil : folder
            let name = last ?? URL(filePath: packages[provider.index].root).lastPathComponent
            let isIdentity = name.lowercased() == provider.name
            return (ids[provider.index], isIdentity ? name : provider.name)
        }
        return LocalPackage(
            name: ids[index],
            folder: package.root.relative(to: root),
            products: Dictionary(firstOf: products),
            references: Dictionary(firstOf: references)
        )
    }
}
