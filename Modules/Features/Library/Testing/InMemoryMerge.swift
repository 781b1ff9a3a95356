import Core
import Foundation
import LibraryInterface

/// A merge under way, on a copy of the links.
struct InMemoryMerge {
    private(set) var links: [Link]
    private(set) var lastID: Link.ID
    private(set) var report = MergeReport()
    private var positions: [String: Int]
    private let now: Date

    init(_ links: [Link], lastID: Link.ID, now: Date) {
        self.links = links
        self.lastID = lastID
        self.now = now
        positions = Dictionary(uniqueKeysWithValues: links.enumerated().map { ($1.url, $0) })
    }

    mutating func take(_ source: SourcedDraft) {
        let draft = source.draft
        if let problem = InMemoryLinkLibrary.problem(of: draft.url) {
            report.skipped.append(MergeReport.Skip(line: source.line, url: draft.url, problem: problem))
        } else if let position = positions[draft.url] {
            fill(position, from: draft)
        } else {
            lastID += 1
            positions[draft.url] = links.count
            links.append(InMemoryLinkLibrary.link(id: lastID, draft, now: now))
            report.added += 1
        }
    }

    private mutating func fill(_ position: Int, from draft: LinkDraft) {
        var link = links[position]
        link.title = link.title ?? draft.title
        link.note = link.note ?? draft.note
        link.tags = link.tags.union(draft.tags)
        link.added = min(link.added, draft.added ?? link.added)
        guard link != links[position] else { return report.unchanged += 1 }
        link.updated = max(now, link.added)
        links[position] = link
        report.merged += 1
    }
}
