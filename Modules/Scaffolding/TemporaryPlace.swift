import Foundation

/// The folder of the system for what is soon gone, in which the programs that this tool calls leave what they say.
public enum TemporaryPlace {
    /// Refuses to begin where nothing can be written there, which each of those programs would else be blamed for.
    ///
    /// - Throws: ``ScaffoldingError/cannotWrite(path:reason:)``.
    public static func check() throws(ScaffoldingError) {
        let place = FileManager.default.temporaryDirectory
        let folder = place.appending(path: "bulkhead-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.removeItem(at: folder)
        } catch {
            throw .cannotWrite(path: place.path, reason: error.localizedDescription)
        }
    }
}
