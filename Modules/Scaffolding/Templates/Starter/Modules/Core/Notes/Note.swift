/// A line of text that somebody wants to keep.
public struct Note: Sendable, Hashable, Codable, Identifiable {
    /// The number by which people speak of it, from 1 on.
    public let id: Int
    /// What it says.
    public let text: String

    /// Describes a note.
    public init(id: Int, text: String) {
        self.id = id
        self.text = text
    }
}
