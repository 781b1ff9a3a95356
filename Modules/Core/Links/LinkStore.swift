public import Injection

/// Keeps the links of one library.
///
/// Nothing is opened before the first use. All methods throw ``StoreError`` and nothing else of their own.
public protocol LinkStore: Sendable {
    /// The links that match, in the order asked for.
    func links(matching query: LinkQuery) async throws -> [Link]

    /// The links of those identities that are there, in that order.
    func links(_ ids: [Link.ID]) async throws -> [Link]

    /// Runs `body` as one unit: all of its changes are kept, or, when it throws, none of them.
    ///
    /// `body` runs alone: no other transaction of any process comes in between. It must not call back into the store.
    func transaction<Result: Sendable>(
        _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result
}

/// What can be done with links inside a transaction; not to be kept after it.
public protocol LinkTransaction {
    /// The link of that identity, or nil.
    func link(id: Link.ID) throws -> Link?

    /// The link at that normalised address, or nil.
    func link(url: String) throws -> Link?

    /// Keeps a new link and gives it an identity that no link of the library ever had.
    ///
    /// `draft.added` and `draft.updated` must be set, and no link may have the same address.
    func insert(_ draft: LinkDraft) throws -> Link

    /// Replaces the link that has the identity of `link`; nothing happens when there is none.
    func update(_ link: Link) throws

    /// Forgets the link of that identity; nothing happens when there is none.
    func remove(id: Link.ID) throws
}

extension LinkStore {
    /// The link of that identity, or nil.
    public func link(id: Link.ID) async throws -> Link? {
        try await links([id]).first
    }
}

/// A container that provides the store of the links.
public protocol LinkStoreProviding: SharedContainer {
    /// The store of the links.
    var linkStore: Factory<any LinkStore> { get }
}
