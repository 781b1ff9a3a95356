import Core
import Foundation
import LibraryInterface

/// A merge under way, on a copy of the links.
struct InMemoryMerge {
    private(set) var links: [Link]
    private(set) var lastID: Link.ID
    private(set) var checks: [Link.ID: CheckRecord]
    private(set) var report = MergeReport()
    private var positions: [String: Int]
    private let now: Date

    init(_ links: [Link], lastID: Link.ID, checks: [Link.ID: CheckRecord], now: Date) {
        self.links = links
        self.checks = checks
        self.lastID = lastID
        self.now = now
        positions = Dictionary(uniqueKeysWithValues: links.enumerated().map { ($1.url, $0) })
    }

    mutating func take(_ source: SourcedDraft) {
        let draft = source.draft
        if let problem = InMemoryLinkLibrary.problem(of: draft.url) {
            report.skipped.append(MergeReport.Skip(line: source.line, url: draft.url, problem: problem))
        } else if let position = positions[draft.url] {
            fill(position, from: source)
        } else {
            lastID += 1
            positions[draft.url] = links.count
            links.append(InMemoryLinkLibrary.link(id: lastID, draft, now: now))
            _ = takeIn(source.check, of: lastID)
            report.added += 1
        }
    }

    /// Keeps what a check said, unless what is known is no older.
    private mutating func takeIn(_ check: SourcedCheck?, of link: Link.ID) -> Bool {
        guard let check, checks[link].map({ $0.checked < check.checked }) ?? true else { return false }
        checks[link] = check.record(of: link)
        return true
    }

    private mutating func fill(_ position: Int, from source: SourcedDraft) {
        let draft = source.draft
        var link = links[position]
        link.title = link.title ?? draft.title
        link.note = link.note ?? draft.note
        link.tags = link.tags.union(draft.tags)
        link.added = min(link.added, draft.added ?? link.added)
        let isChecked = takeIn(source.check, of: link.id)
        guard link != links[position] else {
            if isChecked { report.merged += 1 } else { report.unchanged += 1 }
            return
        }
        link.updated = max(now, link.added)
        links[position] = link
        report.merged += 1
    }
}
