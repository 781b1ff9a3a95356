import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is written beside the one that it replaces, and takes its place once it is whole.
///
/// What is no regular file, such as a pipe or a device, is written to as it is.
struct ReplacedFile: Sendable {
    private let path: String
    private let destination: URL
    private let temporary: URL?
    private let handle: FileHandle

    /// Begins a file; the one at `path`, if there is one, stays as it is.
    init(_ path: String) throws(OutputError) {
        self.path = path
        destination = URL(filePath: path).resolvingSymlinksInPath()
        let old = try? FileManager.default.attributesOfItem(atPath: destination.path)
        do {
            guard old == nil || old?[.type] as? FileAttributeType == .typeRegular else {
                temporary = nil
                handle = try FileHandle(forWritingTo: destination)
                return
            }
            let name = ".\(destination.lastPathComponent).\(UUID().uuidString)"
            let temporary = destination.deletingLastPathComponent().appending(path: name)
            try Data().write(to: temporary)
            if let permissions = old?[.posixPermissions] {
                try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: temporary.path)
            }
            self.temporary = temporary
            handle = try FileHandle(forWritingTo: temporary)
        } catch {
            throw .file(path: path, reason: Failure.reason(of: error))
        }
    }

    /// Writes what `body` hands on, and puts the file into its place; when something fails, nothing is left of it.
    func write(_ body: (_ write: @Sendable (String) throws -> Void) async throws -> Void) async throws {
        do {
            try await body { text throws(OutputError) in try write(text) }
            try finish()
        } catch {
            if let temporary { try? FileManager.default.removeItem(at: temporary) }
            throw error
        }
    }

    private func write(_ text: String) throws(OutputError) {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            throw .file(path: path, reason: Failure.reason(of: error))
        }
    }

    private func finish() throws(OutputError) {
        do {
            try handle.close()
        } catch {
            throw .file(path: path, reason: Failure.reason(of: error))
        }
        guard let temporary else { return }
        // Foundation cannot replace a file on every platform, and a path is a string until the call returns.
        guard unsafe rename(temporary.path, destination.path) == 0 else {
            let error = NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
            throw .file(path: path, reason: Failure.reason(of: error))
        }
    }
}
