public import Foundation

public struct Link: Sendable, Hashable, Identifiable {
    /// The ID of the link. It is positive and is not reused after the link is removed.
    public package(set) var id: Int64
    /// The URL in the library's normal form. It is unique in the library.
    public var url: String
    public var title: String?
    /// The user's note, or the description of the page.
    public var note: String?
    public var tags: Set<LinkTag>
    /// The date on which the link was saved, in whole seconds.
    public var added: Date
    /// The date of the last change, in whole seconds. It is never earlier than `added`.
    public var updated: Date

    public init(
        id: Int64,
        url: String,
        title: String? = nil,
        note: String? = nil,
        tags: Set<LinkTag> = [],
        added: Date,
        updated: Date
    ) {
        self.id = id
        self.url = url
        self.title = title
        self.note = note
        self.tags = tags
        self.added = added
        self.updated = updated
    }

    /// Replaces the old tags with a new tag, or removes them if `new` is `nil`.
    public mutating func replaceTags(_ old: Set<LinkTag>, with new: LinkTag?, at date: Date) {
        tags.subtract(old)
        if let new {
            tags.update(with: new)
        }
        updated = max(updated, date)
    }
}

/// A function that returns the next links of a sequence, or `nil` after the last links.
///
/// If the function throws an error, the next call tries to return the same links. Calls must not
/// overlap.
public typealias LinkBatches = @Sendable () async throws -> [Link]?
