/// A value that can only be reached under a lock.
// Sendable whatever the value is: `withLock` is the only way in, and what passes through it is either Sendable or built and
// handed on by a factory, whose closures may run on any thread by contract.
package final class Locked<Value>: @unchecked Sendable {
    private let mutex = Pthread.Mutex()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Runs `body` under the lock. `body` calls no code of a user, and that includes `deinit`: what it takes out of the value
    /// it returns, so that it is released after the lock is.
    package func withLock<R>(_ body: (inout Value) -> R) -> R {
        mutex.withLock { body(&value) }
    }

    /// Takes something out under the lock and lets it go once the lock is free.
    package func discard<R>(_ body: (inout Value) -> R) {
        withExtendedLifetime(withLock(body)) {}
    }
}
