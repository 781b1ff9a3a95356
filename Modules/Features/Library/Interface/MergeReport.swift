public import Core

/// A link of a file, and where in the file it stands.
public struct SourcedDraft: Sendable, Hashable {
    /// The link.
    public var draft: LinkDraft
    /// Its line, counted from 1.
    public var line: Int
    /// What a check said about it before, or nil.
    public var check: SourcedCheck?

    /// Makes a draft with its place.
    public init(_ draft: LinkDraft, line: Int, check: SourcedCheck? = nil) {
        self.draft = draft
        self.line = line
        self.check = check
    }
}

/// What a merge did, link by link.
public struct MergeReport: Sendable, Hashable {
    /// A link that was left out.
    public struct Skip: Sendable, Hashable {
        /// Its line in the file, counted from 1.
        public var line: Int
        /// Its address as the file writes it.
        public var url: String
        /// What is wrong with it.
        public var problem: AddressProblem

        /// Makes a skip from its parts.
        public init(line: Int, url: String, problem: AddressProblem) {
            self.line = line
            self.url = url
            self.problem = problem
        }
    }

    /// Links that were new.
    public var added = 0
    /// Links that were known and learned something.
    public var merged = 0
    /// Links that were known, to the last word.
    public var unchanged = 0
    /// Links that were left out.
    public var skipped: [Skip] = []

    /// All links that were looked at.
    public var read: Int { added + merged + unchanged + skipped.count }

    /// A report of nothing yet.
    public init() {}
}
