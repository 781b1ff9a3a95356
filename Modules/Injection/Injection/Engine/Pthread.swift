#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the engine needs from the threads of the C library; no other file touches them.
///
/// The mutex is a `pthread_mutex_t` and not `Synchronization.Mutex` because the thread sanitizer cannot see into the latter on
/// Linux: it would report races that are none, and nothing here could be proven.
enum Pthread {
    /// A lock that is not recursive.
    // Sendable although it holds a pointer: the pointee is only ever passed to pthread functions, which are made for it.
    @safe struct Mutex: ~Copyable, @unchecked Sendable {
        // On the heap, because a mutex may not move once it is in use.
        fileprivate let pointer: UnsafeMutablePointer<pthread_mutex_t>

        init() {
            unsafe pointer = .allocate(capacity: 1)
            unsafe pointer.initialize(to: pthread_mutex_t())
            let status = unsafe pthread_mutex_init(pointer, nil)
            precondition(status == 0)
        }

        deinit {
            unsafe pthread_mutex_destroy(pointer)
            unsafe pointer.deallocate()
        }

        func withLock<R>(_ body: () -> R) -> R {
            unsafe pthread_mutex_lock(pointer)
            defer { unsafe pthread_mutex_unlock(pointer) }
            return body()
        }
    }

    /// Where threads wait for something that changes under a mutex.
    // Sendable for the same reason as the mutex.
    @safe final class Condition: @unchecked Sendable {
        private let pointer: UnsafeMutablePointer<pthread_cond_t>

        init() {
            unsafe pointer = .allocate(capacity: 1)
            unsafe pointer.initialize(to: pthread_cond_t())
            let status = unsafe pthread_cond_init(pointer, nil)
            precondition(status == 0)
        }

        deinit {
            unsafe pthread_cond_destroy(pointer)
            unsafe pointer.deallocate()
        }

        /// Gives up the mutex, which the caller holds, until a broadcast; it may also return without one.
        func wait(releasing mutex: borrowing Mutex) {
            unsafe pthread_cond_wait(pointer, mutex.pointer)
        }

        func broadcast() {
            unsafe pthread_cond_broadcast(pointer)
        }
    }

    /// A pointer of each thread's own.
    @safe struct Key: Sendable {
        private let key: pthread_key_t

        /// `end` gets the pointer of a thread that ends, unless it is nil.
        init(_ end: @escaping @convention(c) (UnsafeMutableRawPointer) -> Void) {
            var key = pthread_key_t()
            // The C library calls it with no pointer that is nil.
            let status = unsafe pthread_key_create(&key, unsafeBitCast(end, to: Destructor.self))
            precondition(status == 0)
            self.key = key
        }

        /// The key with a number, which is above 0; nil for 0.
        init?(number: UInt) {
            if number == 0 { return nil }
            key = pthread_key_t(number - 1)
        }

        var number: UInt { UInt(key) + 1 }

        var value: UnsafeMutableRawPointer? {
            get { unsafe pthread_getspecific(key) }
            nonmutating set {
                let status = unsafe pthread_setspecific(key, newValue)
                precondition(status == 0)
            }
        }

        #if canImport(Darwin)
            private typealias Destructor = @convention(c) (UnsafeMutableRawPointer) -> Void
        #else
            private typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
        #endif
    }

    /// Lets another thread run.
    static func yield() {
        sched_yield()
    }
}
