public import BoundaryRules
import Foundation
public import PackageManifest

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

    /// Creates the impact of a change.
    ///
    /// - Parameters:
    ///   - manifest: The package after the change.
    ///   - old: The package before the change, or `nil` if it did not exist.
    ///   - described: The package after the change, loaded so that its description is comparable
    ///     with the description of `old`.
    ///   - files: The changed files, relative to the root of the package. Files outside the package
    ///     count only if they belong to a module.
    ///   - wholePackageTests: The tests that every change affects, because they read files of other
    ///     modules.
    ///   - gate: The target that only determines the build order, as in ``SwiftPackage/gate(of:)``.
    ///     A change to the gate does not affect the modules that depend on it.
    public init(
        on manifest: SwiftPackage,
        since old: SwiftPackage?,
        describedAs described: SwiftPackage? = nil,
        files: [String],
        wholePackageTests: Set<String> = [],
        gate: String? = nil
    ) {
        let description = described?.description ?? manifest.description
        let search = ImpactSearch(on: manifest, since: old, describedAs: description)
        let (reasons, others) = search.reasons(files: files, gate: gate)
        let hasChanged = files.contains { !$0.hasPrefix("../") } || !reasons.isEmpty
        entries = manifest.graph.modules.filter { $0.kind != .external }.compactMap { module in
            let isForWholePackage = hasChanged && wholePackageTests.contains(module.name)
            let reason = reasons[module.name] ?? (isForWholePackage ? .wholePackage : nil)
            return reason.map { Entry(module: module, reason: $0) }
        }
        otherFiles = others
    }

    /// The names of the affected test targets.
    public var tests: [String] { entries.filter { $0.module.kind == .test }.map(\.module.name) }
}

/// A search for what a change affects in a package and in the packages that it reaches by path.
private struct ImpactSearch {
    private typealias Node = PackageReach.Node

    private let reach: PackageReach
    private let old: SwiftPackage?
    private let description: ManifestDescription
    private var manifest: SwiftPackage { reach.packages[0] }

    init(
        on manifest: SwiftPackage,
        since old: SwiftPackage?,
        describedAs description: ManifestDescription
    ) {
        reach = PackageReach(of: manifest)
        self.old = old
        self.description = description
    }

    /// Returns the reasons by the names of the package's own targets, and the files that belong to
    /// no module.
    func reasons(
        files: [String],
        gate: String?
    ) -> (reasons: [String: Impact.Reason], otherFiles: [String]) {
        var reasons = changesInManifest(files)
        let (changed, others) = changedFiles(files)
        for (node, files) in changed {
            reasons[node] = reasons[node] ?? .files(files)
        }
        var users = reach.users
        if let gate {
            users[own(gate)] = nil
        }
        var unseen = reach.nodes.filter { reasons[$0] != nil }
        while let node = unseen.popLast() {
            for user in users[node] ?? [] where reasons[user] == nil {
                // The packages that changed say more than the name of one of their products.
                if case .otherPackages? = reasons[node], node.package != 0 {
                    reasons[user] = reasons[node]
                } else {
                    reasons[user] = .dependency(node.name)
                }
                unseen.append(user)
            }
        }
        let ofTargets = reasons.filter { $0.key.package == 0 && !$0.key.isProduct }
        let pairs = ofTargets.map { ($0.key.name, $0.value) }
        return (Dictionary(pairs) { first, _ in first }, others)
    }

    private func own(_ target: String) -> Node {
        Node(package: 0, name: target, isProduct: false)
    }

