public import CheckingInterface
public import Core
import CoreTesting

/// A mock `LinkChecker` that calls a closure for each link.
public struct MockLinkChecker: LinkChecker {
    /// The closure that returns the outcome of each link for ``check(_:policy:reportDelays:)``.
    public var onCheck: @Sendable (Link, CheckPolicy) throws -> CheckOutcome = { link, _ in
        _ = UnexpectedCall(of: "check(_:policy:reportDelays:)", setting: "onCheck")
        return .notRequested(link, reason: "unexpected call")
    }
    /// The delays that each check reports.
    public var delays = CheckDelays()

    /// Creates a mock. A check records an issue if ``onCheck`` is not set.
    public init() {}

    public func check(
        _ links: @escaping LinkBatches,
        policy: CheckPolicy,
        reportDelays: @escaping @Sendable (CheckDelays) -> Void
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        reportDelays(delays)
        return AsyncThrowingStream { continuation in
            Task {
                do {
                    while let batch = try await links() {
                        for link in batch {
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
}
