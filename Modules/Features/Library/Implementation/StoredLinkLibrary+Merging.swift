import Core
import Foundation
package import LibraryInterface

extension StoredLinkLibrary {
    package func merge(isDryRun: Bool, _ feed: @escaping MergeFeed) async throws -> MergeReport {
        do {
            return try await store.transaction(.merge, at: clock.now) { transaction in
                var merger = LinkMerger(transaction: transaction, now: clock.now, urlPolicy: urlPolicy)
                try feed { try merger.merge($0) }
                let report = try merger.finish()
                if isDryRun { throw DryRun(report: report) }
                return report
            }
        } catch let dryRun as DryRun {
            return dryRun.report
        }
    }

    /// Thrown at the end of a dry run, so that the store rolls the transaction back.
    private struct DryRun: Error {
        let report: MergeReport
    }
}

extension Link {
    /// Returns the link with the details of a draft that it lacks, or nil if it has all of them.
    ///
    /// - Parameter isDated: Whether the draft has a date of addition of its own.
    func merging(_ draft: LinkDraft, isDated: Bool, now: Date) -> Link? {
        var link = self
        link.tags.formUnion(draft.tags)
        link.title = title ?? draft.title
        link.note = note ?? draft.note
        if isDated, let earlier = draft.added { link.added = min(added, earlier) }
        guard link != self else { return nil }
        link.updated = max(updated, now)
        return link
    }
}

/// Merges drafts into a library in batches, and counts the results.
private struct LinkMerger {
    /// The number of links per batch: large enough for a remote store, small enough to use little memory.
    private static let batchSize = 500

    private let transaction: any LinkTransaction
    private let now: Date
    private let urlPolicy: URLPolicy
    private var batch: [(draft: LinkDraft, isDated: Bool, check: SourcedCheck?)] = []
    private var report = MergeReport()

    init(transaction: any LinkTransaction, now: Date, urlPolicy: URLPolicy) {
        self.transaction = transaction
        self.now = now
        self.urlPolicy = urlPolicy
    }

    mutating func merge(_ source: SourcedDraft) throws {
        do {
            let draft = try urlPolicy.normalize(source.draft, now: now)
            batch.append((draft, source.draft.added != nil, source.check))
        } catch let problem {
            report.skipped.append(MergeReport.Skip(line: source.line, url: source.draft.url, problem: problem))
            return
        }
        if batch.count == Self.batchSize { try mergeBatch() }
    }

    /// Merges the last batch and returns the report.
    mutating func finish() throws -> MergeReport {
        try mergeBatch()
        return report
    }

    private mutating func mergeBatch() throws {
        let links = try transaction.links(urls: batch.map(\.draft.url))
        var known = Dictionary(links.map { ($0.url, $0) }) { first, _ in first }
        var checks: [Link.ID: (check: SourcedCheck, isOnlyNews: Bool)] = [:]
        for (draft, isDated, check) in batch {
            let unchanged = report.unchanged
            // A URL can occur twice in one batch.
            let link = try merge(draft, isDated: isDated, into: known[draft.url])
            known[draft.url] = link
            guard let check, checks[link.id].map({ $0.check.checked < check.checked }) ?? true else { continue }
            checks[link.id] = (check, isOnlyNews: report.unchanged > unchanged)
        }
        batch.removeAll(keepingCapacity: true)
        if !checks.isEmpty { try importChecks(checks) }
    }

    private mutating func merge(_ draft: LinkDraft, isDated: Bool, into known: Link?) throws -> Link {
        guard let known else {
            report.added += 1
            return try transaction.insert(draft)
        }
        guard let merged = known.merging(draft, isDated: isDated, now: now) else {
            report.unchanged += 1
            return known
        }
        try transaction.update(merged)
        report.merged += 1
        return merged
    }

    /// Imports checks. A link that has got nothing but a check counts as merged.
    private mutating func importChecks(_ checks: [Link.ID: (check: SourcedCheck, isOnlyNews: Bool)]) throws {
        let records = checks.sorted { $0.key < $1.key }.map { $1.check.record(of: $0) }
        let changed = try transaction.takeIn(records).count { checks[$0]?.isOnlyNews == true }
        report.unchanged -= changed
        report.merged += changed
    }
}
