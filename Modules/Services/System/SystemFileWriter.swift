import Core
import Foundation

/// A file writer that writes a temporary file next to the destination, and renames the file when it
/// is complete.
package struct SystemFileWriter: FileWriter {
    package init() {}

    package func write(
        to path: String,
        _ body: (_ write: @Sendable (String) throws -> Void) async throws -> Void
    ) async throws {
        let destination = URL(filePath: path).resolvingSymlinksInPath()
        let old = try? FileManager.default.attributesOfItem(atPath: destination.path)
        guard old == nil || old?[.type] as? FileAttributeType == .typeRegular else {
            return try await fill(destination, path, body)
        }
        let temporary = destination.deletingLastPathComponent()
            .appending(path: ".\(destination.lastPathComponent).\(UUID().uuidString)")
        do {
            try convertingErrors(of: path) {
                try Data().write(to: temporary, options: .withoutOverwriting)
                if let permissions = old?[.posixPermissions] {
                    let attributes = [FileAttributeKey.posixPermissions: permissions]
                    try FileManager.default.setAttributes(attributes, ofItemAtPath: temporary.path)
                }
            }
            try await fill(temporary, path, body)
            try convertingErrors(of: path) {
                // Foundation cannot replace a file on every platform. Both paths are valid for the
                // call.
                guard unsafe rename(temporary.path, destination.path) == 0 else {
                    throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
                }
            }
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw error
        }
    }

    /// Writes the texts that `body` passes to an existing file.
    private func fill(
        _ file: URL,
        _ path: String,
        _ body: (_ write: @Sendable (String) throws -> Void) async throws -> Void
    ) async throws {
        let handle = try convertingErrors(of: path) { try FileHandle(forWritingTo: file) }
        try await body { text in
            try convertingErrors(of: path) { try handle.write(contentsOf: Data(text.utf8)) }
        }
        try convertingErrors(of: path) {
            // Synchronizing fails for files that are not on a disk.
            try? handle.synchronize()
            try handle.close()
        }
    }

    /// Converts errors of the system to errors with the path that the caller gave.
    private func convertingErrors<Result>(
        of path: String,
        _ body: () throws -> Result
    ) throws(FileError) -> Result {
        do {
            return try body()
        } catch {
            throw FileError(path: path, error)
        }
    }
}
