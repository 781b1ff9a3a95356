import Foundation

struct SourceFolder: Sendable {
    let path: String
    private let root: String
    private let sources: [String]
    private let excluded: Set<String>
    private let resources: [String]
    /// The folders outside the target's folder in which the target's C code finds headers.
    private let headerFolders: [String]

    /// Creates the source folder of a target.
    ///
    /// - Throws: ``ManifestError/noSources(target:folders:)`` if the folder does not exist.
    init(
        of target: ManifestDump.Target,
        among targets: [ManifestDump.Target],
        in root: String
    ) throws(ManifestError) {
        let folder = try Self.folder(of: target, among: targets, in: root)
        let resources = target.resources.filter { !$0.isCompiled }.map(\.path)
        self.root = root
        path = folder
        self.resources = resources.map { Self.join(folder, $0) }
        sources = (target.sources ?? [""]).map { Self.join(folder, $0) }
        headerFolders = target.headerSearchPaths.map { Self.join(folder, $0) }
        // The manifest belongs to no target, even if the root of the package is the folder of a
        // target.
        excluded = Set(
            (target.exclude + resources).map { Self.join(folder, $0) } + ["Package.swift"]
        )
    }

    /// Creates the source folder of a target that lists its files and folders.
    init(_ sources: [String], excluding excluded: [String], resources: [String], in root: String) {
        self.root = root
        path = ""
        self.sources = sources
        self.excluded = Set(excluded)
        self.resources = resources
        headerFolders = []
    }

    /// Returns the paths of the files with the given extensions, in alphabetical order. The paths
    /// are relative to the root of the package.
    func files(endingIn endings: Set<String>) throws(ManifestError) -> [String] {
        var found: [String] = []
        var visited: Set<String> = []
        for source in sources {
            try collect(source, endings, into: &found, visited: &visited)
        }
        return found.sorted()
    }

    /// The folders and files that contain the files of the target.
    var roots: [String] { sources + resources + headerFolders }

    /// Whether a file belongs to the target. The file need not exist.
    func contains(_ file: String) -> Bool {
        if resources.contains(where: { Self.contains(file, in: $0) }) {
            return true
        }
        return sources.contains { Self.contains(file, in: $0) }
            && !excluded.contains { Self.contains(file, in: $0) }
    }

    /// Whether a file is a header outside the target's folder that the target's C code can include.
    func findsHeader(_ file: String) -> Bool {
        let isHeader = ["h", "hh", "hpp", "hxx", "inc", "inl", "def"].contains(
            URL(filePath: file).pathExtension
        )
        return isHeader && headerFolders.contains { Self.contains(file, in: $0) }
    }

    private static func contains(_ file: String, in folder: String) -> Bool {
        folder.isEmpty ? !file.hasPrefix("../") : file == folder || file.hasPrefix("\(folder)/")
    }

    private func collect(
        _ path: String,
        _ endings: Set<String>,
        into found: inout [String],
        visited: inout Set<String>
    ) throws(ManifestError) {
        guard !excluded.contains(path) else { return }
        let file = URL(filePath: Self.join(root, path))
        guard let isFolder = Self.isFolder(file) else { return }
        guard isFolder else {
            if endings.contains(file.pathExtension), !Self.isManifest(path) {
                found.append(path)
            }
            return
        }
        // A symbolic link can lead back to a parent folder, so each folder is visited only once.
        guard visited.insert(file.resolvingSymlinksInPath().path).inserted else {
            return
        }
        for name in try Self.names(in: file.path) where !Self.isSkipped(name) {
            try collect(
                path.appendingPath(name),
                endings,
                into: &found,
                visited: &visited
            )
        }
    }

    private static func isFolder(_ file: URL) -> Bool? {
        guard file.path.fileExists else {
            return nil
        }
        // Only a folder contains the entry `.`, so this expression is true for folders only.
        // Reading the resource values of the file would take fifty times as long.
        return (file.path + "/.").fileExists
    }

    private static func names(in folder: String) throws(ManifestError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch { throw .unreadable(path: folder, reason: error.localizedDescription) }
    }

