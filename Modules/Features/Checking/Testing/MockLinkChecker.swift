public import CheckingInterface
public import Core
import CoreTesting

/// A mock `LinkChecker` whose methods call closures that the test sets. It records the checked
/// links.
public struct MockLinkChecker: LinkChecker {
    /// The closure that returns the outcome of each link for ``check(_:policy:reportDelays:)``.
    public var onCheck: @Sendable (Link, CheckPolicy) throws -> CheckOutcome = { link, _ in
        recordUnexpectedCall(of: "check(_:policy:reportDelays:)", setting: "onCheck")
        return .notRequested(link, reason: "unexpected call")
    }
    /// The closure for ``latest(of:)``.
    public var onLatest: @Sendable ([Link.ID]?) async throws -> [Link.ID: CheckRecord] = { _ in
        recordUnexpectedCall(of: "latest(of:)", setting: "onLatest")
        return [:]
    }
    /// The closure for ``history(of:)``.
    public var onHistory: @Sendable (Link.ID) async throws -> [CheckRecord] = { _ in
        recordUnexpectedCall(of: "history(of:)", setting: "onHistory")
        return []
    }
    private let calls = RecordedCalls<Link>()

    /// Creates a mock. A method records an issue if its closure is not set.
    public init() {}

    /// The links that were checked, in order.
    public var checkedLinks: [Link] { calls.all }

    public func check(
        _ links: @escaping LinkBatches,
        policy: CheckPolicy,
        reportDelays: @escaping @Sendable (CheckDelays) -> Void
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        AsyncThrowingStream { continuation in
            Task {
                do {
                    while let batch = try await links() {
                        for link in batch {
                            calls.append(link)
                            continuation.yield(try onCheck(link, policy))
                        }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        }
    }

    public func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        try await onLatest(links)
    }

    public func history(of link: Link.ID) async throws -> [CheckRecord] {
        try await onHistory(link)
    }
}
