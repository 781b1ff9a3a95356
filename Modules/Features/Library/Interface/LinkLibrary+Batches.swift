import AsyncStreams
public import Core

extension LinkLibrary {
    /// Transforms the matching links in batches, and delivers the results in the order of the
    /// query. The next batch is read and transformed while a result is delivered.
    ///
    /// - Throws: `CancellationError` if the task is canceled, so that the delivered results are not
    ///   taken for complete ones.
    public func forEachBatch<Output: Sendable>(
        matching query: LinkQuery,
        _ transform: @escaping @Sendable ([Link]) async throws -> Output,
        deliver: (Output) async throws -> Void
    ) async throws {
        let batches = AsyncThrowingStream(unfolding: self.batches(matching: query))
        try await batches.concurrentMap(limit: 1, order: .elements, transform, deliver: deliver)
        // A stream of a canceled task ends without an error.
        try Task.checkCancellation()
    }
}
