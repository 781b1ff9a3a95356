public import Foundation

/// A temporary folder that is removed when its last reference is released.
public final class TemporaryDirectory: Sendable {
    public let url: URL

    public init() throws {
        url = Self.unusedURL
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The beginning of the names of the temporary files and folders of this process.
    private static let prefix = "bulkhead-\(UUID().uuidString.prefix(8))-"

    /// The URL of a temporary file or folder that does not exist.
    public static var unusedURL: URL {
        FileManager.default.temporaryDirectory.appending(path: prefix + UUID().uuidString)
    }

    /// Removes all temporary files and folders of this process. A program calls this function
    /// before it exits, because objects are not released then.
    public static func removeAll() {
        let folder = FileManager.default.temporaryDirectory
        for name in FileManager.default.names(in: folder.path) where name.hasPrefix(prefix) {
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

extension FileManager {
    /// Returns the names of the files and folders in a folder, or an empty array if the folder
    /// cannot be read.
    public func names(in folder: String) -> [String] {
        (try? contentsOfDirectory(atPath: folder)) ?? []
    }
}
