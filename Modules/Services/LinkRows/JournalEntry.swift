package import Core
package import Foundation
package import LibraryInterface

/// The entry of a change in a store's journal.
///
/// For a changed or removed link, the store records the link's previous state. Added links need no
/// records, because IDs only increase and the entry contains the range of their IDs.
package struct JournalEntry: Sendable, Hashable {
    package let id: Int64
    package let kind: LinkChange.Kind
    /// The date of the change, in whole seconds.
    package let made: Date
    /// The greatest link ID before the change, or 0.
    package let lastBefore: Link.ID
    /// The greatest link ID after the change, or 0.
    package let lastAfter: Link.ID

    package static let newest =
        "SELECT id, kind, made, last_before, last_after FROM changes ORDER BY id DESC LIMIT 1"

    /// Creates an entry from a row of ``newest``.
    package init(row: some StoredRow) throws(UnknownStoredValue) {
        guard let kind = row.text(1).flatMap(LinkChange.Kind.init) else {
            throw UnknownStoredValue(reason: "a change has an unknown kind")
        }
        self.kind = kind
        id = row.integer(0)
        made = row.date(2)
        lastBefore = row.integer(3)
        lastAfter = row.integer(4)
    }

    /// Returns the change that the entry describes.
    ///
    /// - Parameters:
    ///   - ids: The IDs of the changed links, in ascending order.
    ///   - recorded: The first links in their recorded states, at most
    ///     ``LinkChange/firstLinksLimit``.
    ///   - links: A function that returns the stored links with the given IDs.
    package func change(
        of ids: [Link.ID],
        recorded: [Link],
        links: ([Link.ID]) throws -> [Link]
    ) rethrows -> LinkChange {
        // Added links have greater IDs than all earlier links, so their IDs follow the recorded
        // ones.
        let added = ids.prefix(LinkChange.firstLinksLimit).dropFirst(recorded.count)
        let firstLinks = recorded + (try links(Array(added)))
        return LinkChange(kind, of: ids, firstLinks: firstLinks, made: made)
    }
}
