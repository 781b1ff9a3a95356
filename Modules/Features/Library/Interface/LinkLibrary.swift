public import Core
public import Injection

/// The links that one person, or a few, have saved; the owner of address normalisation and of what a duplicate is.
///
/// All methods throw ``LibraryError``, or `StoreError` when the store fails; then nothing has changed.
public protocol LinkLibrary: Sendable {
    /// Saves a link, unless its address is there already.
    ///
    /// - Parameters:
    ///   - draft: What to save; a missing date is now.
    ///   - fetching: Whether to ask the page for the title, and for the note when it is missing. A page that cannot be
    ///     read does not keep the link from being saved.
    func add(_ draft: LinkDraft, fetching: Bool) async throws -> Addition

    /// The links that match, in the order asked for.
    func links(matching query: LinkQuery) async throws -> [Link]

    /// The links of those identities, each once, in that order.
    ///
    /// - Throws: ``LibraryError/noSuchLinks(_:)`` when any is missing.
    func links(_ ids: [Link.ID]) async throws -> [Link]

    /// Removes the links of those identities and returns them; all of them, or on an error none.
    func remove(_ ids: [Link.ID]) async throws -> [Link]

    /// Takes many links in as one change: new addresses are added, known ones merged.
    ///
    /// Merging unions the tags, fills in a title or note that is missing, and keeps the earlier date of addition; what
    /// the library already knows is never overwritten. An address that is none is skipped and reported.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether to say what would happen and change nothing.
    ///   - feed: Called once, with a function to call for each link. An error that it throws undoes the whole merge.
    func merge(isDryRun: Bool, _ feed: @escaping MergeFeed) async throws -> MergeReport
}

/// Calls the function that it is given once for each link to take in.
public typealias MergeFeed = @Sendable (_ merge: (SourcedDraft) throws -> Void) throws -> Void

/// A container that provides the library.
public protocol LibraryProviding: SharedContainer {
    /// The library.
    var library: Factory<any LinkLibrary> { get }
}
