import Core
import Foundation
import TextEncodings
import TransferInterface

/// A file, pipe, terminal or device that is read in pieces.
struct SourceFile {
    private static let pieceSize = 1 << 16
    let name: String
    /// The number of bytes to read; nil for a pipe, a terminal or a device.
    let size: Int?
    private let handle: FileHandle?
    private var text: ArraySlice<UInt8> = []
    private var hasEnded = false

    /// Opens a file, or standard input without a path.
    init(opening path: String?, standardInput: FileHandle) throws(TransferError) {
        name = path ?? "standard input"
        let handle = try TransferError.unreadable(name) {
            try path.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) } ?? standardInput
        }
        (self.handle, size) = (handle, Self.remainingSize(of: handle))
    }

    /// Creates a file whose text is already read.
    init(named name: String, text: [UInt8]) {
        (self.name, handle, self.text, size) = (name, nil, text[...], text.count)
    }

    /// Waits for the next piece. Only the last piece can be shorter than the others; at the end, the piece is empty.
    mutating func next() throws(TransferError) -> [UInt8] {
        guard let handle else {
            defer { text = text.dropFirst(Self.pieceSize) }
            return Array(text.prefix(Self.pieceSize))
        }
        var piece: [UInt8] = []
        while piece.count < Self.pieceSize, !hasEnded {
            let missing = Self.pieceSize - piece.count
            let data = try TransferError.unreadable(name) { try handle.read(upToCount: missing) ?? Data() }
            piece += data
            // Reading a terminal again after its end would wait for more input, so the user would have to end the input twice.
            hasEnded = data.isEmpty || (data.count < missing && isatty(handle.fileDescriptor) == 1)
        }
        return piece
    }

    private static func remainingSize(of handle: FileHandle) -> Int? {
        guard let offset = try? handle.offset(), let end = try? handle.seekToEnd(), end > 0,
            (try? handle.seek(toOffset: offset)) != nil
        else { return nil }
        return Int(end - min(offset, end))
    }
}

/// The format of a file, and the decoder of its text.
struct SourceText {
    let format: ImportFormat
    var decoder: WebDecoder

    /// Detects the encoding, and the format unless it is given, from the first piece of a file. A byte order mark takes precedence over the declaration of an
    /// HTML or XML file, and that over the bytes.
    init(beginning: [UInt8], name: String, format: ImportFormat?) throws(TransferError) {
        let plain = WebEncoding.sniff(plainText: beginning)
        var sample = WebDecoder(plain)
        let text = sample.decode(beginning)[...]
        if let unsupported = UnsupportedFormat(beginning: beginning, text: text) {
            throw .unsupportedFormat(name: name, unsupported)
        }
        self.format = if let format { format } else { try ImportFormat(detecting: text, name: name) }
        let isMarkup = self.format == .netscape || self.format == .xbel
        decoder = WebDecoder(isMarkup ? WebEncoding.sniff(beginning, contentType: nil) : plain)
    }
}
