extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
    /// Returns a stream that transforms each element of this stream while the consumer uses the
    /// previous result.
    ///
    /// If transforming an element and using its result take equally long, two processors halve the
    /// total time. Besides the result in use, at most one more result is in memory. When the
    /// consuming task is canceled, the stream either ends or throws the error that `transform`
    /// throws.
    public func mapAhead<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> AsyncThrowingStream<Result, any Error> {
        let prefetcher = Prefetcher<Result> {
            // All iterators of a stream share its position, so this new iterator returns the next
            // element.
            var iterator = self.makeAsyncIterator()
            guard let element = try await iterator.next() else {
                return nil
            }
            return try await transform(element)
        }
        return AsyncThrowingStream<Result, any Error> { try await prefetcher.next() }
    }
}

/// A source of elements that produces each element in a separate task. The task starts when the
/// consumer receives the previous element.
private actor Prefetcher<Element: Sendable> {
    private let produce: @Sendable () async throws -> Element?
    private var prefetch: Task<Element?, any Error>?

    init(_ produce: @escaping @Sendable () async throws -> Element?) {
        self.produce = produce
    }

    deinit {
        prefetch?.cancel()
    }

    func next() async throws -> Element? {
        let task = prefetch ?? Task { [produce] in try await produce() }
        prefetch = task
        let element = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        prefetch = element == nil ? nil : Task { [produce] in try await produce() }
        return element
    }
}
