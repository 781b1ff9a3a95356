public import BoundaryRules
import Foundation

/// The modules that a change of a package can affect: those whose files or targets in the manifest changed, and all that use them, directly or indirectly.
public struct Impact: Sendable {
    /// The reason why a module is affected.
    public enum Reason: Sendable, Hashable {
        case files([String])
        /// The manifest describes its target differently.
        case target
        /// Settings or dependencies of the whole package changed.
        case package
        /// It uses an affected module.
        case dependency(String)
        /// It is a test of the package as a whole.
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

    /// Determines the impact of a change.
    ///
    /// - Parameters:
    ///   - manifest: The package after the change.
    ///   - old: The package before the change, or `nil` if there was none.
    ///   - files: The changed files, relative to the root of the package.
    ///   - wholePackageTests: The tests that any change affects, because they read files of other modules.
    public init(
        on manifest: PackageManifest, since old: PackageManifest?, files: [String], wholePackageTests: Set<String> = []
    ) {
        let graph = manifest.graph
        var reasons: [String: Reason] = [:]
        if old?.description.settings != manifest.description.settings || files.contains("Package.resolved") {
            for module in graph.modules { reasons[module.name] = .package }
        }
        for (name, target) in manifest.description.targets where old?.description.targets[name] != target {
            reasons[name] = reasons[name] ?? .target
        }
        var others: [String] = []
        var changed: [String: [String]] = [:]
        for file in files {
            // A file that was moved or excluded also belonged to a module before.
            let owners = manifest.owners(of: file) + (old?.owners(of: file) ?? [])
            for name in Set(owners) where graph.module(named: name) != nil { changed[name, default: []].append(file) }
            if owners.isEmpty, file != "Package.swift" { others.append(file) }
        }
        for (name, files) in changed { reasons[name] = reasons[name] ?? .files(files) }
        var unseen = graph.modules.map(\.name).filter { reasons[$0] != nil }
        let users = graph.users
        while let name = unseen.popLast() {
            for user in users[name] ?? [] where reasons[user] == nil {
                reasons[user] = .dependency(name)
                unseen.append(user)
            }
        }
        if !files.isEmpty { for name in wholePackageTests { reasons[name] = reasons[name] ?? .wholePackage } }
        entries = graph.modules.filter { $0.kind != .external }.compactMap { module in
            reasons[module.name].map { Entry(module: module, reason: $0) }
        }
        otherFiles = others
    }

    /// The names of the affected test targets.
    public var tests: [String] { entries.filter { $0.module.kind == .test }.map(\.module.name) }
}

extension ModuleGraph {
    /// The names of the modules that use each module, as a dependency or as a plugin.
    fileprivate var users: [String: [String]] {
        var users: [String: [String]] = [:]
        for module in modules {
            for name in module.dependencies + (module.plugins ?? []) { users[name, default: []].append(module.name) }
        }
        return users
    }
}

/// What a manifest says of its targets and of the whole package, for comparison.
struct ManifestDescription: Sendable, Hashable {
    /// The description of each target, by its name.
    let targets: [String: String]
    /// The rest, except for the products.
    let settings: String

    /// Reads the output of `swift package dump-package` for the package in a folder.
    init(_ dump: Data, root: String) {
        var values = (try? JSONSerialization.jsonObject(with: dump) as? [String: Any]) ?? [:]
        let targets = values.removeValue(forKey: "targets") as? [[String: Any]] ?? []
        for key in ["products", "packageKind"] { values.removeValue(forKey: key) }
        // The paths of packages in neighboring folders are absolute.
        let parent = URL(filePath: root).deletingLastPathComponent().path
        let text = { (value: [String: Any]) -> String in
            let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
            let data = (try? JSONSerialization.data(withJSONObject: value, options: options)) ?? Data()
            return String(decoding: data, as: UTF8.self).replacing("\"\(parent)/", with: "\"../")
        }
        self.targets = Dictionary(targets.map { ($0["name"] as? String ?? "", text($0)) }) { first, _ in first }
        settings = text(values)
    }
}
