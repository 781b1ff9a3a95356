import ProgramTesting
import Testing
import Transfer
import TransferInterface

/// Readers on adversarial input. Each test compares the processor time of one thread for two sizes.
struct LinearTimeTests {
    /// Returns the factor by which a reader takes longer for the second text than for the first.
    private func growth(of format: ImportFormat, from small: String, to large: String) throws -> Double {
        let times = try [small, large].map { text in
            let start = processorTime()
            var reader = format.makeReader(ReadingOptions(foldersAsTags: true))
            let links = try reader.read(Array(text.utf8)).count + reader.finish().count
            #expect(links > 0)
            return processorTime() - start
        }
        return times[1] / times[0]
    }

    @Test func `the time to read a tag is linear in the number of its attributes`() throws {
        let tag = { (count: Int) in
            "<A HREF='https://a.com/' \((0..<count).map { "a\($0)=1" }.joined(separator: " "))>A</A>"
        }
        #expect(try growth(of: .netscape, from: tag(4_000), to: tag(16_000)) < 9)
        let bookmark = { (count: Int) in
            "<xbel><bookmark href='https://a.com/' \((0..<count).map { "a\($0)='1'" }.joined(separator: " "))/></xbel>"
        }
        #expect(try growth(of: .xbel, from: bookmark(4_000), to: bookmark(16_000)) < 9)
    }

    @Test func `the depth of folders does not slow down reading links of Chrome`() throws {
        let links = (0..<400).map { "{\"name\":\"L\",\"url\":\"https://a.com/\($0)\"}" }.joined(separator: ",")
        let nested = { (depth: Int) in
            String(repeating: "{\"children\":[", count: depth) + links
                + (0..<depth).map { "],\"name\":\"F\($0)\"}" }.joined()
        }
        #expect(try growth(of: .json, from: nested(20), to: nested(240)) < 4)
    }
}
