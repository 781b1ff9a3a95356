import Synchronization

/// Carries the cancellation of a task to code that the library may run outside of it.
final class CancellationFlag: Sendable {
    private let isRaised = Atomic(false)

    func raise() {
        isRaised.store(true, ordering: .relaxed)
    }

    /// Throws `CancellationError` once the flag is raised.
    func check() throws {
        if isRaised.load(ordering: .relaxed) { throw CancellationError() }
    }
}
