import Foundation

/// A value that is only accessible under its lock.
///
/// The lock is an `NSLock`, which is a `pthread_mutex_t` on Linux, because the thread sanitizer
/// does not understand `Synchronization.Mutex` on Linux and would report false races.
///
/// `@unchecked Sendable`: the value is only accessed under the lock.
public final class LockedValue<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    public init(_ value: Value) {
        self.value = value
    }

    public func withLock<R>(_ body: (inout Value) -> R) -> R {
        lock.withLock { body(&value) }
    }
}
