import Core
import Foundation
import TextEncodings
import TransferInterface

/// A file, pipe, terminal or device that is read in pieces.
struct ImportSource {
    private static let pieceSize = 1 << 16

    let name: String
    /// The number of bytes to read, or `nil` for a pipe, a terminal or a device.
    let size: Int?
    private let handle: FileHandle?
    private var text: ArraySlice<UInt8> = []
    private var hasEnded = false

    /// Creates a source by opening a file.
    init(opening path: String) throws(TransferError) {
        let handle = try TransferError.unreadable(path) {
            try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        }
        self.init(named: path, handle: handle)
    }

    /// Creates a source that reads the rest of an open file.
    init(named name: String, handle: FileHandle) {
        self.name = name
        self.handle = handle
        size = Self.remainingSize(of: handle)
    }

    /// Creates a file whose contents have already been read.
    init(named name: String, text: [UInt8]) {
        self.name = name
        handle = nil
        self.text = text[...]
        size = text.count
    }

    /// Waits for the next piece and returns it. The piece is empty at the end of the file.
    ///
    /// Only the last piece can be shorter than the others.
    mutating func next() throws(TransferError) -> [UInt8] {
        guard let handle else {
            defer {
                text = text.dropFirst(Self.pieceSize)
            }
            return Array(text.prefix(Self.pieceSize))
        }
        var piece: [UInt8] = []
        while piece.count < Self.pieceSize, !hasEnded {
            let missing = Self.pieceSize - piece.count
            let data = try TransferError.unreadable(name) {
                try handle.read(upToCount: missing) ?? Data()
            }
            piece += data
            hasEnded = data.isEmpty
            // Reading a terminal again after the end of its input would wait for more input, so the
            // user would have to end the input twice.
            if data.count < missing, isatty(handle.fileDescriptor) == 1 {
                hasEnded = true
            }
        }
        return piece
    }

    private static func remainingSize(of handle: FileHandle) -> Int? {
        guard let offset = try? handle.offset(), let end = try? handle.seekToEnd(), end > 0,
            (try? handle.seek(toOffset: offset)) != nil
        else {
            return nil
        }
        return Int(end - min(offset, end))
    }
}

/// The format of a file, and the decoder for its text.
struct ImportText {
    let format: ImportFormat
    var decoder: WebDecoder

    /// Detects the encoding from the first piece of a file, and the format if `format` is `nil`.
    ///
    /// A byte order mark takes precedence over a declaration in an HTML or XML file, and a
    /// declaration takes precedence over a guess.
    init(beginning: [UInt8], name: String, format: ImportFormat?) throws(TransferError) {
        let plain = WebEncoding.sniff(plainText: beginning)
        var sample = WebDecoder(plain)
        let text = sample.decode(beginning)[...]
        if let unsupported = UnsupportedFormat(beginning: beginning, text: text) {
            throw .unsupportedFormat(name: name, unsupported)
        }
        self.format =
            if let format {
                format
            } else {
                try ImportFormat(detecting: text, name: name)
            }
        decoder =
            switch self.format {
            case .netscape, .xbel, .delicious, .opml:
                WebDecoder(.sniff(beginning, contentType: nil))
            case .json, .csv, .urls, .markdown:
                WebDecoder(plain)
            }
    }
}

extension TransferError {
    /// Calls a closure that reads a file, and converts the errors that the closure throws.
    static func unreadable<T>(_ name: String, _ body: () throws -> T) throws(TransferError) -> T {
        do {
            return try body()
        } catch {
            throw .unreadable(name: name, reason: error.systemReason)
        }
    }
}
