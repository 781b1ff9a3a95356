import Core
import Foundation
import TransferInterface

/// A regular file that is read in pieces.
///
/// What comes from elsewhere, such as a pipe, is copied to a temporary file first: it may take its time, and nobody should
/// hold the library meanwhile.
struct SourceFile {
    /// The size of a piece; bytes.
    static let pieceSize = 1 << 16

    /// What people call it.
    let name: String
    /// The bytes that are left of it when it is opened.
    let size: Int

    private let handle: FileHandle

    /// Opens the source, and waits for the end of what is no regular file.
    ///
    /// - Parameter copied: Called for each piece that is copied, with the size of all so far.
    /// - Throws: `TransferError.unreadable`, `TransferError.unwritable`, and what `copied` throws.
    init(opening source: TransferSource, standardInput: FileHandle, _ copied: ([UInt8], Int) throws -> Void) throws {
        let original: FileHandle
        name = source.name
        switch source {
        case .standardInput: original = standardInput
        case .file(let path):
            do {
                original = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            } catch {
                throw TransferError.unreadable(name: path, reason: error.systemReason)
            }
        }
        if let size = Self.sizeOfRegularFile(original) {
            self.size = size
            handle = original
        } else {
            (handle, size) = try Self.copy(original, name: name, copied)
        }
    }

    /// The next piece, which is a whole one but for the last; empty at the end.
    ///
    /// - Throws: `TransferError.unreadable`.
    func next() throws(TransferError) -> [UInt8] {
        var piece: [UInt8] = []
        while piece.count < Self.pieceSize {
            let more = try Self.read(handle, upTo: Self.pieceSize - piece.count, name: name)
            if more.isEmpty { break }
            piece.append(contentsOf: more)
        }
        return piece
    }

    /// How much is left of a regular file; nil for what cannot say, such as a pipe, a terminal or a device.
    private static func sizeOfRegularFile(_ handle: FileHandle) -> Int? {
        guard let offset = try? handle.offset(), let end = try? handle.seekToEnd(), end > 0,
            (try? handle.seek(toOffset: offset)) != nil
        else { return nil }
        return Int(end - min(offset, end))
    }

    private static func read(_ handle: FileHandle, upTo count: Int, name: String) throws(TransferError) -> Data {
        do {
            return try handle.read(upToCount: count) ?? Data()
        } catch {
            throw .unreadable(name: name, reason: error.systemReason)
        }
    }

    /// Copies what comes to a file that nobody else can open, and that is gone with the process.
    private static func copy(
        _ original: FileHandle, name: String, _ copied: ([UInt8], Int) throws -> Void
    ) throws -> (FileHandle, Int) {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("shelf-import-\(UUID().uuidString)")
        let copy: FileHandle
        do {
            try Data().write(to: url, options: .withoutOverwriting)
            defer { try? FileManager.default.removeItem(at: url) }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
            copy = try FileHandle(forUpdating: url)
        } catch {
            throw TransferError.unwritable(name: url.path, reason: error.systemReason)
        }
        var size = 0
        while true {
            let piece = try read(original, upTo: pieceSize, name: name)
            if piece.isEmpty { break }
            do {
                try copy.write(contentsOf: piece)
            } catch {
                throw TransferError.unwritable(name: url.path, reason: error.systemReason)
            }
            size += piece.count
            try copied(Array(piece), size)
            // A terminal forgets that it has ended, and would have to be told so twice.
            if piece.count < pieceSize, isatty(original.fileDescriptor) == 1 { break }
        }
        try copy.seek(toOffset: 0)
        return (copy, size)
    }
}

extension TransferSource {
    /// What people call it.
    var name: String {
        switch self {
        case .standardInput: "standard input"
        case .file(let path): path
        }
    }
}
