import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A value that is only accessible under its lock, which is not recursive and is held for only a
/// few nanoseconds.
///
/// On Linux, the lock is an atomic Boolean value, and unlocking is a single store. A thread that
/// finds the lock held tries again. After some attempts it sleeps, because the system has probably
/// suspended the thread that holds the lock. `Synchronization.Mutex` is slower, and the thread
/// sanitizer on Linux reports false races for it, even to users of this module.
///
/// On Apple platforms, the lock is a `Mutex`, which raises the priority of the holding thread.
// This class is Sendable because every access is under the lock, and because `withLock` must only
// return a result that is Sendable or no longer part of the value.
@usableFromInline package final class Locked<Value>: @unchecked Sendable {
    #if canImport(Darwin)
        private let mutex = Mutex(())

        @usableFromInline func lock() {
            mutex._unsafeLock()
        }

        @usableFromInline func unlock() {
            mutex._unsafeUnlock()
        }
    #else
        // The first field, because its address does not depend on the type of the value.
        private let isHeld = Atomic(false)

        @usableFromInline func lock() {
            if isHeld.exchange(true, ordering: .acquiring) {
                lockLater()
            }
        }

        @inline(never)
        private func lockLater() {
            var attempts = 0
            repeat {
                attempts += 1
                if attempts > 100 {
                    usleep(50)
                }
            } while isHeld.load(ordering: .relaxed) || isHeld.exchange(true, ordering: .acquiring)
        }

        // The fences keep retains before the store, and releases after it. The optimizer of Swift
        // 6.3 moves both past a store, even past an atomic store, but not past a fence. Without the
        // first fence, a thread would retain an object that it found under the lock after another
        // thread may have released it. On x86, these fences are not instructions.
        @usableFromInline func unlock() {
            atomicMemoryFence(ordering: .releasing)
            isHeld.store(false, ordering: .releasing)
            atomicMemoryFence(ordering: .acquiring)
        }
    #endif

    // The lock ensures that accesses do not overlap.
    @exclusivity(unchecked) @usableFromInline var value: Value

    package init(_ value: Value) {
        unsafe self.value = value
    }

    /// Calls `body` under the lock.
    ///
    /// `body` must not run user code, such as a factory's closure, a comparison of parameters, a
    /// deinitializer or the copy of an instance. It must return the objects that it removes, so
    /// that they are released after unlocking.
    // This method is inlined so that the compiler knows the type of the result.
    @inlinable
    @inline(__always)
    package func withLock<R>(_ body: (inout Value) -> R) -> R {
        lock()
        defer {
            unlock()
        }
        return unsafe body(&value)
    }
}

/// A mutex with a condition variable, on which threads wait for a change. It is never freed.
// This type is Sendable because the pointees are only passed to pthread functions.
@safe struct Monitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
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

