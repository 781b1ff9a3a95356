public import Core
import Foundation
import Testing

/// What every store of links promises, rule by rule; a test runs each rule on an empty store of its own.
public enum LinkStoreContract: String, CaseIterable, Sendable {
    case insertedLinksComeBack = "an inserted link comes back whole"
    case identitiesAreNeverUsedAgain = "the identity of a removed link is never used again"
    case addressesAreUnique = "a second link at the same address is refused"
    case updatesReplaceEverything = "an update replaces everything but the identity"
    case absentLinksAreIgnored = "updating or removing a link that is not there does nothing"
    case errorsUndoTransactions = "an error undoes the whole transaction, and comes out"
    case wordsMatchBeginnings = "a word matches the words that it begins, in every field"
    case termsAreANDed = "all terms must match"
    case phrasesMatchInOrder = "a phrase matches its words in their order"
    case searchIgnoresCaseAndAccents = "the search ignores case and accents"
    case searchSyntaxIsText = "characters with a meaning in query languages are text"
    case scriptsAreFolded = "the search ignores accents, vowel points and widths in other scripts than Latin"
    case wordsWithoutSpacesAreFound = "words are found in scripts that write no spaces"
    case emojiAreFound = "an emoji is a word, whatever its skin and where it stands"
    case namesWithSignsAreFound = "signs that are part of a name count: C++ is not C"
    case readableAddressesAreFound = "an address is found as people read it, and as it is kept"
    case changedTextIsFound = "the search follows updates and removals"
    case identitiesNameLinks = "links are found by their identities, in that order, without those that are not there"
    case tagsFilter = "tags filter, and exclude, without regard to case"
    case missingTagsAndTitlesFilter = "links without tags, and those without a title, can be asked for"
    case newestFirst = "links come newest first, or oldest first, as asked for"
    case titleOrder = "links are ordered by title, or address where there is none"
    case titlesRankFirst = "a match in the title or a tag comes before any in the note or the address"
    case limitsHold = "no more links come than asked for"
    case tagsAreCounted = "tags are counted, most used first, and forgotten with their last link"
    case tagsAreRemoved = "tags are removed from all links that have them"
    case tagsAreReplaced = "tags are replaced in all links that have them, and their spelling with them"
    case additionsAreUndone = "an undone addition is gone, and its identity is never used again"
    case editsAreUndone = "an undone update brings everything back, even addresses that were swapped"
    case removalsAreUndone = "an undone removal brings links back with their identities"
    case tagReplacementsAreUndone = "an undone replacement of tags brings them back as they were spelled"
    case undoGoesFurtherBack = "each undo goes one change further back, until nothing is left"
    case changesAreDescribed = "the journal says what was done, to how many links, and when"
    case changedLinksAreNamed =
        "the journal names the links of a change, and shows the first few as they were before it"
    case nothingIsNoChange = "a transaction that changes nothing, or fails, is no change"
    case dryUndoChangesNothing = "a dry run of an undo says what would be undone, and changes nothing"
    case journalIsBounded = "the journal forgets the oldest changes"
    case undoneTextIsFound = "the search follows an undo"
    case hostileTextIsKept = "quotes, markup, emoji and line ends are kept to the letter"

    /// Checks the rule on `store`, which must be empty.
    public func check(_ store: any LinkStore) async throws {
        switch self {
        case .insertedLinksComeBack, .identitiesAreNeverUsedAgain, .addressesAreUnique, .updatesReplaceEverything,
            .absentLinksAreIgnored, .errorsUndoTransactions, .hostileTextIsKept:
            try await checkKeeping(store)
        case .wordsMatchBeginnings, .termsAreANDed, .phrasesMatchInOrder, .searchIgnoresCaseAndAccents,
            .searchSyntaxIsText, .scriptsAreFolded, .wordsWithoutSpacesAreFound, .emojiAreFound,
            .namesWithSignsAreFound,
            .readableAddressesAreFound, .changedTextIsFound, .titlesRankFirst:
            try await checkSearch(store)
        case .identitiesNameLinks, .tagsFilter, .missingTagsAndTitlesFilter, .newestFirst, .titleOrder, .limitsHold:
            try await checkLists(store)
        case .tagsAreCounted, .tagsAreReplaced, .tagsAreRemoved: try await checkTags(store)
        case .additionsAreUndone, .editsAreUndone, .removalsAreUndone, .tagReplacementsAreUndone, .undoGoesFurtherBack,
            .changesAreDescribed, .changedLinksAreNamed, .nothingIsNoChange, .dryUndoChangesNothing, .journalIsBounded,
            .undoneTextIsFound:
            try await checkJournal(store)
        }
    }
}

// MARK: - Samples

extension LinkDraft {
    /// A draft dated `day` days after the first of January 2025, at `https://example.org/` and `path`.
    static func sample(
        _ path: String, title: String? = nil, note: String? = nil, tags: Set<LinkTag> = [], day: Int = 0
    ) -> LinkDraft {
        let date = Date(timeIntervalSince1970: 1_735_689_600 + Double(day) * 86_400)
        return LinkDraft(
            url: "https://example.org/\(path)", title: title, note: note, tags: tags, added: date, updated: date)
    }
}

extension LinkStore {
    /// Inserts drafts, one transaction for all.
    @discardableResult
    func insert(_ drafts: LinkDraft...) async throws -> [Link] {
        try await transaction { transaction in try drafts.map { try transaction.insert($0) } }
    }

    /// The paths of the links that a search finds, without `https://example.org/`.
    func paths(_ text: String, order: LinkQuery.Order = .added) async throws -> [String] {
        try await paths(LinkQuery(terms: SearchTerm.parse(text), order: order))
    }

    /// The paths of the links that match, without `https://example.org/`.
    func paths(_ query: LinkQuery) async throws -> [String] {
        try await links(matching: query).map { String($0.url.trimmingPrefix("https://example.org/")) }
    }
}
