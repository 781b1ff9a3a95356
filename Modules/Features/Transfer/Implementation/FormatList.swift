package import TransferInterface

/// The type of each format; a format that the interface adds must be added here before anything compiles.
package struct FormatList: Sendable {
    private let netscape: any ReadableFormat & WritableFormat
    private let xbel: any ReadableFormat
    private let json: any ReadableFormat & WritableFormat
    private let csv: any ReadableFormat & WritableFormat
    private let urls: any ReadableFormat
    private let markdown: any WritableFormat

    /// Makes the list, from one type for each format.
    package init(
        netscape: any ReadableFormat & WritableFormat = NetscapeFormat(),
        xbel: any ReadableFormat = XBELFormat(),
        json: any ReadableFormat & WritableFormat = JSONFormat(),
        csv: any ReadableFormat & WritableFormat = CSVFormat(), urls: any ReadableFormat = URLListFormat(),
        markdown: any WritableFormat = MarkdownFormat()
    ) {
        self.netscape = netscape
        self.xbel = xbel
        self.json = json
        self.csv = csv
        self.urls = urls
        self.markdown = markdown
    }

    /// The type that reads that format.
    package subscript(format: ImportFormat) -> any ReadableFormat {
        switch format {
        case .netscape: netscape
        case .xbel: xbel
        case .json: json
        case .csv: csv
        case .urls: urls
        }
    }

    /// The type that writes that format.
    package subscript(format: ExportFormat) -> any WritableFormat {
        switch format {
        case .netscape: netscape
        case .json: json
        case .csv: csv
        case .markdown: markdown
        }
    }

    /// The format of a file: the one that its beginning looks like, or else the one that its name promises.
    ///
    /// - Throws: `TransferError.tableWithoutHeader`, and `TransferError.unknownFormat` for none of them, or nothing but
    ///   white space.
    func format(ofBeginning text: ArraySlice<UInt8>, name: String) throws(TransferError) -> ImportFormat {
        let text = text.drop { Self.spaces.contains($0) }
        let promised = Self.byExtension[name.lowercased().split(separator: ".").last ?? ""]
        let likely = text.isEmpty ? nil : ImportFormat.allCases.first { self[$0].canBegin(with: text) }
        let isTable =
            switch likely {
            case .urls: URLListFormat.isLikelyTable(text, isCalledTable: promised == .csv)
            case nil: CSVFormat.beginsWithLink(text)
            default: false
            }
        if isTable { throw .tableWithoutHeader(name: name) }
        guard let format = likely ?? (text.isEmpty ? nil : promised) else { throw .unknownFormat(name: name) }
        return format
    }

    private static let spaces: [UInt8] = [0x09, 0x0A, 0x0C, 0x0D, 0x20]
    private static let byExtension: [Substring: ImportFormat] = [
        "html": .netscape, "htm": .netscape, "xbel": .xbel, "json": .json, "csv": .csv, "tsv": .csv,
    ]
}
