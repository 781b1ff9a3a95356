import Core
import TransferInterface

/// A writer that formats links for one file.
protocol LinkFileWriter {
    var header: String { get }
    var footer: String { get }

    /// Appends a link. Formats that contain checks also include the latest check of the link.
    mutating func append(_ link: Link, check: CheckRecord?, to text: inout [UInt8])
}

extension LinkFileWriter {
    var header: String { "" }
    var footer: String { "" }
}

extension ExportFormat {
    /// Whether files in the format contain the latest check of each link.
    var holdsChecks: Bool { self == .json }

    func makeWriter(keepsFormulas: Bool) -> any LinkFileWriter {
        switch self {
        case .netscape: NetscapeWriter()
        case .json: JSONWriter()
        case .csv: CSVWriter(keepsFormulas: keepsFormulas)
        case .xbel: XBELWriter()
        case .markdown: MarkdownWriter()
        }
    }
}
