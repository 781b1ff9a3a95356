public import Foundation

/// What can be done with links inside a transaction; not to be kept after it.
public protocol LinkTransaction {
    /// The link of that identity, or nil.
    func link(id: Link.ID) throws -> Link?

    /// The link at that normalised address, or nil.
    func link(url: String) throws -> Link?

    /// The links at those normalised addresses that are there, in any order; for a store that is far away, one question.
    func links(urls: [String]) throws -> [Link]

    /// Every tag that a link has, in the order of ``TagCount``.
    func tags() throws -> [TagCount]

    /// Keeps a new link and gives it an identity that no link of the library ever had.
    ///
    /// `draft.added` and `draft.updated` must be set, and no link may have the same address.
    func insert(_ draft: LinkDraft) throws -> Link

    /// Replaces the link that has the identity of `link`; nothing happens when there is none.
    func update(_ link: Link) throws

    /// Forgets the link of that identity; nothing happens when there is none.
    func remove(id: Link.ID) throws

    /// Gives every link that has any of `old` the tag `new` in their place, with that spelling everywhere; nil removes `old`.
    ///
    /// - Parameter date: When the links are updated by this.
    /// - Returns: How many links had one of them.
    func replaceTags(_ old: Set<LinkTag>, with new: LinkTag?, at date: Date) throws -> Int

    /// Keeps what was found by checks elsewhere; not where a link is gone, or has a check that is no older.
    ///
    /// It is part of the change: with its undo the records are gone, and checks that came before or after remain.
    ///
    /// - Returns: The links that got a record.
    func takeIn(_ records: [CheckRecord]) throws -> Set<Link.ID>
}

extension LinkTransaction {
    /// Asks for one link after the other, which is as good as any way in a store that is at hand.
    public func links(urls: [String]) throws -> [Link] { try urls.compactMap { try link(url: $0) } }
}
