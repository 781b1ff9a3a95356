import Core
import Foundation
import LibraryInterface

/// Takes links into a library one by one, and counts what came of each.
struct LinkMerger {
    private let transaction: any LinkTransaction
    private let now: Date
    private let addresses: AddressRules
    private(set) var report = MergeReport()

    init(transaction: any LinkTransaction, now: Date, addresses: AddressRules) {
        self.transaction = transaction
        self.now = now
        self.addresses = addresses
    }

    mutating func merge(_ entry: SourcedDraft) throws {
        let draft: LinkDraft
        do {
            draft = try entry.draft.tidied(now: now, addresses: addresses)
        } catch let problem {
            report.skipped.append(MergeReport.Skip(line: entry.line, url: entry.draft.url, problem: problem))
            return
        }
        guard let known = try transaction.link(url: draft.url) else {
            _ = try transaction.insert(draft)
            report.added += 1
            return
        }
        guard let learned = known.learning(from: draft, dated: entry.draft.added != nil, now: now) else {
            report.unchanged += 1
            return
        }
        try transaction.update(learned)
        report.merged += 1
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
