public import Foundation

/// A temporary folder that is removed when its last reference is released.
public final class TemporaryDirectory: Sendable {
    public let url: URL

    public init() throws {
        url = Self.unusedURL
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The URL of a temporary file or folder that does not exist.
    public static var unusedURL: URL {
        FileManager.default.temporaryDirectory.appending(path: "bulkhead-\(UUID().uuidString)")
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
