public import Core
public import Injection
public import PagesInterface

/// A library of saved links.
///
/// A library defines the normal form of URLs, and therefore which links are duplicates. All methods
/// throw ``LibraryError``, or `StoreError` if the store fails. Unless noted otherwise, each call is
/// recorded in the journal as one change that ``undo(isDryRun:)`` can revert, and a call that
/// throws an error changes nothing.
public protocol LinkLibrary: Sendable {
    /// Saves a link, or merges it into the link that already has its URL, as in
    /// ``merge(isDryRun:_:)``.
    ///
    /// - Parameters:
    ///   - draft: The link to save.
    ///   - fetching: Whether to read the page for a missing title, and for the note of a new link.
    ///     A link is saved even if its page cannot be read.
    func add(_ draft: LinkDraft, fetching: Bool) async throws -> Addition

    /// Saves links in the order in which they arrive, each as one change. Several pages are read
    /// concurrently.
    ///
    /// Memory use does not grow with the number of links. If the task is canceled, the links whose
    /// pages were read are saved.
    ///
    /// - Parameters:
    ///   - fetching: Whether to read pages, as in ``add(_:fetching:)``.
    ///   - next: A function that returns the next draft, or `nil` at the end. If it throws an
    ///     error, the error is rethrown after the previous drafts are saved.
    ///   - report: A function that is called with the results in the order of the drafts. If it
    ///     throws an error, no more links are saved.
    func add(
        fetching: Bool,
        _ next: @escaping @Sendable () async throws -> SourcedDraft?,
        report: (SourcedDraft, Result<Addition, LibraryError>) async throws -> Void
    ) async throws

    /// Returns the matching links in the order of the query.
    func links(matching query: LinkQuery) async throws -> [Link]
    /// Returns the IDs of the matching links in the order of the query. This is about ten times
    /// as fast as returning the links.
    func ids(matching query: LinkQuery) async throws -> [Link.ID]

    /// Returns the matching links in the order of the query, a few hundred at a time.
    ///
    /// Memory use is eight bytes for each link. Links that are removed in the meantime are skipped.
    func batches(matching query: LinkQuery) -> LinkBatches
    /// Returns the links with the given IDs, without duplicates, in the given order.
    ///
    /// - Throws: ``LibraryError/noSuchLinks(_:)`` if any link is missing.
    func links(_ ids: [Link.ID]) async throws -> [Link]

    /// Edits all links with the given IDs, or none if an error is thrown. Returns the links in the
    /// given order.
    ///
    /// - Throws: ``LibraryError/urlTaken(_:by:)`` if another link has the new URL. The other link
    ///   may be one of the edited links.
    func edit(_ ids: [Link.ID], _ edit: LinkEdit) async throws -> [Link]

    /// Assigns the new URLs and the verdict `ok` to moved links, as one change.
    ///
    /// A link is merged into the link that already has the new URL, as described in
    /// ``LinkEdit/mergesDuplicate``. Links that were removed or edited since their check are
    /// skipped. New URLs that cannot be saved, or that do not differ from the current URL, are also
    /// skipped.
    ///
    /// - Parameters:
    ///   - moves: The links and their new URLs.
    ///   - isDryRun: Whether to return the result without changing anything.
    /// - Returns: The resulting links, keyed by the IDs of the moved links. A merged link has a
    ///   different ID in the result.
    func follow(_ moves: [LinkMove], isDryRun: Bool) async throws -> [Link.ID: Link]

    /// Reads the pages of links again, several of them concurrently, and updates the links in one
    /// change.
    ///
    /// The title of the page replaces the title of the link. The description of the page becomes
    /// the note of a link that has none. A page that cannot be read changes nothing. If the task is
    /// canceled, the pages read so far are applied.
    ///
    /// - Parameters:
    ///   - ids: The IDs of the links.
    ///   - report: A function that is called with each link and the title of its page, in the order
    ///     of the IDs, before anything is saved. The title is `nil` if the page has none or is not
    ///     requested. If the function throws an error, nothing is saved.
    /// - Returns: The changed links.
    /// - Throws: ``LibraryError/noSuchLinks(_:)`` if any link is missing. In that case, no page is
    ///   read.
    func readPages(
        of ids: [Link.ID],
        report: (Link, Result<String?, PageError>) async throws -> Void
    ) async throws -> [Link]
    /// Removes all links with the given IDs, or none if an error is thrown. Returns the removed
    /// links.
    func remove(_ ids: [Link.ID]) async throws -> [Link]

    /// Adds or merges many links as one change.
    ///
    /// Merging into an existing link combines the tags and adds a missing title or note. It never
    /// overwrites anything, not even a later date. A check is imported unless the link already has
    /// a check that is at least as recent. A draft with an invalid URL is skipped and reported.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether to return the report without changing anything.
    ///   - source: A function that is called once, with a function to call for each link. If
    ///     `source` throws an error, nothing is merged.
    func merge(isDryRun: Bool, _ source: @escaping MergeSource) async throws -> MergeReport
    /// Returns the tags of all links, ordered by descending number of links, then by name.
    func tags() async throws -> [TagCount]

    /// Renames a tag in all links, or changes its spelling. Returns the number of changed links.
    ///
    /// - Throws: ``LibraryError/noSuchTags(_:)`` if no link has the tag, or
    ///   ``LibraryError/tagExists(_:renaming:)`` if another tag has the new name. To merge the two
    ///   tags, use ``mergeTags(_:into:)``.
    func renameTag(_ tag: LinkTag, to name: LinkTag) async throws -> Int

    /// Merges tags into another tag, which need not exist. Returns the number of links that had one
    /// of the old tags.
    ///
    /// - Throws: ``LibraryError/noSuchTags(_:)`` if any of `tags` is missing. In that case, nothing
    ///   is merged.
    func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) async throws -> Int
    /// Removes a tag from all links and returns the number of changed links.
    ///
    /// - Throws: ``LibraryError/noSuchTags(_:)`` if no link has the tag.
    func removeTag(_ tag: LinkTag) async throws -> Int

    /// Reverts the latest change, even if another process made it. A dry run only returns the
    /// change.
    ///
    /// Returns `nil` if there is no change to undo. Links regain their IDs, dates, tags and check
    /// histories. The last `LinkChange.journalLimit` changes can be undone, one per call.
    func undo(isDryRun: Bool) async throws -> LinkChange?
}

/// A function that calls its argument once for each link to merge.
public typealias MergeSource = @Sendable (_ merge: (SourcedDraft) throws -> Void) throws -> Void

public protocol LibraryProviding: SharedContainer { var library: Factory<any LinkLibrary> { get } }
