public import Core
public import Injection

/// A library of saved links. It defines the normal form of URLs, and therefore which links are
/// duplicates.
///
/// Each call that changes links is one change in the journal, which ``undo(isDryRun:)`` reverts.
/// All methods throw ``LibraryError``, or `StoreError` if the store fails; a call that throws has
/// changed nothing.
public protocol LinkLibrary: Sendable {
    /// Saves links in the order in which they arrive, each as one change, while it reads several
    /// pages concurrently.
    ///
    /// A link is merged into the link that already has its URL, as ``merge(isDryRun:_:)`` does.
    /// Memory use does not grow with the number of links. If the task is canceled, the links whose
    /// pages were read are saved.
    /// - Parameters:
    ///   - fetching: Whether to read the page for a missing title, and for the note of a new link.
    ///     A link is saved even if its page cannot be read.
    ///   - next: Returns the next draft, or nil at the end. Its error is rethrown after the drafts
    ///     before it are saved.
    ///   - report: Called with the result of each draft, in their order. Its error ends the work.
    func add(
        fetching: Bool,
        _ next: @escaping @Sendable () async throws -> SourcedDraft?,
        report: (SourcedDraft, Result<Addition, LibraryError>) async throws -> Void
    ) async throws

    /// Returns the links that match, in the order of the query.
    func links(matching query: LinkQuery) async throws -> [Link]
    /// Returns the IDs of the links that match, in the order of the query, ten times as fast as the
    /// links.
    func ids(matching query: LinkQuery) async throws -> [Link.ID]

    /// Returns the links that match, in the order of the query, a few hundred at a time.
    ///
    /// Memory use does not grow with the number of links. Links removed in the meantime are
    /// skipped. After a cancellation, the stream ends without an error.
    func batches(matching query: LinkQuery) -> AsyncThrowingStream<[Link], any Error>
    /// Returns the links with the given IDs, without duplicates, in the given order; throws
    /// ``LibraryError/noSuchLinks(_:)`` if any is missing.
    func links(_ ids: [Link.ID]) async throws -> [Link]

    /// Changes all links with the given IDs, or none if it throws, and returns them in the given
    /// order.
    /// - Throws: ``LibraryError/urlTaken(_:by:)`` if another link has the new URL, even one of
    ///   those edited.
    func edit(_ ids: [Link.ID], _ edit: LinkEdit) async throws -> [Link]

    /// Gives moved links their new URLs, with the verdict `ok`, as one change.
    ///
    /// Merges a link into the one that already has the new URL, as ``LinkEdit/mergesDuplicate``
    /// describes. Skips links that were removed or edited since their check, and new URLs that
    /// cannot be saved or are the same.
    /// - Parameters:
    ///   - moves: The links, and their new URLs.
    ///   - isDryRun: Whether to return what would change, and change nothing.
    /// - Returns: The resulting links by the IDs of the moved links. The ID of a merged link is
    ///   that of another link.
    func follow(_ moves: [LinkMove], isDryRun: Bool) async throws -> [Link.ID: Link]

    /// Reads the pages of links again, several concurrently, and updates the links in one change.
    ///
    /// The title of the page replaces that of the link, and its description becomes the note of a
    /// link without one. A page without them, or one that cannot be read, changes nothing. If the
    /// task is canceled, the pages read so far are applied.
    /// - Parameters:
    ///   - ids: The IDs of the links.
    ///   - report: Called with the result of each page in the order of the IDs, before anything is
    ///     saved. If it throws, nothing is saved.
    /// - Returns: The links that changed.
    /// - Throws: ``LibraryError/noSuchLinks(_:)`` if any is missing; then no page is read.
    func readPages(of ids: [Link.ID], report: (PageReading) async throws -> Void) async throws
        -> [Link]
    /// Removes all links with the given IDs, or none if it throws, and returns them.
    func remove(_ ids: [Link.ID]) async throws -> [Link]

    /// Adds or merges many links as one change.
    ///
    /// Merging into an existing link unites the tags, fills in a missing title or note, and keeps
    /// the earlier date of addition; it never overwrites anything. A check is imported unless the
    /// link has one that is as recent. A draft whose URL is not valid is skipped and reported.
    /// - Parameters:
    ///   - isDryRun: Whether to report what would change, and change nothing.
    ///   - source: Called once, with a function to call for each link. If it throws, the whole
    ///     merge is undone.
    func merge(isDryRun: Bool, _ source: @escaping MergeSource) async throws -> MergeReport
    /// Returns the tags of all links, most used first, then by name.
    func tags() async throws -> [TagCount]

    /// Renames a tag, or changes the spelling of its name, in all links; returns the number of
    /// links.
    /// - Throws: ``LibraryError/noSuchTags(_:)``, or ``LibraryError/tagExists(_:renaming:)`` if the
    ///   name is taken; ``mergeTags(_:into:)`` merges the two.
    func renameTag(_ tag: LinkTag, to name: LinkTag) async throws -> Int

    /// Merges tags into one, which may be new, and returns the number of links that had one of the
    /// others.
    /// - Throws: ``LibraryError/noSuchTags(_:)`` if any of `tags` is missing; then none is merged.
    func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) async throws -> Int
    /// Removes a tag from all links; returns the number of links, or throws
    /// ``LibraryError/noSuchTags(_:)``.
    func removeTag(_ tag: LinkTag) async throws -> Int

    /// Reverts the latest change, even if another process made it. A dry run only returns the
    /// change. Returns nil if nothing can be undone.
    ///
    /// Links regain their IDs, dates, tags and check histories. The last `LinkChange.journalLimit`
    /// changes can be undone, one call each.
    func undo(isDryRun: Bool) async throws -> LinkChange?
}

/// A function that calls its argument once for each link to merge.
public typealias MergeSource = @Sendable (_ merge: (SourcedDraft) throws -> Void) throws -> Void

public protocol LibraryProviding: SharedContainer { var library: Factory<any LinkLibrary> { get } }

extension LinkLibrary {
    /// Saves a link as ``add(fetching:_:report:)`` does.
    public func add(_ draft: LinkDraft, fetching: Bool) async throws -> Addition {
        let (drafts, sender) = AsyncStream.makeStream(of: SourcedDraft.self)
        sender.yield(SourcedDraft(draft, line: 1))
        sender.finish()
        var result: Result<Addition, LibraryError>?
        try await add(fetching: fetching) {
            await drafts.first { _ in true }
        } report: {
            result = $1
        }
        guard let result else { throw CancellationError() }
        return try result.get()
    }
}
