import Core
import Foundation
import JSONText
import TextEncodings

/// The JSON of `shelf list --json`: an array of objects with the keys id, url, title, note, tags, added, updated, verdict
/// and checked.
///
/// Times are ISO 8601 in UTC; absent values are null. What is read is such an array, objects one after another, or a list
/// in any wrapper; all keys but an address may be missing, and what unknown ones hold is left out and said. Read, too, are
/// Chrome's file `Bookmarks`, Firefox's backup, Pinboard's export, and what linkding, Wallabag, Karakeep, Omnivore,
/// GoodLinks and Raindrop write.
package struct JSONFormat: ReadableFormat, WritableFormat {
    /// Makes the format.
    package init() {}

    package func canBegin(with text: ArraySlice<UInt8>) -> Bool {
        text.first == UInt8(ascii: "[") || text.first == UInt8(ascii: "{")
    }

    package var holdsChecks: Bool { true }

    package func makeReader(_ options: ReadingOptions) -> any LinkFileReader { JSONReader(options) }

    package func makeWriter() -> any LinkFileWriter { JSONWriter() }
}

private struct JSONWriter: LinkFileWriter {
    private var isFirst = true

    func begin() -> String { "[" }

    mutating func write(_ link: Link, check: CheckRecord?, to text: inout [UInt8]) {
        text += isFirst ? "\n" : ",\n"
        isFirst = false
        JSONValue.link(link, check).append(to: &text)
    }

    func end() -> String { "\n]\n" }
}
