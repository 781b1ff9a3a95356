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
    private var batch: [(draft: LinkDraft, isDated: Bool, check: SourcedCheck?)] = []
    private var report = MergeReport()

    init(transaction: any LinkTransaction, now: Date, addresses: AddressRules) {
        self.transaction = transaction
        self.now = now
        self.addresses = addresses
    }

    mutating func merge(_ entry: SourcedDraft) throws {
        do {
            let draft = try entry.draft.tidied(now: now, addresses: addresses)
            batch.append((draft, entry.draft.added != nil, entry.check))
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
        var checks: [Link.ID: (check: SourcedCheck, isAllNews: Bool)] = [:]
        for (draft, isDated, check) in batch {
            // An address may come twice in one batch; what the first has brought is known to the second.
            let unchanged = report.unchanged
            let link = try merge(draft, isDated: isDated, into: known[draft.url])
            known[draft.url] = link
            guard let check, checks[link.id].map({ $0.check.checked < check.checked }) ?? true else { continue }
            checks[link.id] = (check, isAllNews: report.unchanged > unchanged)
        }
        batch.removeAll(keepingCapacity: true)
        if !checks.isEmpty { try takeIn(checks) }
    }

    private mutating func takeIn(_ checks: [Link.ID: (check: SourcedCheck, isAllNews: Bool)]) throws {
        let taken = try transaction.takeIn(checks.sorted { $0.key < $1.key }.map { $1.check.record(of: $0) })
        let learned = taken.count { checks[$0]?.isAllNews == true }
        report.unchanged -= learned
        report.merged += learned
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
    func learning(from draft: LinkDraft, dated: Bool, now: Date) -> Link? {
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
