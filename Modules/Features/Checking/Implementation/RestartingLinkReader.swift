import CheckingInterface
import Core

/// A reader of the links to check. After an error, the reader starts again and skips the links that
/// it has already returned.
actor RestartingLinkReader {
    private let open: LinkBatches
    private var stream: AsyncThrowingStream<[Link], any Error>?
    private var returned: [Link.ID] = []
    /// The links that were returned before the last error, and are therefore skipped.
    private var skipped: Set<Link.ID> = []

    init(_ open: @escaping LinkBatches) {
        self.open = open
    }

    /// Returns the next links, or nil at the end.
    func next() async throws -> [Link]? {
        do {
            let stream = if let stream { stream } else { try await open() }
            self.stream = stream
            // All iterators of a stream share one position, so a new iterator continues where the
            // previous one stopped.
            var iterator = stream.makeAsyncIterator()
            guard let batch = try await iterator.next(isolation: self) else {
                return nil
            }
            let links = skipped.isEmpty ? batch : batch.filter { !skipped.contains($0.id) }
            returned += links.map(\.id)
            return links
        } catch {
            stream = nil
            skipped = Set(returned)
            throw error
        }
    }
}
