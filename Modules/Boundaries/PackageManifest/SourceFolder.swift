import BoundaryRules
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
    /// Throws ``ManifestError/noSources(target:folders:)`` if the folder does not exist.
    init(
        of target: ManifestDump.Target,
        among targets: [ManifestDump.Target],
        in root: String
    ) throws(ManifestError) {
        let folder = try Self.folder(of: target, among: targets, in: root)
        let resources = target.resources.filter { !$0.rule.isCompiled }.map(\.path)
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
                path.isEmpty ? name : "\(path)/\(name)",
                endings,
                into: &found,
                visited: &visited
            )
        }
    }

    private static func isFolder(_ file: URL) -> Bool? {
        guard FileManager.default.fileExists(atPath: file.path) else {
            return nil
        }
        // Only a folder contains the entry `.`, so this expression is true for folders only.
        // Reading the resource values of the file would take fifty times as long.
        return FileManager.default.fileExists(atPath: file.path + "/.")
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
        let folder = URL(filePath: Self.join(root, path)).resolvingSymlinksInPath().path
        guard visited.insert(folder).inserted else { return }
        // If the path leads to a file, the list of names is empty, which ends the recursion.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            if Self.isSkipped(name) {
                continue
            }
            let child = path.isEmpty ? name : "\(path)/\(name)"
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

