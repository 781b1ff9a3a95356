public import BoundaryRules
import Foundation
public import PackageManifest
public import SwiftSource

/// The modules that a change to a package can affect.
///
/// These are the modules whose files or targets changed, and all modules that use them, directly or
/// indirectly.
public struct Impact: Sendable {
    /// The reason why a module is affected.
    public enum Reason: Sendable, Hashable {
        case files([String])
        /// The declaration of the module's target in the manifest changed.
        case target
        /// Settings of the whole package changed.
        case package
        /// The module can use one of these other packages, whose versions or requirements changed.
        case otherPackages([String])
        /// The module uses an affected module.
        case dependency(String)
        /// The module contains tests of the whole package, so every change affects it.
        case wholePackage
    }

    public struct Entry: Sendable, Hashable {
        public let module: Module
        public let reason: Reason
    }

    /// The affected modules, in the order of the manifest.
    public let entries: [Entry]
    /// The changed files that belong to no module, such as documentation and scripts.
    public let otherFiles: [String]
    public let packages: PackageSet

    /// Searches for the modules that a change affects.
    ///
    /// - Parameters:
    ///   - packages: The packages after the change.
    ///   - old: The checked packages before the change, by their folders. The dictionary does not
    ///     contain packages that did not exist.
    ///   - described: The checked packages after the change by their folders, loaded so that their
    ///     descriptions are comparable with those in `old`.
    ///   - files: The changed files, relative to the folder of the set. Files outside the folder
    ///     count only if they belong to a module.
    ///   - wholePackageTests: The tests that every change affects, because they read files of other
    ///     modules.
    ///   - sources: The parsed files of the modules by name.
    public static func search(
        _ packages: PackageSet,
        since old: [String: SwiftPackage],
        describedAs described: [String: SwiftPackage] = [:],
        files: [String],
        wholePackageTests: Set<String> = [],
        sources: [String: [SourceFile]] = [:]
    ) -> Impact {
        let search = ImpactSearch(
            packages: packages,
            uses: ModuleUses(of: packages, in: sources),
            old: old,
            described: described
        )
        let (reasons, others) = search.reasons(files: files)
        let hasChanged = files.contains { !$0.hasPrefix("../") } || !reasons.isEmpty
        let modules = packages.graph.modules.filter { $0.kind != .external }
        let entries = modules.compactMap { module in
            let isForWholePackage = hasChanged && wholePackageTests.contains(module.name)
            let reason = reasons[module.name] ?? (isForWholePackage ? .wholePackage : nil)
            return reason.map { Entry(module: module, reason: $0) }
        }
        return Impact(entries: entries, otherFiles: others, packages: packages)
    }

    /// Returns the folder of the package that contains a module, or `nil` if only one package is
    /// checked. The folder of the repository is a dot.
    public func folder(of module: Module) -> String? {
        guard packages.isRepository, let package = packages.package(of: module.name) else {
            return nil
        }
        let folder = packages.folder(of: package)
        return folder.isEmpty ? "." : folder
    }

    /// The names of the affected test targets.
    public var tests: [String] { entries.filter { $0.module.kind == .test }.map(\.module.name) }
}

/// A search for what a change affects in the packages of a set.
private struct ImpactSearch {
    /// A module, or a product of a package that was not read.
    private enum Node: Hashable {
        case module(String)
        case product(PackageSet.UnreadProduct)

        var name: String {
            switch self {
            case .module(let name): name
            case .product(let product): product.name
            }
        }
    }

    let packages: PackageSet
    let uses: ModuleUses
    let old: [String: SwiftPackage]
    let described: [String: SwiftPackage]

    /// Returns the reasons why modules are affected, by the names of the modules, and the files
    /// that belong to no module.
    func reasons(files: [String]) -> (reasons: [String: Impact.Reason], otherFiles: [String]) {
        var reasons: [Node: Impact.Reason] = [:]
        for package in packages.checkedPackages {
            changesInManifest(of: package, files, &reasons)
        }
        let (changed, others) = changedFiles(files)
        for (node, files) in changed {
            reasons[node] = reasons[node] ?? .files(files)
        }
        let users = users
        let nodes =
            packages.graph.modules.map { Node.module($0.name) }
            + packages.unreadProducts.map(Node.product)
        var unseen = nodes.filter { reasons[$0] != nil }
        while let node = unseen.popLast() {
            for user in users[node] ?? [] where reasons[user] == nil {
                // The names of the changed packages are a better explanation than the name of one
                // of their products.
                if case .otherPackages? = reasons[node], !isChecked(node) {
                    reasons[user] = reasons[node]
                } else {
                    reasons[user] = .dependency(node.name)
                }
                unseen.append(user)
            }
        }
        let pairs = reasons.filter { isChecked($0.key) }.map { ($0.key.name, $0.value) }
        return (Dictionary(firstOf: pairs), others)
    }

    private func isChecked(_ node: Node) -> Bool {
        guard case .module(let name) = node else { return false }
        return packages.graph.module(named: name)?.kind != .external
    }

    /// The nodes that use each node.
    private var users: [Node: [Node]] {
        var users: [Node: [Node]] = [:]
        for module in packages.graph.modules {
            for name in uses.modules(usedBy: module.name) {
                users[.module(name), default: []].append(.module(module.name))
            }
        }
        for product in packages.unreadProducts {
            users[.product(product)] = product.users.map(Node.module)
        }
        return users
    }

    private func nodes(of package: SwiftPackage) -> [Node] {
        package.targetNames.compactMap { packages.module(of: $0, in: package) }
            .map { .module($0.name) }
    }

