public import Foundation

/// A folder for one test, which is removed when the object is released.
public final class TemporaryFolder: Sendable {
    /// The URL of the folder, whose path contains no symbolic links.
    public let url: URL

    public init() throws {
        let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        url = parent.appending(path: "test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the path of a file in the folder.
    public func path(_ name: String) -> String {
        url.appending(path: name).path
    }

    /// Writes a file, creates the folders that contain it, and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file.path
    }
}

extension TemporaryFolder {
    /// Creates a folder with files. The keys of `files` are paths, and the values are the contents
    /// of the files.
    public convenience init(files: [String: String]) throws {
        try self.init()
        for (path, text) in files {
            try write(text, to: path)
        }
    }

    /// Copies files and folders from `root` to the same paths below `target` in this folder.
    public func copy(_ paths: [String], from root: URL, to target: String = "") throws {
        for path in paths {
            let copy = url.appending(path: target).appending(path: path)
            try FileManager.default.createDirectory(
                at: copy.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try FileManager.default.copyItem(at: root.appending(path: path), to: copy)
        }
    }

    /// Writes a script for `/bin/sh`, and returns its path.
    @discardableResult
    public func writeScript(_ text: String, to name: String) throws -> String {
        let path = try write("#!/bin/sh\n\(text)\n", to: name)
        try setPermissions(0o755, of: name)
        return path
    }

    /// Creates a symbolic link, and returns its path.
    @discardableResult
    public func link(_ name: String, to destination: String) throws -> String {
        let link = path(name)
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: destination
        )
        return link
    }

    public func permissions(of name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return attributes[.posixPermissions] as? Int
    }

    public func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions],
            ofItemAtPath: path(name)
        )
    }

    /// Returns the contents of a file as a string.
    public func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// Returns the names of the files and folders in a folder in alphabetical order.
    public func names(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }

    public func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    public func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }

    /// Returns the contents of every file below a folder, by path. Excludes the files in `.git`.
    ///
    /// An empty folder is included with a slash at the end of its path.
    public func contents(of folder: String = "") throws -> [String: Data] {
        var contents: [String: Data] = [:]
        let root = url.appending(path: folder)
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path)
        where !name.hasPrefix(".git/") {
            let path = root.appending(path: name)
            contents[name] = try? Data(contentsOf: path)
            if contents[name] == nil,
                (try? FileManager.default.contentsOfDirectory(atPath: path.path))?.isEmpty == true
            {
                contents["\(name)/"] = Data()
            }
        }
        return contents
    }

    /// Returns the paths of the files below a folder that were added, changed or removed.
    ///
    /// - Parameter before: The previous result of ``contents(of:)``.
    public func differences(
        from before: [String: Data],
        in folder: String = ""
    ) throws -> [String] {
        let after = try contents(of: folder)
        let paths = Set(before.keys).union(after.keys)
        return paths.filter { before[$0] != after[$0] }.sorted()
    }
}
