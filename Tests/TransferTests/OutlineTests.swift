import Testing
import TransferInterface

/// Tests of OPML, and of the XML of Delicious.
struct OutlineTests {
    static let samples = [
        FileSample(
            "Delicious tags can be separated by commas instead of spaces",
            "<posts><post href='https://a.com/' tag='a b,c'/></posts>",
            "https://a.com/ |  | a b, c"
        ),
        FileSample(
            "reports an incomplete OPML file",
            "<opml><body><outline url='https://a.com/'/>",
            "https://a.com/\nremark: cutOff(line: 1)"
        ),
        FileSample(
            "reports an incomplete file of Delicious",
            "<posts>\n<post href='https://a.com/'/>",
            "https://a.com/\nremark: cutOff(line: 2)"
        ),
    ]

    @Test(arguments: samples)
    func `reads an XML file`(sample: FileSample) async throws {
        try await sample.check()
    }

    @Test(arguments: [
        (ImportFormat.opml, "element opml not found"),
        (.delicious, "element posts not found"),
    ])
    func `reports that the root element of the format is missing`(
        format: ImportFormat,
        reason: String
    ) async throws {
        try await expectMalformed(
            line: 1,
            reason,
            in: "<DL><A HREF='https://a.com/'>",
            format: format
        )
    }

}
