import Core
import Foundation
import LibraryInterface

/// Takes links into a library, a batch at a time, and counts what came of each.
struct LinkMerger {
    /// How many links the store is asked for at once: enough for one that is far away, few enough to take little memory.
    private static let batchSize = 500

    private let transaction: any LinkTransaction
    private let now: Date
    private let addresses: AddressRules
    private var batch: [(draft: LinkDraft, isDated: Bool)] = []
    private var report = MergeReport()

    init(transaction: any LinkTransaction, now: Date, addresses: AddressRules) {
        self.transaction = transaction
        self.now = now
        self.addresses = addresses
    }

    mutating func merge(_ entry: SourcedDraft) throws {
        do {
            batch.append((try entry.draft.tidied(now: now, addresses: addresses), entry.draft.added != nil))
        } catch let problem {
            report.skipped.append(MergeReport.Skip(line: entry.line, url: entry.draft.url, problem: problem))
            return
        }
        if batch.count == Self.batchSize { try mergeBatch() }
    }

    /// Takes in what is left, and says what came of all.
    mutating func finish() throws -> MergeReport {
        try mergeBatch()
        return report
    }

    private mutating func mergeBatch() throws {
        let links = try transaction.links(urls: batch.map(\.draft.url))
        var known = Dictionary(links.map { ($0.url, $0) }) { first, _ in first }
        for (draft, isDated) in batch {
            // An address may come twice in one batch; what the first has brought is known to the second.
            known[draft.url] = try merge(draft, isDated: isDated, into: known[draft.url])
        }
        batch.removeAll(keepingCapacity: true)
    }

    private mutating func merge(_ draft: LinkDraft, isDated: Bool, into known: Link?) throws -> Link {
        guard let known else {
            report.added += 1
            return try transaction.insert(draft)
        }
        guard let learned = known.learning(from: draft, dated: isDated, now: now) else {
            report.unchanged += 1
            return known
        }
        try transaction.update(learned)
        report.merged += 1
        return learned
    }
}

extension Link {
    /// The link with what a draft of the same address knows beyond it, or nil when that is nothing.
    ///
    /// - Parameter dated: Whether the draft knows when it was saved first.
    fileprivate func learning(from draft: LinkDraft, dated: Bool, now: Date) -> Link? {
        var link = self
        link.tags.formUnion(draft.tags)
        link.title = title ?? draft.title
        link.note = note ?? draft.note
        if dated, let earlier = draft.added { link.added = min(added, earlier) }
        guard link != self else { return nil }
        link.updated = max(updated, now)
        return link
    }
}
