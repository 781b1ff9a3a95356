import Core
import Foundation
package import LibraryInterface

extension StoredLinkLibrary {
    package func merge(
        isDryRun: Bool,
        _ source: @escaping MergeSource
    ) async throws -> MergeReport {
        try await change(.merge, isDryRun: isDryRun) { transaction in
            var merger = LinkMerger(transaction: transaction, urlPolicy: urlPolicy)
            try source { try merger.merge($0) }
            return try merger.finish()
        }
    }
}

private struct LinkMerger {
    /// The number of links in a batch: large enough to amortize a request to a remote store, and
    /// small enough to use little memory.
    private static let batchSize = 500
    let transaction: any LinkTransaction
    let urlPolicy: URLPolicy
    private var batch: [(draft: LinkDraft, check: SourcedCheck?)] = []
    private var report = MergeReport()

    init(transaction: any LinkTransaction, urlPolicy: URLPolicy) {
        self.transaction = transaction
        self.urlPolicy = urlPolicy
    }

    mutating func merge(_ source: SourcedDraft) throws {
        do {
            batch.append((try urlPolicy.normalize(source.draft), source.check))
        } catch let problem {
            return report.skipped.append(
                .init(line: source.line, url: source.draft.url, problem: problem)
            )
        }
        if batch.count == Self.batchSize {
            try mergeBatch()
        }
    }

    mutating func finish() throws -> MergeReport {
        try mergeBatch()
        return report
    }

    private mutating func mergeBatch() throws {
        let links = try transaction.links(urls: batch.map(\.draft.url))
        var known = Dictionary(links.map { ($0.url, $0) }) { first, _ in first }
        var checks: [Link.ID: (check: SourcedCheck, isOnlyChange: Bool)] = [:]
        for (draft, check) in batch {
            // A URL can occur twice in one batch. The second draft is merged into the link of the
            // first.
            let addition = try transaction.merge(draft, into: known[draft.url])
            known[draft.url] = addition.link
            report.count(addition.outcome)
            let id = addition.link.id
            guard let check, checks[id].map({ $0.check.checked < check.checked }) ?? true else {
                continue
            }
            checks[id] = (check, isOnlyChange: addition.outcome == .unchanged)
        }
        batch.removeAll(keepingCapacity: true)
        guard !checks.isEmpty else { return }
        let records = checks.sorted { $0.key < $1.key }.map { $1.check.record(of: $0) }
        // A link that gained only a check counts as merged instead of unchanged.
        let changed = try transaction.importChecks(records).count {
            checks[$0]?.isOnlyChange == true
        }
        report.unchanged -= changed
        report.merged += changed
    }
}

extension MergeReport {
    fileprivate mutating func count(_ outcome: Addition.Outcome) {
        switch outcome {
        case .added: added += 1
        case .merged: merged += 1
        case .unchanged: unchanged += 1
        }
    }
}
