import Foundation
import TransferInterface

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is written in pieces, and replaces the one at its place once it is whole.
///
/// The pieces go to a temporary file beside it; what is no regular file, such as a pipe or a device, is written to.
struct DestinationFile {
    /// How much text is gathered before it is written; bytes.
    private static let pieceSize = 1 << 16

    private let name: String
    private let handle: FileHandle
    /// The temporary file, and the path that it is for; nil where there is none.
    private let replacement: (temporary: String, path: String)?
    private var gathered: [UInt8] = []

    /// Opens the destination.
    ///
    /// - Throws: `TransferError.unwritable`.
    init(opening destination: TransferDestination, standardOutput: FileHandle) throws(TransferError) {
        switch destination {
        case .standardOutput:
            name = "standard output"
            handle = standardOutput
            replacement = nil
        case .file(let path):
            name = path
            do {
                (handle, replacement) = try Self.open(URL(fileURLWithPath: path).resolvingSymlinksInPath())
            } catch {
                throw .unwritable(name: path, reason: SystemReason.text(of: error))
            }
        }
    }

    /// Adds text to the file.
    ///
    /// - Throws: `TransferError.unwritable`.
    mutating func write(_ text: String) throws(TransferError) {
        gathered.append(contentsOf: text.utf8)
        if gathered.count >= Self.pieceSize { try flush() }
    }

    /// Puts the file at its place.
    ///
    /// - Throws: `TransferError.unwritable`.
    mutating func finish() throws(TransferError) {
        try flush()
        guard let replacement else { return }
        do {
            try handle.synchronize()
            try handle.close()
        } catch {
            throw .unwritable(name: name, reason: SystemReason.text(of: error))
        }
        // Foundation cannot replace a file on every platform, and a path is a string until the call returns.
        guard unsafe rename(replacement.temporary, replacement.path) == 0 else {
            let error = NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
            throw .unwritable(name: name, reason: SystemReason.text(of: error))
        }
    }

    /// Forgets what was written, and leaves the file at its place as it was.
    func discard() {
        guard let replacement else { return }
        try? handle.close()
        try? FileManager.default.removeItem(atPath: replacement.temporary)
    }

    private mutating func flush() throws(TransferError) {
        defer { gathered.removeAll(keepingCapacity: true) }
        do {
            try handle.write(contentsOf: gathered)
        } catch {
            throw .unwritable(name: name, reason: SystemReason.text(of: error))
        }
    }

    private static func open(_ url: URL) throws -> (FileHandle, (temporary: String, path: String)?) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        let type = attributes?[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else { return (try FileHandle(forWritingTo: url), nil) }
        let temporary = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
        try Data().write(to: temporary, options: .withoutOverwriting)
        if let permissions = attributes?[.posixPermissions] {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: temporary.path)
        }
        return (try FileHandle(forWritingTo: temporary), (temporary.path, url.path))
    }
}
