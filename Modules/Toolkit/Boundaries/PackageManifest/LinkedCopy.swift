package import Foundation

/// A copy of a package in which some files have different contents. All other entries are symbolic
/// links. The copy is removed when it is released.
package struct LinkedCopy {
    package let path: String
    private let folder: TemporaryDirectory

    /// Creates a copy of the package in the folder `root`.
    ///
    /// - Parameters:
    ///   - files: The contents of files in the root folder by name.
    ///   - linksNeighbors: Whether the copy has the same neighboring folders as the package. A
    ///     manifest can read their files. The copy never belongs to a repository.
    package init(of root: String, replacing files: [String: Data], linksNeighbors: Bool) throws {
        let package = URL(filePath: root).standardizedFileURL.resolvingSymlinksInPath()
        folder = try TemporaryDirectory()
        var copy = folder.url
        if linksNeighbors {
            let parent = package.deletingLastPathComponent()
            let name = package.lastPathComponent
            try FileManager.default.linkContents(of: parent, in: copy, except: [name, ".git"])
            copy = copy.appending(path: name)
        }
        let others = Set(files.keys).union([".git", ".build"])
        try FileManager.default.linkContents(of: package, in: copy, except: others)
        for (name, contents) in files {
            try contents.write(to: copy.appending(path: name))
        }
        path = copy.path
    }
}

extension FileManager {
    /// Creates or updates a folder of symbolic links to the entries of another folder, except for
    /// entries with the given names. Removes links to entries that no longer exist.
    func linkContents(of folder: URL, in copy: URL, except names: Set<String>) throws {
        try createDirectory(at: copy, withIntermediateDirectories: true)
        let linked = Set(try contentsOfDirectory(atPath: folder.path)).subtracting(names)
        for name in try contentsOfDirectory(atPath: copy.path)
        where !linked.contains(name) && !names.contains(name) {
            try removeItem(at: copy.appending(path: name))
        }
        for name in linked {
            let link = copy.appending(path: name).path
            let original = folder.appending(path: name).path
            if (try? destinationOfSymbolicLink(atPath: link)) == original {
                continue
            }
            try? removeItem(atPath: link)
            try createSymbolicLink(atPath: link, withDestinationPath: original)
        }
    }
}
