public import Core
public import Foundation

/// A draft and its position in a file or in a list of URLs.
public struct SourcedDraft: Sendable, Hashable {
    public var draft: LinkDraft
    /// The line in the file, or the position in the list, counted from 1.
    public var line: Int
    /// The last check of the link according to the file, or `nil` if there is none.
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
}
