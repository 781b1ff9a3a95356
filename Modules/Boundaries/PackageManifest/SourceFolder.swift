import Foundation

struct SourceFolder: Sendable {
    let path: String
    private let root: String
    private let sources: [String]
    private let excluded: Set<String>
    private let resources: [String]

    /// Finds the folder of a target; throws ``ManifestError/noSources(target:folders:)`` if it does not exist.
    init(of target: ManifestDump.Target, among targets: [ManifestDump.Target], in root: String) throws(ManifestError) {
        let folder = try Self.folder(of: target, among: targets, in: root)
        let resources = target.resources.filter { !$0.rule.isCompiled }.map(\.path)
        self.root = root
        path = folder
        self.resources = resources.map { Self.join(folder, $0) }
        sources = (target.sources ?? [""]).map { Self.join(folder, $0) }
        // The manifest belongs to no target, not even to one whose folder is the root.
        excluded = Set((target.exclude + resources).map { Self.join(folder, $0) } + ["Package.swift"])
    }

    /// Returns the paths of the files with the given extensions, from the root of the package, in alphabetical order.
    func files(endingIn endings: Set<String>) throws(ManifestError) -> [String] {
        var found: [String] = []
        var visited: Set<String> = []
        for source in sources { try collect(source, endings, into: &found, visited: &visited) }
        return found.sorted()
    }

    /// Whether a file, which need not exist, belongs to the target.
    func contains(_ file: String) -> Bool {
        let isInside = { (folder: String) in folder.isEmpty || file == folder || file.hasPrefix("\(folder)/") }
        if resources.contains(where: isInside) { return true }
        return sources.contains(where: isInside) && !excluded.contains(where: isInside)
    }

    private func collect(
        _ path: String, _ endings: Set<String>, into found: inout [String], visited: inout Set<String>
    ) throws(ManifestError) {
        guard !excluded.contains(path) else { return }
        let file = URL(filePath: Self.join(root, path))
        guard let isFolder = Self.isFolder(file) else { return }
        guard isFolder else {
            if endings.contains(file.pathExtension), !Self.isManifest(path) { found.append(path) }
            return
        }
        // A link can lead back to a parent folder.
        guard visited.insert(file.resolvingSymlinksInPath().path).inserted else { return }
        for name in try Self.names(in: file.path) where !Self.isSkipped(name) {
            try collect(path.isEmpty ? name : "\(path)/\(name)", endings, into: &found, visited: &visited)
        }
    }

    private static func isFolder(_ file: URL) -> Bool? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        // Only a folder contains an entry for itself (`.`). Reading resource values takes fifty times as long.
        return FileManager.default.fileExists(atPath: file.path + "/.")
    }

    private static func names(in folder: String) throws(ManifestError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch { throw .unreadable(path: folder, reason: error.localizedDescription) }
    }

    /// Whether SwiftPM skips a folder: hidden folders, and folders that represent a single document.
    private static func isSkipped(_ name: String) -> Bool {
        name.hasPrefix(".")
            || ["docc", "xcassets", "xcdatamodeld", "xcodeproj", "xcworkspace", "playground"]
                .contains(URL(filePath: name).pathExtension)
    }

    /// Whether a file at the root is a manifest for some version of the tools, such as `Package@swift-5.9.swift`.
    private static func isManifest(_ path: String) -> Bool { path.hasPrefix("Package@swift-") }
}

// MARK: - Where SwiftPM looks

extension SourceFolder {
    private static func folder(
        of target: ManifestDump.Target, among targets: [ManifestDump.Target], in root: String
    ) throws(ManifestError) -> String {
        let exists = { (path: String) in isFolder(URL(filePath: join(root, path))) == true }
        if let path = target.path {
            let folder = join("", path)
            if exists(folder) || target.type == "binary" { return folder }
            throw .noSources(target: target.name, folders: [folder])
        }
        if target.type == "binary" { return "" }
        let parents = parents(of: target.type)
        if let found = parents.map({ "\($0)/\(target.name)" }).first(where: exists) { return found }
        // Since tools version 5.9, the sources of the only target may be in Sources itself.
        let others = targets.filter { Self.parents(of: $0.type) == parents && $0.path == nil }
        if others.count == 1, let parent = parents.first(where: exists) { return parent }
        throw .noSources(target: target.name, folders: parents.map { "\($0)/\(target.name)" })
    }

    private static func parents(of type: String) -> [String] {
        switch type {
        case "test": ["Tests", "Sources", "Source", "src", "srcs"]
        case "plugin": ["Plugins"]
        default: ["Sources", "Source", "src", "srcs"]
        }
    }

    /// Joins paths and resolves `.`, `..` and repeated slashes.
    private static func join(_ folder: String, _ name: String) -> String {
        var parts: [Substring] = []
        for part in "\(folder)/\(name)".split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (folder.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}

// MARK: - The description of a manifest

/// The part of the output of `swift package dump-package` that describes modules.
struct ManifestDump: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        let path: String?
        let sources: [String]?
        let exclude: [String]
        let resources: [Resource]
        let packageAccess: Bool?
        let dependencies: [Dependency]
        /// The plugins, in the format of dependencies: `{"plugin": ["Boundaries", null]}`.
        let pluginUsages: [Dependency]?
    }

    struct Resource: Decodable {
        let path: String
        let rule: Rule

        /// `{"copy": {}}`, `{"process": {}}` or `{"embedInCode": {}}`.
        struct Rule: Decodable {
            let isCompiled: Bool

            init(from decoder: any Decoder) throws {
                let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
                isCompiled = names == ["process"]
            }
        }
    }

    /// `{"byName": ["Core", null]}`, `{"target": ["Core", null]}` or `{"product": ["Logging", "swift-log", …]}`.
    struct Dependency: Decodable, Hashable {
        let name: String
        /// The package of a product, if the manifest names it.
        let package: String?

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.container(keyedBy: AnyKey.self)
            guard let kind = kinds.allKeys.first else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "a dependency without a kind"))
            }
            var parts = try kinds.nestedUnkeyedContainer(forKey: kind)
            name = try parts.decode(String.self)
            package = kind.stringValue == "product" ? try parts.decodeIfPresent(String.self) : nil
        }
    }

    /// Another package. Only their number matters.
    struct Package: Decodable {}

    let name: String
    let dependencies: [Package]
    let targets: [Target]
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
