public import BaseInterface
public import Core

/// How far an entry has come.
public enum SampleState: String, Sendable, Hashable, Codable, CaseIterable {
    case open, confirmed, paid, closed
}

/// What is asked for when an entry is made.
public struct SampleDraft: Sendable, Hashable {
    /// What it is called.
    public var title: String
    /// What it costs.
    public var amount: Amount
    /// Words under which it is filed.
    public var labels: [String]
    /// The entry of another book that it came from.
    public var base: BaseEntry.ID?

    /// Makes a draft from its parts.
    public init(title: String, amount: Amount, labels: [String] = []) {
        self.title = title
        self.amount = amount
        self.labels = labels
    }
}

/// An entry of the book.
public struct SampleEntry: Sendable, Hashable, Codable, Identifiable {
    /// The number by which people name it.
    public let id: Int
    /// What it is called.
    public var title: String
    /// What it costs.
    public var amount: Amount
    /// Words under which it is filed.
    public var labels: [String]
    /// How far it has come.
    public var state: SampleState

    /// Gives a draft its identity.
    public init(id: Int, _ draft: SampleDraft) {
        self.id = id
        title = draft.title
        amount = draft.amount
        labels = draft.labels
        state = .open
    }
}
