package import TransferInterface

/// The type of each format; a format that the interface adds must be added here before anything compiles.
package struct TransferFormats: Sendable {
    private let netscape: any LinkFormat
    private let json: any LinkFormat

    /// Makes the list, from one type for each format.
    package init(netscape: any LinkFormat = NetscapeFormat(), json: any LinkFormat = JSONFormat()) {
        self.netscape = netscape
        self.json = json
    }

    /// The type of that format.
    package subscript(format: TransferFormat) -> any LinkFormat {
        switch format {
        case .netscape: netscape
        case .json: json
        }
    }

    /// The format of a file that begins with these bytes, or nil when it is none of them.
    func format(ofBeginning bytes: ArraySlice<UInt8>) -> (any LinkFormat)? {
        guard let first = bytes.first(where: { ![0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }) else { return nil }
        return TransferFormat.allCases.map { self[$0] }.first { $0.canBegin(with: first) }
    }
}
