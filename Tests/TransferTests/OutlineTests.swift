import Testing
import TransferInterface

/// Tests of OPML, and of the XML of Delicious, and of files in XML that are in another format.
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

    @Test(arguments: [(ImportFormat.opml, "opml"), (.delicious, "posts"), (.xbel, "xbel")])
    func `reports that the root element of the format is missing`(
        format: ImportFormat,
        root: String
    ) async throws {
        let html = "<DL><A HREF='https://a.com/'>"
        try await expectMalformed(line: 1, "element \(root) not found", in: html, format: format)
    }
}
