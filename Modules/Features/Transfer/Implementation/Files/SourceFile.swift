import Foundation
import TransferInterface

/// A file that is read in pieces.
struct SourceFile {
    /// The size of a piece; bytes.
    static let pieceSize = 1 << 16

    /// What people call it.
    let name: String
    /// Its size in bytes, or nil when that cannot be known.
    let size: Int?

    private let handle: FileHandle

    /// Opens the source.
    ///
    /// - Throws: `TransferError.unreadable`.
    init(opening source: TransferSource, standardInput: FileHandle) throws(TransferError) {
        switch source {
        case .standardInput:
            name = "standard input"
            size = nil
            handle = standardInput
        case .file(let path):
            name = path
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            let isRegular = attributes?[.type] as? FileAttributeType == .typeRegular
            size = isRegular ? attributes?[.size] as? Int : nil
            do {
                handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            } catch {
                throw .unreadable(name: path, reason: SystemReason.text(of: error))
            }
        }
    }

    /// The next piece, which is a whole one but for the last; nil at the end.
    ///
    /// - Throws: `TransferError.unreadable`.
    func next() throws(TransferError) -> [UInt8]? {
        var piece: [UInt8] = []
        do {
            while piece.count < Self.pieceSize,
                let data = try handle.read(upToCount: Self.pieceSize - piece.count), !data.isEmpty
            {
                piece.append(contentsOf: data)
            }
        } catch {
            throw .unreadable(name: name, reason: SystemReason.text(of: error))
        }
        return piece.isEmpty ? nil : piece
    }
}
