import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Keeps other processes, and other locks of this one, from the same file until it is unlocked or the process ends.
struct FileLock {
    private let file: FileHandle

    /// Waits until nobody else has the lock; the file at `path` is made if it is not there, and stays.
    init(path: String) throws {
        if !FileManager.default.fileExists(atPath: path) {
            // One that another process makes at the same moment is kept.
            try? Data().write(to: URL(filePath: path), options: .withoutOverwriting)
        }
        file = try FileHandle(forUpdating: URL(filePath: path))
        while flock(file.fileDescriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ENOLCK) }
        }
    }

    /// Lets others have it.
    func unlock() { try? file.close() }
}
