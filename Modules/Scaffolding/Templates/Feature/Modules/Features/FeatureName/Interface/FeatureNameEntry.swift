/// What is kept.
public struct FeatureNameEntry: Sendable, Hashable {
    /// Its number, from 1, by which people name it.
    public let number: Int
    /// What it says.
    public let text: String

    /// Makes an entry.
    public init(number: Int, text: String) {
        self.number = number
        self.text = text
    }
}
