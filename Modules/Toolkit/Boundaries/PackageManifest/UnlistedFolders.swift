public import BoundaryRules
import Foundation

extension PackageSet {
    /// Returns the folders that a path of a layer names, and that contain Swift files, but that are
    /// neither part of a target nor contain one. A folder can contain another one.
    ///
    /// Paths with `**` are ignored, because they can name every folder of the package. Other
    /// packages in such a folder do not count.
    public func unlistedFolders(in rules: LayerRules) -> [String] {
        let targets = Set(graph.modules.filter { $0.kind != .external }.map(\.folder))
        let parents = Set(targets.flatMap(\.enclosingFolders))
        let patterns = rules.layers.flatMap(\.paths).map(\.text).filter { !$0.contains("**") }
        let folders = Set(patterns.flatMap(self.folders)).filter { folder in
            !targets.contains(folder) && !parents.contains(folder)
                && targets.isDisjoint(with: folder.enclosingFolders) && hasSwiftFiles(folder)
        }
        return folders.sorted()
    }

    private func folders(matching pattern: String) -> [String] {
        var found = [""]
        for name in pattern.split(separator: "/") {
            let part = PathPattern(String(name))
            found = found.flatMap { folder in
                subfolders(of: folder).filter(part.matches)
                    .map { folder.appendingPath($0) }
            }
        }
        return found
    }

    private func subfolders(of folder: String) -> [String] {
        let place = URL(filePath: root).appending(path: folder)
        let contents = try? FileManager.default.contentsOfDirectory(
            at: place,
            includingPropertiesForKeys: [.isDirectoryKey],
            options: .skipsHiddenFiles
        )
        return (contents ?? []).filter(\.hasDirectoryPath).map(\.lastPathComponent)
    }

    private func hasSwiftFiles(_ folder: String) -> Bool {
        let place = URL(filePath: root).appending(path: folder)
        let files = FileManager.default.enumerator(
            at: place,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        guard let files else { return false }
        let manifest = place.appending(path: "Package.swift").path
        guard !manifest.fileExists else { return false }
        var hasFiles = false
        for case let file as URL in files {
            let inner = file.appending(path: "Package.swift").path
            if inner.fileExists {
                files.skipDescendants()
            }
            hasFiles = hasFiles || file.pathExtension == "swift"
        }
        return hasFiles
    }
}

extension String {
    /// The paths of the folders that contain the file or folder at this path.
    fileprivate var enclosingFolders: [String] {
        indices.filter { self[$0] == "/" }.map { String(self[..<$0]) }
    }
}
