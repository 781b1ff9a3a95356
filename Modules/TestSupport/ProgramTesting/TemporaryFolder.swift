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
