import Foundation
import LibraryInterface
import Testing
import Transfer

/// Readers on input that is made to take long. Each compares the processor time of one thread for two sizes.
struct LinearTimeTests {
    /// How much longer a reader takes for the second text than for the first.
    private func growth(
        of format: some ReadableFormat, from small: String, to large: String
    ) throws -> Double {
        let times = try [small, large].map { text in
            var reader = format.makeReader(ReadingOptions(foldersAsTags: true))
            var links = 0
            let start = processorTime()
            try reader.read(Array(text.utf8)[...]) { _, _ in links += 1 }
            try reader.finish { _, _ in links += 1 }
            #expect(links > 0)
            return processorTime() - start
        }
        return times[1] / times[0]
    }

    /// The processor time of this thread; seconds.
    private func processorTime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func `four times the attributes of a tag take no more than four times as long, with room`() throws {
        let tag = { (count: Int) in
            "<A HREF='https://a.com/' \((0..<count).map { "a\($0)=1" }.joined(separator: " "))>A</A>"
        }
        #expect(try growth(of: NetscapeFormat(), from: tag(4_000), to: tag(16_000)) < 9)
        let bookmark = { (count: Int) in
            "<xbel><bookmark href='https://a.com/' \((0..<count).map { "a\($0)='1'" }.joined(separator: " "))/></xbel>"
        }
        #expect(try growth(of: XBELFormat(), from: bookmark(4_000), to: bookmark(16_000)) < 9)
    }

    @Test func `links of Chrome take no longer in deeper folders`() throws {
        let links = (0..<400).map { "{\"name\":\"L\",\"url\":\"https://a.com/\($0)\"}" }.joined(separator: ",")
        let nested = { (depth: Int) in
            String(repeating: "{\"children\":[", count: depth) + links
                + (0..<depth).map { "],\"name\":\"F\($0)\"}" }.joined()
        }
        #expect(try growth(of: JSONFormat(), from: nested(20), to: nested(240)) < 4)
    }
}
