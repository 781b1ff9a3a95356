import Core
import Foundation
import TransferInterface

/// A file, a pipe, a terminal or a device that is read in pieces.
struct SourceFile {
    /// The size of a piece; bytes.
    static let pieceSize = 1 << 16

    /// What people call it.
    let name: String
    /// The bytes that are left of it when it is opened; nil for a pipe, a terminal or a device.
    let size: Int?

    private let handle: FileHandle
    private var hasEnded = false

    /// Opens the source.
    ///
    /// - Throws: `TransferError.unreadable`.
    init(opening source: TransferSource, standardInput: FileHandle) throws(TransferError) {
        name = source.name
        switch source {
        case .standardInput: handle = standardInput
        case .file(let path):
            do {
                handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            } catch {
                throw .unreadable(name: path, reason: error.systemReason)
            }
        }
        size = Self.sizeOfRegularFile(handle)
    }

    /// The next piece, which is a whole one but for the last; empty at the end. It waits for what comes slowly.
    ///
    /// - Throws: `TransferError.unreadable`.
    mutating func next() throws(TransferError) -> [UInt8] {
        var piece: [UInt8] = []
        while piece.count < Self.pieceSize, !hasEnded {
            let wanted = Self.pieceSize - piece.count
            let more = try read(upTo: wanted)
            piece.append(contentsOf: more)
            // A terminal forgets that it has ended, and would have to be told so twice.
            hasEnded = more.isEmpty || (more.count < wanted && isatty(handle.fileDescriptor) == 1)
        }
        return piece
    }

    private func read(upTo count: Int) throws(TransferError) -> Data {
        do {
            return try handle.read(upToCount: count) ?? Data()
        } catch {
            throw .unreadable(name: name, reason: error.systemReason)
        }
    }

    /// How much is left of a regular file; nil for what cannot say, such as a pipe, a terminal or a device.
    private static func sizeOfRegularFile(_ handle: FileHandle) -> Int? {
        guard let offset = try? handle.offset(), let end = try? handle.seekToEnd(), end > 0,
            (try? handle.seek(toOffset: offset)) != nil
        else { return nil }
        return Int(end - min(offset, end))
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
