public import Core
public import Injection

/// The links that one person, or a few, have saved; the owner of address normalisation and of what a duplicate is.
///
/// Each call that changes links is one change of the journal, and so one ``undo(isDryRun:)``. All methods throw ``LibraryError``, or `StoreError` when the store fails; then nothing has changed.
public protocol LinkLibrary: Sendable {
    /// Saves a link; one whose address is there already is merged, as ``merge(isDryRun:_:)`` does.
    ///
    /// - Parameters:
    ///   - draft: What to save; a missing date is now.
    ///   - fetching: Whether to ask the page for a missing title, and for the note of a new link. A page that cannot be
    ///     read does not keep the link from being saved.
    func add(_ draft: LinkDraft, fetching: Bool) async throws -> Addition

    /// Saves links one by one as they come, in their order, each as one change, while the pages of several are read at once.
    ///
    /// Memory does not grow with their number. When the task is cancelled, what was read by then is saved.
    ///
    /// - Parameters:
    ///   - fetching: As with one link.
    ///   - next: Gives the next draft, or nil at the end. An error that it throws comes out after what it gave before is saved.
    ///   - report: Told what came of each draft, in their order; an error that it throws ends the work.
    func add(
        fetching: Bool, _ next: @escaping @Sendable () async throws -> SourcedDraft?,
        report: (SourcedDraft, Result<Addition, LibraryError>) async throws -> Void
    ) async throws

    /// The links that match, in the order asked for.
    func links(matching query: LinkQuery) async throws -> [Link]

    /// The identities of the links that match, in the order asked for; where they are enough, a tenth of the time of the links.
    func ids(matching query: LinkQuery) async throws -> [Link.ID]

    /// The links that match, in the order asked for, a few hundred at a time.
    ///
    /// Memory does not grow with their number. Links that are removed while it goes on are left out. Where the task is cancelled
    /// it ends early, without an error.
    func batches(matching query: LinkQuery) -> AsyncThrowingStream<[Link], any Error>

    /// The links of those identities, each once, in that order.
    ///
    /// - Throws: ``LibraryError/noSuchLinks(_:)`` when any is missing.
    func links(_ ids: [Link.ID]) async throws -> [Link]

    /// Changes the links of those identities and returns them in that order; all of them, or on an error none.
    ///
    /// - Throws: ``LibraryError/addressTaken(_:by:)`` when another link has the new address, even one of those edited.
    func edit(_ ids: [Link.ID], _ edit: LinkEdit) async throws -> [Link]

    /// Reads the pages of links again, several at once, and takes over what they say; all of it is one change.
    ///
    /// A title takes the place of the one that is there; a description becomes the note of a link that has none. What a page does not
    /// say, and a page that cannot be read, leaves its link as it is. When the task is cancelled, what was read by then is kept.
    ///
    /// - Parameter report: Told what each page says, or why it could not be read, in the order of the identities; before anything
    ///   is kept. An error that it throws ends the work, and nothing is kept.
    /// - Returns: The links that changed.
    /// - Throws: ``LibraryError/noSuchLinks(_:)`` when any is missing; then no page is read.
    func readPages(of ids: [Link.ID], report: (PageReading) async throws -> Void) async throws -> [Link]

    /// Removes the links of those identities and returns them; all of them, or on an error none.
    func remove(_ ids: [Link.ID]) async throws -> [Link]

    /// Takes many links in as one change: new addresses are added, known ones merged.
    ///
    /// Merging unions the tags, fills in a title or note that is missing, and keeps the earlier date of addition; what
    /// the library already knows is never overwritten. What a check said is kept where the link has none that is no older.
    /// An address that is none is skipped and reported.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether to say what would happen and change nothing.
    ///   - feed: Called once, with a function to call for each link. An error that it throws undoes the whole merge.
    func merge(isDryRun: Bool, _ feed: @escaping MergeFeed) async throws -> MergeReport

    /// Every tag that a link has, most used first, then by name.
    func tags() async throws -> [TagCount]

    /// Gives a tag another name, or another spelling of its name, in all links that have it; returns how many those are.
    ///
    /// - Throws: ``LibraryError/noSuchTags(_:)``, or ``LibraryError/tagExists(_:renaming:)`` when the new name is that of another
    ///   tag: then ``mergeTags(_:into:)`` is what was meant.
    func renameTag(_ tag: LinkTag, to name: LinkTag) async throws -> Int

    /// Replaces tags by one, which may be new or be there already; returns how many links had one of the others.
    ///
    /// - Throws: ``LibraryError/noSuchTags(_:)`` when any of `tags` is missing; then none is merged.
    func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) async throws -> Int

    /// Removes a tag from all links that have it; returns how many those are.
    ///
    /// - Throws: ``LibraryError/noSuchTags(_:)``.
    func removeTag(_ tag: LinkTag) async throws -> Int

    /// Takes back the newest change that is not undone yet, whoever made it; nil when there is nothing to undo.
    ///
    /// Links come back with their identities, dates, tags and the history of their checks. The last
    /// ``Core/LinkChange/journalLimit`` changes can be undone, one call each.
    ///
    /// - Parameter isDryRun: Whether to say what would be undone, and change nothing.
    func undo(isDryRun: Bool) async throws -> LinkChange?
}

/// Calls the function that it is given once for each link to take in.
public typealias MergeFeed = @Sendable (_ merge: (SourcedDraft) throws -> Void) throws -> Void

/// A container that provides the library.
public protocol LibraryProviding: SharedContainer {
    /// The library.
    var library: Factory<any LinkLibrary> { get }
}
