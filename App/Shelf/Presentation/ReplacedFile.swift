import Foundation

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
        let type = try? FileManager.default.attributesOfItem(atPath: destination.path)[.type] as? FileAttributeType
        do {
            guard type == nil || type == .typeRegular else {
                temporary = nil
                handle = try FileHandle(forWritingTo: destination)
                return
            }
            let name = ".\(destination.lastPathComponent).\(UUID().uuidString)"
            let temporary = destination.deletingLastPathComponent().appending(path: name)
            try Data().write(to: temporary)
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
            guard let temporary else { return }
            if FileManager.default.fileExists(atPath: destination.path) {
                _ = try FileManager.default.replaceItemAt(destination, withItemAt: temporary)
            } else {
                try FileManager.default.moveItem(at: temporary, to: destination)
            }
        } catch {
            throw .file(path: path, reason: Failure.reason(of: error))
        }
    }
}
