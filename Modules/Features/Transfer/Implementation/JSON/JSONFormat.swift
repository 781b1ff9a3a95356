package import Core
import Foundation

/// The JSON of `shelf list --json`: an array of objects with the keys id, url, title, note, tags, added, updated, verdict
/// and checked.
///
/// Times are ISO 8601 in UTC; absent values are null. A library keeps no verdicts, so that an export says null there. What
/// is read is such an array, or objects one after another; all keys but `url` may be missing, and unknown ones are ignored.
package struct JSONFormat: LinkFormat {
    /// Makes the format.
    package init() {}

    package func canBegin(with byte: UInt8) -> Bool { byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") }

    package func makeReader(foldersAsTags: Bool) -> any LinkFileReader { JSONReader() }

    package var header: String { "[\n" }

    package var separator: String { ",\n" }

    package var footer: String { "\n]\n" }

    package func entry(for link: Link) -> String { JSONValue.link(link, nil).compactText }
}
