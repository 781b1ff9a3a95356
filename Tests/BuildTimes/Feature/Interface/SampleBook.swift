public import Core
public import Injection

public protocol SampleBook: Sendable {
    func add(_ draft: SampleDraft) async throws(SampleError) -> SampleEntry

    func entry(_ id: SampleEntry.ID) async throws(SampleError) -> SampleEntry

    func entries(in state: SampleState) async -> [SampleEntry]

    func advance(_ id: SampleEntry.ID) async throws(SampleError) -> SampleEntry

    func remove(_ id: SampleEntry.ID) async throws(SampleError) -> SampleEntry

    func contains(_ id: SampleEntry.ID) async -> Bool

    func total() async -> Amount
}

public protocol SampleProviding: SharedContainer {
    var sampleBook: Factory<any SampleBook> { get }
}
