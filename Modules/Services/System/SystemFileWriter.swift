import Core
import Foundation

/// A file writer that writes a temporary file next to the destination, and renames the file when it
/// is complete.
///
/// The writer locks its temporary file. A temporary file that is not locked was left by a process
/// that was killed, and the next writer with the same destination removes it.
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
        TemporaryFile.removeStaleFiles(of: destination)
        let temporary = try convertingErrors(of: path) { try TemporaryFile(of: destination) }
        do {
            try convertingErrors(of: path) {
                if let permissions = old?[.posixPermissions] {
                    let attributes = [FileAttributeKey.posixPermissions: permissions]
                    try FileManager.default.setAttributes(
                        attributes,
                        ofItemAtPath: temporary.url.path
                    )
                }
            }
            try await fill(temporary.url, path, body)
            try convertingErrors(of: path) {
                // The C function is called because on some platforms, Foundation cannot replace an
                // existing file. Both C strings are valid for the duration of the call.
                guard unsafe rename(temporary.url.path, destination.path) == 0 else {
                    throw systemError()
                }
            }
        } catch {
            try? FileManager.default.removeItem(at: temporary.url)
            throw error
        }
        temporary.unlock()
    }

    /// Opens an existing file, and writes the strings that `body` passes to its argument.
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
            // Synchronization fails for files that are not on a disk, such as pipes, so its errors
            // are ignored.
            try? handle.synchronize()
            try handle.close()
        }
    }

    /// Runs `body`, and converts its errors to file errors that contain `path`.
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

/// The temporary file for a destination. The system releases the lock on the file when the process
/// ends.
///
/// A lock distinguishes the file of a running process from the file of a killed process. Unlike
/// process IDs, locks also work across containers and machines.
private struct TemporaryFile {
    let url: URL
    private let handle: FileHandle

    /// Creates and locks an empty file next to the destination.
    init(of destination: URL) throws {
        while true {
            let url = destination.deletingLastPathComponent()
                .appending(path: Self.prefix(of: destination) + UUID().uuidString)
            // The path is valid for the duration of the call, which keeps no pointer to it.
            let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else {
                throw systemError()
            }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            // A failure is ignored, because not every file system supports locks. Without locks,
            // stale files are not removed.
            flock(descriptor, LOCK_EX)
            // Another writer may have removed the file before it was locked. In that case, try
            // again.
            if FileManager.default.fileExists(atPath: url.path) {
                self.url = url
                self.handle = handle
                return
            }
        }
    }

    func unlock() {
        try? handle.close()
    }

    /// Removes the temporary files for a destination that no process has locked.
    static func removeStaleFiles(of destination: URL) {
        let folder = destination.deletingLastPathComponent()
        let prefix = prefix(of: destination)
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names ?? [] where name.hasPrefix(prefix) {
            guard UUID(uuidString: String(name.dropFirst(prefix.count))) != nil,
                let file = FileHandle(forUpdatingAtPath: folder.appending(path: name).path),
                flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            try? FileManager.default.removeItem(at: folder.appending(path: name))
            try? file.close()
        }
    }

    private static func prefix(of destination: URL) -> String {
        ".\(destination.lastPathComponent)."
    }
}

/// Returns the error that the last system call stored in `errno`.
private func systemError() -> NSError {
    NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
}
