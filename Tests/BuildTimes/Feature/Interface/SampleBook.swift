public import Core
public import Injection

/// The entries that a feature keeps.
public protocol SampleBook: Sendable {
    /// Takes an entry in, and gives it its identity.
    func add(_ draft: SampleDraft) async throws(SampleError) -> SampleEntry

    /// The entry of that identity.
    func entry(_ id: SampleEntry.ID) async throws(SampleError) -> SampleEntry

    /// The entries in that state, oldest first.
    func entries(in state: SampleState) async -> [SampleEntry]

    /// Moves an entry to its next state.
    func advance(_ id: SampleEntry.ID) async throws(SampleError) -> SampleEntry

    /// Removes an entry and returns it.
    func remove(_ id: SampleEntry.ID) async throws(SampleError) -> SampleEntry

    /// Whether there is an entry of that identity.
    func contains(_ id: SampleEntry.ID) async -> Bool

    /// The sum of all entries, with those of the books that this one builds on.
    func total() async -> Amount
}

/// A container that provides the book.
public protocol SampleProviding: SharedContainer {
    /// The book.
    var sampleBook: Factory<any SampleBook> { get }
}
