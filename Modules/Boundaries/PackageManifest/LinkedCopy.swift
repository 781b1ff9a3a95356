import Foundation

/// A copy of a package in which some files have different contents. All other entries are symbolic
/// links. The copy is removed when it is released.
struct LinkedCopy {
    let path: String
    private let folder: TemporaryDirectory

    /// Creates a copy of the package in the folder `root`.
    ///
    /// - Parameters:
    ///   - files: The contents of files in the root folder by name.
    ///   - linksNeighbors: Whether the copy has the same neighboring folders as the package. A
    ///     manifest can read their files.
    init(of root: String, replacing files: [String: Data], linksNeighbors: Bool) throws {
        let package = URL(filePath: root).standardizedFileURL.resolvingSymlinksInPath()
        folder = try TemporaryDirectory()
        var copy = folder.url
        if linksNeighbors {
            let parent = package.deletingLastPathComponent()
            try Self.link(parent, in: copy, except: [package.lastPathComponent])
            copy = copy.appending(path: package.lastPathComponent)
            try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        }
        try Self.link(package, in: copy, except: files.keys + [".git", ".build"])
        for (name, contents) in files {
            try contents.write(to: copy.appending(path: name))
        }
        path = copy.path
    }

    private static func link(_ original: URL, in copy: URL, except names: [String]) throws {
        let manager = FileManager.default
        for name in try manager.contentsOfDirectory(atPath: original.path)
        where !names.contains(name) {
            try manager.createSymbolicLink(
                at: copy.appending(path: name),
                withDestinationURL: original.appending(path: name)
            )
        }
    }
}
