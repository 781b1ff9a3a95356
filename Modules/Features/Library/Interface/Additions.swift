public import Core
public import Foundation
public import PagesInterface
public import WebURLs

/// A draft and its position in a file or in a list of URLs.
public struct SourcedDraft: Sendable, Hashable {
    public var draft: LinkDraft
    /// The line in the file, or the position in the list, counted from 1.
    public var line: Int
    /// The last check of the link according to the file, or nil if there is none.
    public var check: SourcedCheck?

    public init(_ draft: LinkDraft, line: Int, check: SourcedCheck? = nil) {
        self.draft = draft
        self.line = line
        self.check = check
    }
}

/// The last check of a link according to a file.
public struct SourcedCheck: Sendable, Hashable {
    public var verdict: Verdict
    /// The date of the check, in whole seconds.
    public var checked: Date

    public init(_ verdict: Verdict, checked: Date) {
        self.verdict = verdict
        self.checked = checked
    }

    /// Returns the record for the history. It lacks the details that files do not contain.
    public func record(of link: Link.ID) -> CheckRecord {
        CheckRecord(link: link, verdict: verdict, attempts: 0, milliseconds: 0, checked: checked)
    }
}

public struct Addition: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        case added
        /// The link already existed, and details were added to it.
        case merged
        /// The link already existed with all of the details.
        case unchanged
    }

    /// The link as it is stored now.
    public var link: Link
    public var outcome: Outcome
    /// The reason why the page could not be read, or nil if it was read or not requested.
    public var pageError: PageError?

    public var isNew: Bool { outcome == .added }

    public init(_ link: Link, _ outcome: Outcome, pageError: PageError? = nil) {
        self.link = link
        self.outcome = outcome
        self.pageError = pageError
    }
}

public struct MergeReport: Sendable, Hashable {
    public struct SkippedLink: Sendable, Hashable {
        /// The line of the link, counted from 1.
        public var line: Int
        public var url: String
        public var problem: WebURLError

        public init(line: Int, url: String, problem: WebURLError) {
            self.line = line
            self.url = url
            self.problem = problem
        }
    }

    /// The number of new links.
    public var added = 0
    /// The number of existing links to which details were added.
    public var merged = 0
    /// The number of existing links that already had all of the details.
    public var unchanged = 0
    public var skipped: [SkippedLink] = []

    /// The number of links in the source.
    public var read: Int { added + merged + unchanged + skipped.count }

    public init() {}

    public mutating func count(_ outcome: Addition.Outcome) {
        switch outcome {
        case .added: added += 1
        case .merged: merged += 1
        case .unchanged: unchanged += 1
        }
    }
}

/// The result of reading the page of a link again.
public struct PageReading: Sendable, Hashable {
    /// The link before its page was read.
    public var link: Link
    /// The title, or nil if the page has none or could not be read.
    public var title: String?
    /// The reason why the page could not be read, or nil if it was read.
    public var error: PageError?

    public init(_ link: Link, title: String? = nil, error: PageError? = nil) {
        self.link = link
        self.title = title
        self.error = error
    }
}
