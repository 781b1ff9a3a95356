#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A mutex of the system, without the value that it would guard.
// Sendable because every use of the pointer goes through pthread, which is made for it.
@safe public final class PthreadMutex: @unchecked Sendable {
    private let pointer: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(pointer, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(pointer)
        unsafe pointer.deallocate()
    }

    /// Locks and unlocks.
    public func pass() {
        unsafe pthread_mutex_lock(pointer)
        unsafe pthread_mutex_unlock(pointer)
    }
}
