import Core
import Foundation

/// The JSON of `shelf list --json`: an array of objects with the keys id, url, title, note, tags, added, updated, verdict
/// and checked.
///
/// Times are ISO 8601 in UTC; absent values are null. A library keeps no verdicts, so that an export says null there. What
/// is read is such an array, or objects one after another; all keys but `url` may be missing, and unknown ones are ignored.
/// Read, too, are Chrome's file `Bookmarks`, Firefox's backup, and Pinboard's export.
package struct JSONFormat: ReadableFormat, WritableFormat {
    /// Makes the format.
    package init() {}

    package func canBegin(with text: ArraySlice<UInt8>) -> Bool {
        text.first == UInt8(ascii: "[") || text.first == UInt8(ascii: "{")
    }

    package func makeReader(foldersAsTags: Bool) -> any LinkFileReader { JSONReader(foldersAsTags: foldersAsTags) }

    package func makeWriter() -> any LinkFileWriter { JSONWriter() }
}

private struct JSONWriter: LinkFileWriter {
    private var isFirst = true

    func begin() -> String { "[" }

    mutating func write(_ link: Link) -> String {
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n") + JSONValue.link(link, nil).compactText
    }

    func end() -> String { "\n]\n" }
}