    /// Whether SwiftPM skips a file or folder with the given name. SwiftPM skips hidden files, and
    /// folders that represent a single document.
    private static func isSkipped(_ name: String) -> Bool {
        name.hasPrefix(".")
            || ["docc", "xcassets", "xcdatamodeld", "xcodeproj", "xcworkspace", "playground"]
                .contains(URL(filePath: name).pathExtension)
    }

    /// Whether a file in the root folder is a version-specific manifest, such as
    /// `Package@swift-5.9.swift`.
    private static func isManifest(_ path: String) -> Bool {
        path.hasPrefix("Package@swift-")
    }
}

// MARK: - Symbolic links

/// A symbolic link that leads to files of a target.
struct SourceLink: Sendable, Hashable {
    /// The path of the symbolic link, relative to the root of the package.
    let path: String
    /// The path of the destination, relative to the root of the package. The destination can be
    /// outside the package and need not exist.
    let destination: String

    /// Returns the path by which the link leads to a file, or `nil` if the link does not lead to
    /// the file.
    func path(of file: String) -> String? {
        if file == destination {
            return path
        }
        return file.hasPrefix("\(destination)/") ? path + file.dropFirst(destination.count) : nil
    }
}

extension SourceFolder {
    /// Returns the symbolic links that lead to files of the target. A link can stand for a file, a
    /// folder in the target, or a folder that contains the target.
    func links() -> [SourceLink] {
        var links: [SourceLink] = []
        var visited: Set<String> = []
        for start in Set(sources + resources) {
            let parts = start.split(separator: "/")
            for count in parts.indices {
                addLink(parts[...count].joined(separator: "/"), to: &links)
            }
            collectLinks(in: start, to: &links, visited: &visited)
        }
        return links
    }

    private func collectLinks(
        in path: String,
        to links: inout [SourceLink],
        visited: inout Set<String>
    ) {
        let folder = Self.join(root, path).resolvedPath
        guard visited.insert(folder).inserted else { return }
        // If the path leads to a file, the list of names is empty, which ends the recursion.
        for name in FileManager.default.names(in: folder) {
            if Self.isSkipped(name) {
                continue
            }
            let child = path.appendingPath(name)
            addLink(child, to: &links)
            collectLinks(in: child, to: &links, visited: &visited)
        }
    }

    private func addLink(_ path: String, to links: inout [SourceLink]) {
        let place = Self.join(root, path)
        guard let text = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
            return
        }
        let parent = URL(filePath: place).deletingLastPathComponent().resolvingSymlinksInPath().path
        let destination = URL(filePath: text.hasPrefix("/") ? text : Self.join(parent, text))
        let link = SourceLink(
            path: path,
            destination: destination.resolvingSymlinksInPath().path.relative(to: root)
        )
        if !links.contains(link) {
            links.append(link)
        }
    }
}

// MARK: - Folders in which SwiftPM searches

extension SourceFolder {
    private static func folder(
        of target: ManifestDump.Target,
        among targets: [ManifestDump.Target],
        in root: String
    ) throws(ManifestError) -> String {
        let exists = { (path: String) in isFolder(URL(filePath: join(root, path))) == true }
        if let path = target.path {
            let folder = join("", path)
            if exists(folder) || target.type == "binary" {
                return folder
            }
            throw .noSources(target: target.name, folders: [folder])
        }
        if target.type == "binary" {
            return ""
        }
        let parents = parents(of: target.type)
        if let found = parents.map({ "\($0)/\(target.name)" }).first(where: exists) {
            return found
        }
        // Since tools version 5.9, the sources of the only target of its kind may be in the parent
        // folder itself, such as `Sources`.
        let others = targets.filter { Self.parents(of: $0.type) == parents && $0.path == nil }
        if others.count == 1, let parent = parents.first(where: exists) {
            return parent
        }
        throw .noSources(target: target.name, folders: parents.map { "\($0)/\(target.name)" })
    }

    private static func parents(of type: String) -> [String] {
        switch type {
        case "test": ["Tests"] + parents(of: "regular")
        case "plugin": ["Plugins"]
        default: ["Sources", "Source", "src", "srcs"]
        }
    }

    /// Joins paths and resolves `.`, `..` and repeated slashes.
    static func join(_ folder: String, _ name: String) -> String {
        var parts: [Substring] = []
        for part in "\(folder)/\(name)".split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return (folder.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
