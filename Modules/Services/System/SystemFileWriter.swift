import Core
import Foundation

/// Writes files beside those that they replace, and renames them once they are whole.
package struct SystemFileWriter: FileWriter {
    /// Makes the writer.
    package init() {}

    package func write(
        to path: String, _ body: (_ write: @Sendable (String) throws -> Void) async throws -> Void
    ) async throws {
        let destination = URL(filePath: path).resolvingSymlinksInPath()
        let old = try? FileManager.default.attributesOfItem(atPath: destination.path)
        guard old == nil || old?[.type] as? FileAttributeType == .typeRegular else {
            return try await fill(destination, path, body)
        }
        let temporary = destination.deletingLastPathComponent()
            .appending(path: ".\(destination.lastPathComponent).\(UUID().uuidString)")
        do {
            try naming(path) {
                try Data().write(to: temporary, options: .withoutOverwriting)
                if let permissions = old?[.posixPermissions] {
                    let attributes = [FileAttributeKey.posixPermissions: permissions]
                    try FileManager.default.setAttributes(attributes, ofItemAtPath: temporary.path)
                }
            }
            try await fill(temporary, path, body)
            try naming(path) {
                // Foundation cannot replace a file on every platform, and a path is a string until the call returns.
                guard unsafe rename(temporary.path, destination.path) == 0 else {
                    throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
                }
            }
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw error
        }
    }

    /// Writes what `body` hands on to a file that is there.
    private func fill(
        _ file: URL, _ path: String, _ body: (_ write: @Sendable (String) throws -> Void) async throws -> Void
    ) async throws {
        let handle = try naming(path) { try FileHandle(forWritingTo: file) }
        try await body { text in try naming(path) { try handle.write(contentsOf: Data(text.utf8)) } }
        try naming(path) {
            // What has no disk under it cannot be brought there.
            try? handle.synchronize()
            try handle.close()
        }
    }

    /// Has errors of the system name the file as the caller named it.
    private func naming<Result>(_ path: String, _ body: () throws -> Result) throws(FileError) -> Result {
        do {
            return try body()
        } catch {
            throw FileError(path: path, error)
        }
    }
}