    /// Returns the targets that the manifest declares differently, and the products of other
    /// packages whose versions changed.
    private func changesInManifest(_ files: [String]) -> [Node: Impact.Reason] {
        var reasons: [Node: Impact.Reason] = [:]
        let current = ResolvedVersions(in: manifest.root)
        let resolved = old.flatMap { ResolvedVersions(in: $0.root) }
        let resolvedChanged = files.contains(ResolvedVersions.fileName)
        let isUnknown = resolvedChanged && (current == nil || resolved == nil)
        if isUnknown || old?.description.settings != description.settings {
            for name in manifest.targetNames {
                reasons[own(name)] = .package
            }
        }
        for (name, target) in description.targets where old?.description.targets[name] != target {
            reasons[own(name)] = reasons[own(name)] ?? .target
        }
        var changed = description.packages.changes(since: old?.description.packages ?? [:])
        if resolvedChanged, let current, let resolved {
            changed.formUnion(current.changes(since: resolved))
        }
        let unread = reach.nodes.filter { $0.package == nil }
        let affected = manifest.identities(Set(unread.compactMap(\.identity)), using: changed)
        for node in unread where !changed.isEmpty {
            if node.identity.map(affected.contains) != false {
                reasons[node] = .otherPackages(changed.sorted())
            }
        }
        // For example, the traits that the manifest enables in a package can change.
        for (folder, identity) in manifest.packageFolders
        where changed.contains(identity.lowercased()) {
            let path = manifest.resolved(folder)
            for (index, package) in reach.packages.enumerated() where package.root == path {
                for name in package.targetNames {
                    let node = Node(package: index, name: name, isProduct: false)
                    reasons[node] = .otherPackages(changed.sorted())
                }
            }
        }
        return reasons
    }

    /// Returns the targets and products to which files belong, and the files that belong to none.
    private func changedFiles(_ files: [String]) -> (changed: [Node: [String]], others: [String]) {
        var changed: [Node: [String]] = [:]
        var others: [String] = []
        let owners = manifest.owners()
        let oldOwners = old?.owners()
        let reached = reach.packages.enumerated().dropFirst().map { index, package in
            ReachedPackage(package, index: index, from: manifest)
        }
        for file in files {
            // A file that was moved or excluded also affects the modules that it belonged to.
            let names = Set(owners(file) + (oldOwners?(file) ?? []))
            let targets = names.filter { manifest.graph.module(named: $0) != nil }.map(own)
            let nodes = targets + reached.flatMap { $0.owners(of: file) } + unreadOwners(of: file)
            for node in nodes {
                changed[node, default: []].append(file)
            }
            let isDescribed = isManifest(file) || file == ResolvedVersions.fileName
            if names.isEmpty, nodes.isEmpty, !isDescribed, !file.hasPrefix("../") {
                others.append(file)
            }
        }
        return (changed, others)
    }

    /// Returns the products of packages on this machine that cannot be read, and whose folder
    /// contains a file. If a manifest does not name the package of a product, each such package can
    /// provide the product.
    private func unreadOwners(of file: String) -> [Node] {
        let read = Set(reach.packages.map(\.root))
        let path = manifest.resolved(file)
        let folders = reach.packages.flatMap { package in
            package.packageFolders.map { (path: package.resolved($0), identity: $1.lowercased()) }
        }
        let identities = folders.filter { folder in
            !read.contains(folder.path) && path.hasPrefix("\(folder.path)/")
        }.map(\.identity)
        guard !identities.isEmpty else { return [] }
        return reach.nodes.filter { node in
            node.package == nil && node.identity.map(identities.contains) != false
        }
    }
}

/// Whether the file at a path relative to a package is a manifest of the package. Manifests do not
/// count as other files, because their contents determine which modules are affected.
private func isManifest(_ path: String) -> Bool {
    path == "Package.swift" || path.hasPrefix("Package@swift-") && path.hasSuffix(".swift")
}

/// A package that the changed package reaches by path.
private struct ReachedPackage {
    private let index: Int
    private let package: SwiftPackage
    /// The folder of the changed package.
    private let base: String
    private let names: (_ file: String) -> [String]

    init(_ package: SwiftPackage, index: Int, from root: SwiftPackage) {
        self.index = index
        self.package = package
        base = root.root
        names = package.owners()
    }

    /// Returns the targets of the package to which a file belongs. The path of the file is relative
    /// to the changed package. A manifest belongs to all targets.
    func owners(of file: String) -> [PackageReach.Node] {
        let place = URL(filePath: "\(base)/\(file)").standardizedFileURL.path
        let path = place.relative(to: package.root)
        let owners = isManifest(path) ? package.targetNames : names(path)
        return owners.map { PackageReach.Node(package: index, name: $0, isProduct: false) }
    }
}

extension [String: String] {
    /// Returns the keys whose values differ.
    fileprivate func changes(since old: Self) -> Set<String> {
        Set(keys).union(old.keys).filter { self[$0] != old[$0] }
    }
}
