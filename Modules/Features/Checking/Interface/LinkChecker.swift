public import Core
public import Injection

/// Tells living links from moved, blocked, flaky and dead ones.
public protocol LinkChecker: Sendable {
    /// Checks links, many at once, and keeps each verdict in the history.
    ///
    /// The first are checked while the others come; they are taken as fast as they do. Outcomes come in the order in which they
    /// are known. Ending the iteration, or cancelling the task, stops the check; what was checked by then is kept. A link that was checked within the policy's `maxAge`, and has not changed
    /// since, is not requested: its outcome of then is reported, as it is. Of a link whose address is none of the web's, or whose
    /// host wants to be left alone, nothing new is known, and nothing is kept. The stream throws `StoreError` when the history cannot be kept, and what `links` throws.
    func check(
        _ links: AsyncThrowingStream<[Link], any Error>, policy: CheckPolicy
    ) -> AsyncThrowingStream<CheckOutcome, any Error>

    /// The newest outcome of each of `links` that was ever checked; nil asks for every link.
    func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord]

    /// Returns all outcomes of a link, newest first; empty when it was never checked or is gone.
    func history(of link: Link.ID) async throws -> [CheckRecord]
}

extension LinkChecker {
    /// Checks links that are all there.
    public func check(_ links: [Link], policy: CheckPolicy) -> AsyncThrowingStream<CheckOutcome, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [Link].self, throwing: (any Error).self)
        continuation.yield(links)
        continuation.finish()
        return check(stream, policy: policy)
    }

    /// The newest outcome of every link that was ever checked.
    public func latest() async throws -> [Link.ID: CheckRecord] { try await latest(of: nil) }
}

/// A container that provides the link checker.
public protocol CheckingProviding: SharedContainer {
    /// The link checker.
    var linkChecker: Factory<any LinkChecker> { get }
}
