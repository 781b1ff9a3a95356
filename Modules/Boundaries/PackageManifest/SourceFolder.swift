import Foundation

/// Where the sources of a target lie, found as SwiftPM finds them.
struct SourceFolder: Sendable {
    /// The folder, relative to the root of the package; empty for the root itself.
    let path: String
    private let root: String
    private let sources: [String]
    private let excluded: Set<String>

    /// Finds the folder of a target.
    ///
    /// - Throws: ``ManifestError/noSources(target:folders:)`` when it is not there.
    init(
        of target: ManifestDump.Target, among targets: [ManifestDump.Target], in root: String
    ) throws(ManifestError) {
        let folder = try Self.folder(of: target, among: targets, in: root)
        let resources = target.resources.filter { !$0.rule.isCompiled }.map(\.path)
        self.root = root
        path = folder
        sources = (target.sources ?? [""]).map { Self.join(folder, $0) }
        // The manifest belongs to no target, even where one fills the whole folder.
        excluded = Set((target.exclude + resources).map { Self.join(folder, $0) } + ["Package.swift"])
    }

    /// The files with one of these endings, relative to the root of the package, by name.
    func files(endingIn endings: Set<String>) throws(ManifestError) -> [String] {
        var found: [String] = []
        var visited: Set<String> = []
        for source in sources { try collect(source, endings, into: &found, visited: &visited) }
        return found.sorted()
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
        // A link that leads back up would never end.
        guard visited.insert(file.resolvingSymlinksInPath().path).inserted else { return }
        for name in try Self.names(in: file.path) where !Self.isPassedOver(name) {
            try collect(path.isEmpty ? name : "\(path)/\(name)", endings, into: &found, visited: &visited)
        }
    }

    /// Whether a path, followed through links, leads to a folder; nil when it leads nowhere, as links can.
    private static func isFolder(_ file: URL) -> Bool? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        // Nothing but a folder holds itself; resource values take fifty times as long.
        return FileManager.default.fileExists(atPath: file.path + "/.")
    }

    private static func names(in folder: String) throws(ManifestError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .unreadable(path: folder, reason: error.localizedDescription)
        }
    }

    /// Whether SwiftPM looks into no folder of this name: hidden ones, and those that are one document.
    private static func isPassedOver(_ name: String) -> Bool {
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
        let isThere = { (path: String) in isFolder(URL(filePath: join(root, path))) == true }
        if let path = target.path {
            let folder = join("", path)
            if isThere(folder) || target.type == "binary" { return folder }
            throw .noSources(target: target.name, folders: [folder])
        }
        if target.type == "binary" { return "" }
        let parents = parents(of: target.type)
        if let found = parents.map({ "\($0)/\(target.name)" }).first(where: isThere) { return found }
        // Since tools version 5.9 the sources of an only target may lie in Sources itself.
        let rivals = targets.filter { Self.parents(of: $0.type) == parents && $0.path == nil }
        if rivals.count == 1, let parent = parents.first(where: isThere) { return parent }
        throw .noSources(target: target.name, folders: parents.map { "\($0)/\(target.name)" })
    }

    private static func parents(of type: String) -> [String] {
        switch type {
        case "test": ["Tests", "Sources", "Source", "src", "srcs"]
        case "plugin": ["Plugins"]
        default: ["Sources", "Source", "src", "srcs"]
        }
    }

    /// Joins paths and resolves `.`, `..` and slashes that say nothing.
    private static func join(_ folder: String, _ name: String) -> String {
        var parts: [Substring] = []
        for part in "\(folder)/\(name)".split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (folder.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