extension String {
    /// Returns this path relative to a folder, such as `../Shared/A.swift`. This path and the path
    /// of the folder must be absolute.
    func relative(to folder: String) -> String {
        let path = split(separator: "/")
        let base = folder.split(separator: "/")
        let common = zip(path, base).prefix { $0 == $1 }.count
        return (base.dropFirst(common).map { _ in ".." } + path.dropFirst(common)).joined(
            separator: "/"
        )
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
        case "test": ["Tests", "Sources", "Source", "src", "srcs"]
        case "plugin": ["Plugins"]
        default: ["Sources", "Source", "src", "srcs"]
        }
    }

    /// Joins paths and resolves `.`, `..` and repeated slashes.
    private static func join(_ folder: String, _ name: String) -> String {
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
        /// The plugins that the target uses. SwiftPM describes them like dependencies, for example
        /// `{"plugin": ["Boundaries", null]}`.
        let pluginUsages: [Dependency]?
        let publicHeadersPath: String?
        let settings: [Setting]?

        var isMainActorByDefault: Bool? {
            settings?.contains(where: \.isMainActorByDefault)
        }

        /// The options that the manifest passes to the compiler unchanged.
        var options: [String] { (settings ?? []).flatMap(\.options) }
        /// The names that are defined in every build, in conditions of `#if`.
        var defines: [String] { (settings ?? []).compactMap(\.define) }
        var headerSearchPaths: [String] { (settings ?? []).compactMap(\.headerSearchPath) }

        /// Whether a setting enables an upcoming feature of the compiler. The setting can have a
        /// condition.
        func enables(_ feature: String) -> Bool {
            let option = "-enable-upcoming-feature"
            return settings?.contains { $0.upcomingFeature == feature } == true
                || zip(options, options.dropFirst()).contains { $0 == option && $1 == feature }
        }
    }

    /// A build setting of a target, such as
    /// `{"tool": "swift", "kind": {"unsafeFlags": {"_0": ["-module-alias", "Model=Core"]}}}`.
    struct Setting: Decodable {
        let options: [String]
        let headerSearchPath: String?
        let upcomingFeature: String?
        /// The name that the setting defines for Swift code in every build, or `nil`.
        let define: String?
        /// Whether the setting is `{"kind": {"defaultIsolation": {"_0": "MainActor"}}}` and has no
        /// condition.
        let isMainActorByDefault: Bool

        private struct Condition: Decodable {}

        private struct Kind: Decodable {
            struct Isolation: Decodable {
                let _0: String?
            }

            let defaultIsolation: Isolation?
            let unsafeFlags: [String: [String]]?
            let headerSearchPath: [String: String]?
            let enableUpcomingFeature: [String: String]?
            let define: [String: String]?
        }

        private enum CodingKeys: String, CodingKey {
            case kind
            case condition
            case tool
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let kind = try container.decodeIfPresent(Kind.self, forKey: .kind)
            let condition = try container.decodeIfPresent(Condition.self, forKey: .condition)
            isMainActorByDefault = condition == nil && kind?.defaultIsolation?._0 == "MainActor"
            options = kind?.unsafeFlags?["_0"] ?? []
            headerSearchPath = kind?.headerSearchPath?["_0"]
            upcomingFeature = kind?.enableUpcomingFeature?["_0"]
            let tool = try container.decodeIfPresent(String.self, forKey: .tool)
            define = tool == "swift" && condition == nil ? kind?.define?["_0"] : nil
        }
    }

    /// A product, such as
    /// `{"name": "Home", "targets": ["Home"], "type": {"library": ["automatic"]}}`.
    struct Product: Decodable {
        let name: String
        let targets: [String]
        /// The kind of the product, such as `library`, as the only key. For a library, the value
        /// contains `automatic`, `static` or `dynamic`.
        let type: [String: [String]?]

        var library: LibraryProduct? {
            guard let kinds = type["library"] else { return nil }
            return LibraryProduct(
                name: name,
                isDynamic: kinds?.contains("dynamic") == true,
                targets: targets
            )
        }
    }

    struct Resource: Decodable {
        let path: String
        let rule: Rule

        /// The rule for a resource: `{"copy": {}}`, `{"process": {}}` or `{"embedInCode": {}}`.
        struct Rule: Decodable {
            let isCompiled: Bool

            init(from decoder: any Decoder) throws {
                let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
                isCompiled = names == ["process"]
            }
        }
    }

    /// A dependency of a target: `{"byName": ["Core", null]}`, `{"target": ["Core", null]}` or
    /// `{"product": ["Logging", "swift-log", …]}`.
    struct Dependency: Decodable, Hashable {
        let name: String
        /// The package that provides the product, or `nil` if the manifest names no package.
        let package: String?
        /// Whether the dependency has a condition, such as `.when(platforms: [.linux])`.
        let isConditional: Bool

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.container(keyedBy: AnyKey.self)
            guard let kind = kinds.allKeys.first else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: decoder.codingPath,
                        debugDescription: "a dependency without a kind"
                    )
                )
            }
            var parts = try kinds.nestedUnkeyedContainer(forKey: kind)
            name = try parts.decode(String.self)
            let namesPackage = ["product", "plugin"].contains(kind.stringValue)
            package = namesPackage ? try parts.decodeIfPresent(String.self) : nil
            var hasCondition = false
            while !parts.isAtEnd {
                // The condition is the last value. In a dependency on a product, the module aliases
                // precede it.
                hasCondition = try parts.decodeIfPresent(Ignored.self) != nil
            }
            isConditional = hasCondition
        }

        private struct Ignored: Decodable {}
    }

    /// A dependency on another package.
    ///
    /// A package on this machine has the form
    /// `{"fileSystem": [{"identity": "logs", "path": "/home/me/Logs"}]}`. A repository on this
    /// machine has the form `{"sourceControl": [{"location": {"local": ["/home/me/Logs"]}}]}`, and
    /// other packages have a URL.
    struct Package: Decodable {
        struct Folder: Decodable {
            let identity: String
            let path: String
        }

        private struct Repository: Decodable {
            struct Location: Decodable {
                let local: [String]?
            }

            let location: Location
        }

        /// The folder of the package if it is on this machine.
        let fileSystem: [Folder]?
        private let sourceControl: [Repository]?

        /// The paths of the package or the repository if it is on this machine.
        var localPaths: [String] {
            let repositories = (sourceControl ?? []).flatMap { $0.location.local ?? [] }
            return (fileSystem ?? []).map(\.path) + repositories
        }
    }

    let name: String
    let dependencies: [Package]
    let targets: [Target]
    let products: [Product]?
    let toolsVersion: ToolsVersion?

    /// The tools version of the package, such as `{"_version": "6.0.0"}`.
    struct ToolsVersion: Decodable {
        let _version: String
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) {
        self.stringValue = stringValue
    }
    init?(intValue: Int) {
        nil
    }
}
