import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A mutual-exclusion lock that is not recursive, and is held for only a few nanoseconds.
///
/// On Linux, the lock is an atomic Boolean value, and unlocking is a single store. A thread that
/// finds the lock held tries again. After some attempts it sleeps, because the system has probably
/// suspended the thread that holds the lock. `Synchronization.Mutex` is slower, and the thread
/// sanitizer on Linux reports false races for it, even to users of this module.
///
/// On Apple platforms, the lock is an unfair lock, which raises the priority of the thread that
/// holds it.
@safe @usableFromInline package class Lock: @unchecked Sendable {
    #if canImport(Darwin)
        // The lock is on the heap, because it must not move.
        private let lockPointer = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)

        init() {
            unsafe lockPointer.initialize(to: os_unfair_lock())
        }

        deinit {
            unsafe lockPointer.deallocate()
        }

        @usableFromInline final func lock() {
            unsafe os_unfair_lock_lock(lockPointer)
        }

        @usableFromInline final func unlock() {
            unsafe os_unfair_lock_unlock(lockPointer)
        }
    #else
        private let isHeld = Atomic(false)

        init() {}

        @usableFromInline final func lock() {
            if !tryLock() {
                lockLater()
            }
        }

        // The fences keep retains before the store, and releases after it. The optimizer of Swift
        // 6.3 moves both past a store, even past an atomic store, but not past a fence. Without the
        // first fence, a thread would retain an object that it found under the lock after another
        // thread may have released it. On x86, these fences are not instructions.
        @usableFromInline final func unlock() {
            atomicMemoryFence(ordering: .releasing)
            isHeld.store(false, ordering: .releasing)
            atomicMemoryFence(ordering: .acquiring)
        }

        @inline(__always)
        private final func tryLock() -> Bool {
            !isHeld.exchange(true, ordering: .acquiring)
        }

        @inline(never)
        private final func lockLater() {
            var attempts = 0
            repeat {
                attempts += 1
                if attempts > Self.attemptLimit {
                    usleep(Self.microseconds)
                }
            } while isHeld.load(ordering: .relaxed) || !tryLock()
        }

        private static let attemptLimit = 100
        private static let microseconds: UInt32 = 50
    #endif

    final func withLock<R>(_ body: () -> R) -> R {
        lock()
        defer {
            unlock()
        }
        return body()
    }
}

/// A mutex with a condition variable, on which threads wait for a change. It is never freed.
// Sendable because the pointees are only passed to pthread functions.
@safe struct Monitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        let mutexStatus = unsafe pthread_mutex_init(mutex, nil)
        let conditionStatus = unsafe pthread_cond_init(condition, nil)
        precondition(mutexStatus == 0 && conditionStatus == 0)
    }

    func withLock<R>(_ body: () -> R) -> R {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_mutex_unlock(mutex)
        }
        return body()
    }

    /// Unlocks the mutex, which the caller has locked, and blocks until a broadcast. Then locks the
    /// mutex again.
    func wait() {
        unsafe pthread_cond_wait(condition, mutex)
    }

    func broadcast() {
        unsafe pthread_cond_broadcast(condition)
    }
}

/// A value that is only accessible under its lock.
// Sendable because every access is under the lock, and because `withLock` must only return a result
// that is Sendable or no longer part of the value.
@usableFromInline package final class Locked<Value>: Lock, @unchecked Sendable {
    // The lock ensures that accesses do not overlap.
    @exclusivity(unchecked) @usableFromInline var value: Value

    package init(_ value: Value) {
        unsafe self.value = value
    }

    /// Calls `body` under the lock.
    ///
    /// `body` must not run user code, such as a factory's closure, a comparison of parameters, or a
    /// deinitializer. It must return the objects that it removes, so that they are released after
    /// unlocking.
    // This method is inlined so that the compiler knows the type of the result.
    @inlinable
    @inline(__always)
    package func withLock<R>(_ body: (inout Value) -> R) -> R {
        lock()
        defer {
            unlock()
        }
        return withLockHeld(body)
    }

    /// Calls `body`. The caller must hold the lock.
    @inlinable
    @inline(__always)
    func withLockHeld<R>(_ body: (inout Value) -> R) -> R {
        unsafe body(&value)
    }
}

