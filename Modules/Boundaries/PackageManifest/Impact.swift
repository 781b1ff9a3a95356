public import BoundaryRules
import Foundation

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
        /// Settings or dependencies of the whole package changed.
        case package
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
        let graph = manifest.graph
        let description = described?.description ?? manifest.description
        var reasons: [String: Reason] = [:]
        if old?.description.settings != description.settings
            || files.contains(Self.resolvedVersions)
        {
            for module in graph.modules {
                reasons[module.name] = .package
            }
        }
        for (name, target) in description.targets where old?.description.targets[name] != target {
            reasons[name] = reasons[name] ?? .target
        }
        var others: [String] = []
        var changed: [String: [String]] = [:]
        let owners = manifest.owners()
        let oldOwners = old?.owners()
        for file in files {
            // A file that was moved or excluded also affects the modules that it belonged to.
            let names = Set(owners(file) + (oldOwners?(file) ?? []))
            for name in names where graph.module(named: name) != nil {
                changed[name, default: []].append(file)
            }
            if names.isEmpty, !Self.isDescribed(file), !file.hasPrefix("../") {
                others.append(file)
            }
        }
        for (name, files) in changed {
            reasons[name] = reasons[name] ?? .files(files)
        }
        var unseen = graph.modules.map(\.name).filter { reasons[$0] != nil }
        var users = graph.users
        if let gate {
            users[gate] = nil
        }
        while let name = unseen.popLast() {
            for user in users[name] ?? [] where reasons[user] == nil {
                reasons[user] = .dependency(name)
                unseen.append(user)
            }
        }
        if files.contains(where: { !$0.hasPrefix("../") }) || !changed.isEmpty {
            for name in wholePackageTests {
                reasons[name] = reasons[name] ?? .wholePackage
            }
        }
        entries = graph.modules.filter { $0.kind != .external }.compactMap { module in
            reasons[module.name].map { Entry(module: module, reason: $0) }
        }
        otherFiles = others
    }

    private static let resolvedVersions = "Package.resolved"

    /// Whether a file is a manifest or the file of resolved versions. These files do not count as
    /// other files, because their contents determine which modules are affected.
    private static func isDescribed(_ file: String) -> Bool {
        let isManifest =
            file == "Package.swift" || file.hasPrefix("Package@swift-") && file.hasSuffix(".swift")
        return isManifest || file == resolvedVersions
    }

    /// The names of the affected test targets.
    public var tests: [String] { entries.filter { $0.module.kind == .test }.map(\.module.name) }
}

extension ModuleGraph {
    /// The names of the modules that use each module, either as a dependency or as a plugin.
    fileprivate var users: [String: [String]] {
        var users: [String: [String]] = [:]
        for module in modules {
            for name in module.dependencies + (module.plugins ?? []) {
                users[name, default: []].append(module.name)
            }
        }
        return users
    }
}

/// Comparable descriptions of a package and its targets, based on the manifest.
struct ManifestDescription: Sendable, Hashable {
    /// The descriptions of the targets by name.
    let targets: [String: String]
    /// The description of everything else, except for the products.
    let settings: String

    /// Creates the descriptions from the output of `swift package dump-package` for the package in
    /// the folder `root`.
    init(_ dump: Data, root: String) {
        var values = (try? JSONSerialization.jsonObject(with: dump) as? [String: Any]) ?? [:]
        let targets = values.removeValue(forKey: "targets") as? [[String: Any]] ?? []
        for key in ["products", "packageKind"] {
            values.removeValue(forKey: key)
        }
        // SwiftPM prints absolute paths for files of the package and of packages in neighboring
        // folders. Relative paths make copies of the package in different folders comparable.
        let parent = URL(filePath: root).deletingLastPathComponent().path
        let text = { (value: [String: Any]) -> String in
            let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
            let data =
                (try? JSONSerialization.data(withJSONObject: value, options: options)) ?? Data()
            return String(decoding: data, as: UTF8.self).replacing("\(root)/", with: "./")
                .replacing("\(root)\"", with: ".\"").replacing("\"\(parent)/", with: "\"../")
        }
        self.targets = Dictionary(targets.map { ($0["name"] as? String ?? "", text($0)) }) {
            first,
            _ in first
        }
        settings = text(values)
    }
}
