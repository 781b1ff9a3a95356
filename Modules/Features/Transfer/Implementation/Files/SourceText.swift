import Core
import TextEncodings
import TransferInterface

/// The text of a file as UTF-8, whatever its encoding.
struct SourceText: Sendable {
    /// Its format.
    let format: ImportFormat
    private var decoder: WebDecoder

    /// Finds out encoding and format from the first piece of a file.
    ///
    /// A byte order mark wins over what HTML says about itself, and that over what the bytes look like.
    ///
    /// - Parameter format: The format, or nil to tell it by the content and then by the name.
    /// - Throws: `TransferError.unknownFormat`, `TransferError.unsupportedFormat`, `TransferError.tableWithoutHeader`.
    init(
        beginning: [UInt8], name: String, format: ImportFormat?, formats: FormatList
    ) throws(TransferError) {
        let plain = WebEncoding.sniff(plainText: beginning)
        var sample = WebDecoder(plain)
        let text = sample.decode(beginning)[...]
        if let known = UnsupportedFormat(beginning: beginning, text: text) {
            throw .unsupportedFormat(name: name, known)
        }
        let format = if let format { format } else { try formats.format(ofBeginning: text, name: name) }
        self.format = format
        let isMarkup = format == .netscape || format == .xbel
        decoder = WebDecoder(isMarkup ? WebEncoding.sniff(beginning, contentType: nil) : plain)
    }

    /// UTF-8 of the characters that the next piece completes.
    mutating func decode(_ piece: [UInt8]) -> [UInt8] { decoder.decode(piece) }

    /// UTF-8 of what is left at the end.
    mutating func finish() -> [UInt8] { decoder.finish() }
}
