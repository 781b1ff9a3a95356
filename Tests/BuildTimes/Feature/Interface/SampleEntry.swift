public import BaseInterface
public import Core

public enum SampleState: String, Sendable, Hashable, Codable, CaseIterable {
    case open, confirmed, paid, closed
}

public struct SampleDraft: Sendable, Hashable {
    public var title: String
    public var amount: Amount
    public var labels: [String]
    public var base: BaseEntry.ID?

    public init(title: String, amount: Amount, labels: [String] = []) {
        self.title = title
        self.amount = amount
        self.labels = labels
    }
}

public struct SampleEntry: Sendable, Hashable, Codable, Identifiable {
    public let id: Int
    public var title: String
    public var amount: Amount
    public var labels: [String]
    public var state: SampleState

    public init(id: Int, _ draft: SampleDraft) {
        self.id = id
        title = draft.title
        amount = draft.amount
        labels = draft.labels
        state = .open
    }
}