/// The state of this module for one thread. It is released when the thread ends.
// Sendable because only its own thread uses the state, with two exceptions: `awaited` is guarded by
// the monitor of the constructions, and other threads read the chain under that monitor while this
// thread waits.
@safe @usableFromInline package final class ThreadState: @unchecked Sendable {
    /// The factories that the thread is running, outermost first.
    // The references are unowned, because the caller retains a key until its factory returns.
    @exclusivity(unchecked) private var chain: [Unowned<FactoryKey>] = []
    /// The constructions that the thread has begun and not finished.
    var constructions: [Construction] = []
    /// The instances of the graph scope, until the outermost factory returns.
    var graph: Locked<FactoryTable>?
    /// The trace of the resolution that the thread is running, or nil if the resolution is not
    /// traced.
    var trace: Trace?
    /// The construction that the thread waits for.
    var awaited: Construction?

    /// The keys of the factories that the thread is running, outermost first.
    package var keys: [FactoryKey] {
        withChain { $0.map(\.object) }
    }

    /// The number of factories that the thread is running.
    var depth: Int {
        withChain { $0.count }
    }

    /// Runs a factory as the innermost factory of the chain.
    package func run<R, E: Error>(
        _ key: FactoryKey,
        _ factory: () throws(E) -> R
    ) throws(E) -> R {
        if enter(Unowned(key)) {
            stopIfCircular()
        }
        defer {
            leave()
        }
        return try factory()
    }

    /// Adds a factory to the chain. The caller must retain the key until it calls `leave()`.
    ///
    /// - Returns: Whether the caller must check the chain for a cycle. This is true only at some
    ///   depths.
    @inline(__always)
    private func enter(_ key: Unowned<FactoryKey>) -> Bool {
        withChain { chain in
            chain.append(key)
            return chain.count & (Self.checkedDepth - 1) == 0
        }
    }

    /// Removes the innermost factory from the chain, and ends the graph if the thread then runs no
    /// factory.
    func leave() {
        _ = withChain { $0.removeLast() }
        endGraph()
    }

    /// Releases the instances of the graph scope if the thread runs no factory and no construction.
    func endGraph() {
        if graph != nil, depth == 0, constructions.isEmpty {
            withExtendedLifetime(exchange(&graph, with: nil)) {}
        }
    }

    // Accesses to the chain do not overlap, because `body` never calls other code.
    @inline(__always)
    private func withChain<R>(_ body: (inout [Unowned<FactoryKey>]) -> R) -> R {
        unsafe body(&chain)
    }

    /// The interval between the depths at which the chain is checked. It must be a power of two.
    private static let checkedDepth = 128

    /// Ends the constructions of a thread that has ended inside a factory, so that other threads
    /// stop waiting.
    // This cannot be a deinitializer, because the stack frames of the thread have not returned and
    // may still retain this object.
    private func end() {
        for construction in exchange(&constructions, with: []) {
            construction.abandon()
        }
        exchange(&trace, with: nil)?.stop()
        let removed = graph?.withLock { $0.removeInstances() }
        withExtendedLifetime(removed) {}
    }
}

extension ThreadState {
    /// Adds a factory to the chain of the calling thread, and returns whether the caller must check
    /// the chain for a cycle.
    static func enter(_ key: Unowned<FactoryKey>) -> Bool {
        withCurrent { $0.enter(key) }
    }

    /// Removes the innermost factory from the chain of the calling thread.
    @usableFromInline static func leave() {
        withCurrent { $0.leave() }
    }

    /// The table of the graph scope for the resolution that the thread is running, created on first
    /// use.
    var currentGraph: Locked<FactoryTable> {
        let graph = graph ?? Locked(FactoryTable())
        self.graph = graph
        return graph
    }

    /// The state of the calling thread.
    package static var current: ThreadState {
        unsafe pointer.takeUnretainedValue()
    }

    /// Calls `body` with the state of the calling thread, without retaining it.
    @inline(__always)
    static func withCurrent<R>(_ body: (ThreadState) -> R) -> R {
        // The thread owns its state, so the state outlives the call.
        unsafe pointer._withUnsafeGuaranteedRef(body)
    }

    private static var pointer: Unmanaged<ThreadState> {
        if let pointer = unsafe pthread_getspecific(key) {
            return unsafe Unmanaged.fromOpaque(pointer)
        }
        let state = unsafe Unmanaged.passRetained(ThreadState())
        let status = unsafe pthread_setspecific(key, state.toOpaque())
        precondition(status == 0)
        return unsafe state
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { pointer in
            // The constant is optional on all platforms, unlike the parameter.
            let state: UnsafeMutableRawPointer? = unsafe pointer
            unsafe state.map {
                unsafe Unmanaged<ThreadState>.fromOpaque($0).takeRetainedValue().end()
            }
        }
        precondition(status == 0)
        return key
    }()
}