    /// Adds the targets whose declarations in the manifest changed, and the products of other
    /// packages whose versions changed.
    private func changesInManifest(
        of package: SwiftPackage,
        _ files: [String],
        _ reasons: inout [Node: Impact.Reason]
    ) {
        let folder = packages.folder(of: package)
        let old = old[folder]
        let description = described[folder]?.description ?? package.description
        var changed = description.packages.changes(since: old?.description.packages ?? [:])
        var isUnknown = false
        if files.contains(folder.appendingPath(ResolvedVersions.fileName)) {
            if let current = ResolvedVersions(in: package.root),
                let resolved = old.flatMap({ ResolvedVersions(in: $0.root) })
            {
                changed.formUnion(current.changes(since: resolved))
            } else {
                isUnknown = true
            }
        }
        if isUnknown || old?.description.settings != description.settings {
            for node in nodes(of: package) {
                reasons[node] = .package
            }
        }
        for (name, target) in description.targets where old?.description.targets[name] != target {
            guard let module = packages.module(of: name, in: package) else { continue }
            reasons[.module(module.name)] = reasons[.module(module.name)] ?? .target
        }
        if !changed.isEmpty {
            for node in users(of: changed, package, description, old?.description) {
                reasons[node] = .otherPackages(changed.sorted())
            }
        }
    }

    /// Returns the products that can use one of the changed packages, and the modules of the
    /// changed packages that the manifest may enable traits in.
    private func users(
        of changed: Set<String>,
        _ package: SwiftPackage,
        _ description: ManifestDescription,
        _ old: ManifestDescription?
    ) -> [Node] {
        let unread = packages.unreadProducts
        let known = Set(unread.compactMap { $0.identity?.lowercased() })
        let affected = package.identities(known, using: changed)
        let products = unread.filter { product in
            product.identity.map { affected.contains($0.lowercased()) } != false
        }
        // The traits that the manifest enables in a package can change. Another user of a package
        // changes nothing in it.
        let folders = package.packageFolders.filter { _, name in
            let name = name.lowercased()
            let isNew = old?.packages[name] == nil
            return changed.contains(name)
                && !(isNew && description.packagesWithoutTraits.contains(name))
        }
        let paths = folders.keys.map(package.resolved)
        let others = packages.packages.filter { paths.contains($0.root) }
        return products.map(Node.product) + others.flatMap(nodes)
    }

    /// Returns the nodes to which files belong, and the files that belong to none.
    private func changedFiles(_ files: [String]) -> (changed: [Node: [String]], others: [String]) {
        var changed: [Node: [String]] = [:]
        var others: [String] = []
        let searches = packages.packages.enumerated().map { index, package in
            OwnerSearch(
                package: package,
                isChecked: index < packages.checkedCount,
                owners: package.owners(),
                // A file that was moved or excluded also affects the modules that it belonged to.
                oldOwners: old[packages.folder(of: package)]?.owners()
            )
        }
        for file in files {
            let place = packages.root == "/" ? "/\(file)" : "\(packages.root)/\(file)"
            let path = URL(filePath: place).standardizedFileURL.path
            let ofModules = searches.flatMap { search in
                search.targets(of: path).compactMap { packages.module(of: $0, in: search.package) }
            }
            let names = ofModules.map(\.name) + packages.modulesOfProjects(containing: file)
            let nodes = Set(names.map(Node.module) + unreadOwners(of: path))
            for node in nodes {
                changed[node, default: []].append(file)
            }
            let isDescribed = searches.contains { $0.isDescribed(path) }
            if nodes.isEmpty, !isDescribed, !file.hasPrefix("../") {
                others.append(file)
            }
        }
        return (changed, others)
    }

    /// Returns the products of the packages on this machine that cannot be read and whose folders
    /// contain a file.
    ///
    /// If the manifest does not name the package of a product, the product counts as a product of
    /// each such package.
    private func unreadOwners(of path: String) -> [Node] {
        let read = Set(packages.packages.map(\.root))
        let folders = packages.packages.flatMap { package in
            package.packageFolders.map { (path: package.resolved($0), identity: $1.lowercased()) }
        }
        let identities = folders.filter { folder in
            !read.contains(folder.path) && path.hasPrefix("\(folder.path)/")
        }.map(\.identity)
        guard !identities.isEmpty else { return [] }
        return packages.unreadProducts.filter { product in
            product.identity.map { identities.contains($0.lowercased()) } != false
        }.map(Node.product)
    }
}

/// A search for the targets of a package to which files belong.
private struct OwnerSearch {
    let package: SwiftPackage
    let isChecked: Bool
    let owners: (_ file: String) -> [String]
    let oldOwners: ((_ file: String) -> [String])?

    /// Returns the targets to which the file at an absolute path belongs. The manifest of a package
    /// that is not checked belongs to all targets.
    func targets(of path: String) -> [String] {
        let file = path.relative(to: package.root)
        if !isChecked, isManifest(file) {
            return package.targetNames
        }
        return owners(file) + (oldOwners?(file) ?? [])
    }

    /// Whether a file is a manifest or contains resolved versions. The contents of such a file
    /// determine which modules it affects.
    func isDescribed(_ path: String) -> Bool {
        let file = path.relative(to: package.root)
        return isManifest(file) || file == ResolvedVersions.fileName
    }

    private func isManifest(_ path: String) -> Bool {
        path == "Package.swift" || path.hasPrefix("Package@swift-") && path.hasSuffix(".swift")
    }
}

extension [String: Set<ManifestValue>] {
    /// Returns the keys whose values have no common element.
    fileprivate func changes(since old: Self) -> Set<String> {
        Set(keys).union(old.keys).filter { (self[$0] ?? []).isDisjoint(with: old[$0] ?? []) }
    }
}