/// The state of this module for one thread. It is released when the thread ends.
// This class is Sendable because only its own thread uses the state, with two exceptions: `awaited`
// is guarded by the monitor of the constructions, and other threads read the chain under that
// monitor while this thread waits.
@safe @usableFromInline package final class ThreadState: @unchecked Sendable {
    /// The number of factories that the thread is running.
    private(set) var depth = 0
    /// The factories that the thread is running, outermost first. Only `depth` elements are valid.
    // This is not an array, because an array would check on each change whether its storage is
    // shared.
    private var chain = UnsafeMutableBufferPointer<Link>.allocate(capacity: checkedDepth)
    /// The constructions that the thread has begun and not finished.
    var constructions: [Construction] = []
    /// The instances of the graph scope for the factories and constructions that the thread is
    /// running, or `nil` if none of them has used the scope.
    var graph: Locked<FactoryTable>?
    /// The trace of the resolution that the thread is running, or `nil` if the resolution is not
    /// traced.
    var trace: Trace?
    /// The construction that the thread waits for.
    var awaited: Construction?

    /// A factory in the chain. It retains nothing, so that adding it is fast.
    fileprivate enum Link {
        /// A unique factory that was found on the fast path.
        case unique(FactoryLocation)
        /// A factory whose key the caller retains until the factory returns.
        case other(Unowned<FactoryKey>)

        var key: FactoryKey {
            switch self {
            case .unique(let location): FactoryKey(location)
            case .other(let key): key.object
            }
        }
    }

    /// The keys of the factories that the thread is running, outermost first.
    package var keys: [FactoryKey] {
        unsafe chain[..<depth].map(\.key)
    }

    /// The index of the previous occurrence of the innermost factory in the chain, or `nil` if
    /// there is none.
    var previousIndexOfInnermost: Int? {
        let innermost = unsafe chain[depth - 1].key
        let hasParameter = innermost.parameter != nil
        return unsafe chain[..<(depth - 1)].lastIndex { link in
            switch link {
            case .unique(let location):
                !hasParameter && location == innermost.location
            case .other(let key):
                key.withObject(innermost.isSameFactory)
            }
        }
    }

    /// Whether the next factory belongs to a section of the chain that is checked for a cycle. In
    /// such a section, factories are resolved on the slow path, which adds their parameters to the
    /// chain.
    var isChecked: Bool {
        depth >= Self.checkedDepth && isInCheckedSection
    }

    /// Runs a factory as the innermost factory of the chain. The caller must retain the key until
    /// the factory returns.
    ///
    /// - Parameter mayRepeat: Whether the chain may contain the key several times.
    package func run<R, E: Error>(
        _ key: FactoryKey,
        mayRepeat: Bool = false,
        _ factory: () throws(E) -> R
    ) throws(E) -> R {
        let wasChecked = isChecked
        unsafe append(.other(Unowned(reference: .passUnretained(key))))
        if wasChecked, !isChecked, !mayRepeat {
            stopIfCircular()
        }
        defer {
            leave()
        }
        return try factory()
    }

    /// Removes the innermost factory from the chain, and ends the graph if the thread then runs no
    /// factory.
    @inline(__always)
    func leave() {
        depth -= 1
        endGraph()
    }

    /// Releases the instances of the graph scope if the thread runs no factory and no construction.
    func endGraph() {
        if graph != nil, depth == 0, constructions.isEmpty {
            withExtendedLifetime(exchange(&graph, with: nil)) {}
        }
    }

    @inline(__always)
    fileprivate func append(_ link: Link) {
        if unsafe depth == chain.count {
            extendChain()
        }
        unsafe chain[depth] = link
        depth += 1
    }

    private func extendChain() {
        let old = unsafe chain
        unsafe chain = .allocate(capacity: old.count * 2)
        _ = unsafe chain.moveInitialize(fromContentsOf: old)
        unsafe old.deallocate()
    }

    deinit {
        unsafe chain.deallocate()
    }

    private static let checkedDepth = 128

    /// Whether the next factory, at a depth of at least 128, belongs to a checked section.
    ///
    /// A section begins at each depth that is a power of two. It contains 32 factories, or a
    /// thirty-second of that depth if that is more. The other factories are not checked, because
    /// the slow path takes many times as long as the fast path.
    // Inlining this property would slow down the resolution of unique factories.
    @inline(never)
    private var isInCheckedSection: Bool {
        let start = 1 << (Int.bitWidth - 1 - depth.leadingZeroBitCount)
        return depth - start < max(32, start / 32)
            && CircularDependency.isTested.load(ordering: .relaxed)
    }

    /// Ends the constructions of a thread that has ended inside a factory, so that other threads
    /// stop waiting.
    // This cannot be a deinitializer, because the stack frames of the thread have not returned and
    // may still retain this object.
    private func end() {
        for construction in exchange(&constructions, with: []) {
            construction.abandon()
        }
        exchange(&trace, with: nil)?.stop()
        graph?.removeInstances()
    }
}

extension ThreadState {
    /// Adds a unique factory to the chain of the calling thread, and returns the thread. Returns
    /// `nil` if the slow path must look for a cycle.
    // Inlining this method would slow down the resolution of stored instances.
    @inline(never)
    static func enter(_ location: FactoryLocation) -> Unowned<ThreadState>? {
        let thread = unownedCurrent
        if thread.withObject(\.isChecked) {
            return nil
        }
        thread.withObject { $0.append(.unique(location)) }
        return thread
    }

    /// The graph that a new resolution on the thread joins, or `nil` if there is none. An
    /// asynchronous factory shares its graph with the synchronous factories that it resolves.
    var runningGraph: Locked<FactoryTable>? {
        graph ?? AsyncConstruction.currentGraph
    }

    /// The state of the calling thread.
    package static var current: ThreadState {
        unownedCurrent.object
    }

    // The thread owns its state until it ends.
    private static var unownedCurrent: Unowned<ThreadState> {
        if let pointer = unsafe pthread_getspecific(key) {
            return unsafe Unowned(reference: .fromOpaque(pointer))
        }
        let state = unsafe Unmanaged.passRetained(ThreadState())
        let status = unsafe pthread_setspecific(key, state.toOpaque())
        precondition(status == 0)
        return unsafe Unowned(reference: state)
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

extension Unowned<ThreadState> {
    /// Removes the innermost factory from the chain of the thread.
    @usableFromInline func leave() {
        withObject { $0.leave() }
    }
}
