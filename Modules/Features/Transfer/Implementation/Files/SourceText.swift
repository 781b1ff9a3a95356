import Core
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
    /// - Throws: `TransferError.unknownFormat`.
    init(
        beginning: [UInt8], name: String, format: ImportFormat?, formats: FormatList
    ) throws(TransferError) {
        let plain = WebEncoding.sniff(plainText: beginning)
        var sample = WebDecoder(plain)
        let text = sample.decode(beginning)[...]
        guard let format = format ?? formats.format(ofBeginning: text, name: name) else {
            throw .unknownFormat(name: name)
        }
        self.format = format
        decoder = WebDecoder(format == .netscape ? WebEncoding.sniff(beginning, contentType: nil) : plain)
    }

    /// UTF-8 of the characters that the next piece completes.
    mutating func decode(_ piece: [UInt8]) -> [UInt8] { decoder.decode(piece) }

    /// UTF-8 of what is left at the end.
    mutating func finish() -> [UInt8] { decoder.finish() }
}
