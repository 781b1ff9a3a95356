import Foundation

/// A lock on a file that only one process holds at a time. It is released with its last reference,
/// or when the process ends.
public final class FileLock: Sendable {
    private let file: FileHandle

    /// Locks an existing file. If another process holds the lock, calls `reportWait`, and waits.
    public init(_ path: String, reportWait: () -> Void) async throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw ManifestError.unreadable(path: path, reason: "permission denied")
        }
        self.file = file
        // Other errors are ignored, because not every file system supports locks.
        let isLockedElsewhere = {
            flock(file.fileDescriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        }
        if isLockedElsewhere() {
            reportWait()
        }
        while isLockedElsewhere() {
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
