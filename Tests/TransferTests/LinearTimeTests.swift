import ProgramTesting
import Testing
import Transfer
import TransferInterface

/// Tests of readers with adversarial input.
///
/// Each test compares the processor time of one thread for inputs of two sizes.
struct LinearTimeTests {
    /// Returns the ratio of the times that a reader takes for a large file and for a small file.
    private func growth(
        of format: ImportFormat,
        from small: String,
        to large: String
    ) throws -> Double {
        let smallTime = try time(of: format, for: small)
        return try time(of: format, for: large) / smallTime
    }

    private func time(of format: ImportFormat, for text: String) throws -> Double {
        let start = processorTime()
        var reader = format.makeReader(ReadingOptions(foldersAsTags: true))
        let links = try reader.read(Array(text.utf8)).count + reader.finish().count
        #expect(links > 0)
        return processorTime() - start
    }

    @Test(arguments: [
        (ImportFormat.netscape, "<A HREF='https://a.com/' ATTRIBUTES>A</A>"),
        (.xbel, "<xbel><bookmark href='https://a.com/' ATTRIBUTES/></xbel>"),
    ])
    func `the time to read a tag is linear in the number of its attributes`(
        format: ImportFormat,
        tag: String
    ) throws {
        func text(_ count: Int) -> String {
            let attributes = (0..<count).map { "a\($0)='1'" }
            return tag.replacing("ATTRIBUTES", with: attributes.joined(separator: " "))
        }
        #expect(try growth(of: format, from: text(4_000), to: text(16_000)) < 9)
    }

    @Test(arguments: [
        "[", "![", "[](", "[a](b ", "[a](b \"", "[a](<", "x`", "`` ` ", "\\``", "<a", "<a \"",
        "<a >",
        "<a href=https://a.com/>", "[a][", "[a]", "*_", "[a](u)",
        "![a](https://a.com/)", "https://a.com/ ", "https://a.com/", "\\", "[[a](https://a.com/)",
    ])
    func `the time to read a line of Markdown is linear in its length`(_ part: String) throws {
        func text(_ count: Int) -> String {
            String(repeating: part, count: count / part.utf8.count) + "\n<https://b.com/>\n"
        }
        #expect(try growth(of: .markdown, from: text(4_000), to: text(64_000)) < 40)
    }

    @Test func `the time to read Chrome bookmarks hardly depends on the depth of their folders`()
        throws
    {
        let links = (0..<400).map { #"{"name":"L","url":"https://a.com/\#($0)"}"# }

        func nested(_ depth: Int) -> String {
            let start = String(repeating: #"{"children":["#, count: depth)
            let end = (0..<depth).map { #"],"name":"F\#($0)"}"# }
            return start + links.joined(separator: ",") + end.joined()
        }
        #expect(try growth(of: .json, from: nested(20), to: nested(240)) < 4)
    }
}
