public import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A mutual-exclusion lock that is not recursive. Uses `pthread_mutex_t`, because the thread sanitizer on Linux does not support `Synchronization.Mutex` and
/// reports false races.
// Sendable because the pointee is only passed to pthread functions. It is on the heap because a mutex must not move.
@safe struct Lock: ~Copyable, @unchecked Sendable {
    fileprivate let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        unsafe mutex.initialize(to: pthread_mutex_t())
        let status = unsafe pthread_mutex_init(mutex, nil)
        precondition(status == 0)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    func lock() { unsafe pthread_mutex_lock(mutex) }
    func unlock() { unsafe pthread_mutex_unlock(mutex) }

    func withLock<R>(_ body: () -> R) -> R {
        lock()
        defer { unlock() }
        return body()
    }
}

/// A condition variable: threads wait for a change that is made under a lock. It is never freed.
// Sendable for the same reason as the lock.
@safe struct Condition: @unchecked Sendable {
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        unsafe condition.initialize(to: pthread_cond_t())
        let status = unsafe pthread_cond_init(condition, nil)
        precondition(status == 0)
    }

    /// Releases the lock, which the caller holds, and blocks until a broadcast or a spurious wakeup.
    func wait(releasing lock: borrowing Lock) { unsafe pthread_cond_wait(condition, lock.mutex) }

    func broadcast() { unsafe pthread_cond_broadcast(condition) }
}

/// The engine's state of one thread. States are never freed. A new thread reuses the state of an ended one, so there are no more states than concurrent
/// threads.
// Sendable because only its own thread uses it, with three exceptions: `announcement` and `isInUse` are atomic, `awaited` is guarded by the lock of the
// constructions, and other threads read the links under that lock while this thread is blocked.
@safe @usableFromInline package struct ThreadState: Equatable, @unchecked Sendable {
    @safe @usableFromInline struct Content: ~Copyable {
        /// Odd while the thread reads; see ``PublishedReference``.
        @usableFromInline let announcement = Atomic<UInt>(0)
        /// The number of factories that the thread runs, and the first of their links.
        @usableFromInline var depth = 0
        @usableFromInline var links = UnsafeMutablePointer<Link>.allocate(capacity: linksPerStep)
        var capacity = linksPerStep
        @usableFromInline var graph: InstanceStore?
        var trace: Trace?
        var awaited: Construction?
        let isInUse = Atomic(true)
        let next: UnsafeMutablePointer<Content>?

        fileprivate init(next: UnsafeMutablePointer<Content>?) { unsafe self.next = unsafe next }
    }

    /// A factory that the thread runs.
    // The caller retains the key and the construction until the factory returns.
    @safe @usableFromInline struct Link {
        @usableFromInline let key: Unmanaged<FactoryKey>
        @usableFromInline let construction: Unmanaged<Construction>?

        @inlinable
        init(_ key: Unmanaged<FactoryKey>, _ construction: Unmanaged<Construction>?) {
            unsafe self.key = unsafe key
            unsafe self.construction = unsafe construction
        }
    }

    /// A power of 2. Each time that the depth reaches a multiple of it, the chain is checked for a cycle.
    @usableFromInline static var linksPerStep: Int { 128 }

    @usableFromInline let content: UnsafeMutablePointer<Content>

    package var depth: Int { unsafe content.pointee.depth }

    /// The instances of the graph scope, which live until the outermost factory returns.
    var graph: InstanceStore? {
        get { unsafe content.pointee.graph }
        nonmutating set { unsafe content.pointee.graph = newValue }
    }

    var isTracing: Bool { unsafe content.pointee.trace != nil }

    var trace: Trace? {
        get { unsafe content.pointee.trace }
        nonmutating set { unsafe content.pointee.trace = newValue }
    }

    var awaited: Construction? {
        get { unsafe content.pointee.awaited }
        nonmutating set { unsafe content.pointee.awaited = newValue }
    }

    var links: [(key: FactoryKey, construction: Construction?)] {
        (0..<depth).map { index in
            let link = unsafe content.pointee.links[index]
            return unsafe (link.key.takeUnretainedValue(), link.construction?.takeUnretainedValue())
        }
    }

    package func run<R, E: Error>(
        _ key: FactoryKey, _ construction: Construction? = nil, _ factory: () throws(E) -> R
    ) throws(E) -> R {
        let link = unsafe Link(.passUnretained(key), construction.map(Unmanaged.passUnretained))
        return try run(link, factory)
    }

    @inlinable
    func run<R, E: Error>(_ link: Link, _ factory: () throws(E) -> R) throws(E) -> R {
        let depth = unsafe content.pointee.depth
        unsafe content.pointee.links[depth] = link
        // Assigned as a whole, because a change in place is a write access to the whole structure, whose atomic members other threads read.
        unsafe content.pointee.depth = depth &+ 1
        if (depth &+ 1) & (Self.linksPerStep - 1) == 0 { extendChain() }
        defer {
            unsafe content.pointee.depth = depth
            // A construction ends the graph itself, after its instance is published.
            if unsafe link.construction == nil { endGraph() }
        }
        return try factory()
    }

    /// Makes room for more links. Stops the program on infinite recursion.
    @usableFromInline func extendChain() {
        stopIfCircular()
        let (depth, capacity, links) = unsafe (depth, content.pointee.capacity, content.pointee.links)
        if depth == capacity {
            let more = UnsafeMutablePointer<Link>.allocate(capacity: depth * 2)
            unsafe more.initialize(from: links, count: depth)
            unsafe links.deallocate()
            unsafe content.pointee.links = unsafe more
            unsafe content.pointee.capacity = depth * 2
        }
    }

    @usableFromInline package static func == (a: ThreadState, b: ThreadState) -> Bool { unsafe a.content == b.content }

    /// Releases the instances of the graph scope if the chain is empty. Call it without a running construction or change of the chain, because deinitializers
    /// may resolve.
    @inlinable
    package func endGraph() {
        if unsafe content.pointee.depth == 0, unsafe content.pointee.graph != nil { releaseGraph() }
    }

    @usableFromInline package static var current: ThreadState {
        let number = keyNumber.load(ordering: .relaxed)
        if number != 0, let pointer = unsafe pthread_getspecific(pthread_key_t(number - 1)) {
            // Only `make` stores a pointer under the key.
            return unsafe ThreadState(content: pointer.assumingMemoryBound(to: Content.self))
        }
        return make()
    }

    static var all: some Sequence<ThreadState> {
        let first = unsafe first.load(ordering: .sequentiallyConsistent).map { unsafe ThreadState(content: $0) }
        return sequence(state: first) { next in
            defer { next = next?.next }
            return next
        }
    }

    private var next: ThreadState? { unsafe content.pointee.next.map { unsafe ThreadState(content: $0) } }

    private static func make() -> ThreadState {
        let unused = all.first { thread in
            let isInUse = unsafe thread.content.pointee.isInUse.exchange(true, ordering: .acquiring)
            return !isInUse
        }
        let thread = unused ?? allocate()
        let status = unsafe pthread_setspecific(key, thread.content)
        precondition(status == 0)
        keyNumber.store(UInt(key) + 1, ordering: .relaxed)
        return thread
    }

    private static func allocate() -> ThreadState {
        let content = UnsafeMutablePointer<Content>.allocate(capacity: 1)
        listLock.withLock {
            unsafe content.initialize(to: Content(next: first.load(ordering: .relaxed)))
            unsafe first.store(content, ordering: .sequentiallyConsistent)
        }
        return unsafe ThreadState(content: content)
    }

    // Not Sendable by its type, because it is a pointer; it is atomic.
    nonisolated(unsafe) private static let first = unsafe Atomic<UnsafeMutablePointer<Content>?>(nil)
    private static let listLock = Lock()

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { pointer in
            // The parameter is optional on some platforms only.
            let content: UnsafeMutableRawPointer? = unsafe pointer
            unsafe content?.assumingMemoryBound(to: Content.self).pointee.isInUse.store(false, ordering: .releasing)
        }
        precondition(status == 0)
        return key
    }()

    // The key plus 1, or 0 before the key is created. Faster than `key`, which Swift initializes lazily.
    private static let keyNumber = Atomic<UInt>(0)
}

/// A value that is only accessible under a lock.
// Sendable because all access is under the lock. Values are Sendable or, by contract, can be used on any thread.
@safe @usableFromInline package final class Locked<Value>: @unchecked Sendable {
    private let mutex = Lock()
    // Not a property of the class, because Swift would check the exclusivity of each access at run time, which takes longer than the lock.
    @usableFromInline let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    package init(_ value: Value) { unsafe self.value.initialize(to: value) }

    deinit { unsafe value.deinitialize(count: 1).deallocate() }

    /// Calls `body` under the lock. `body` must not run user code, including deinitializers: it returns removed objects, which are released after the lock.
    // Inlined, so that the compiler knows the type of the result.
    @inlinable
    @inline(__always)
    package func withLock<R>(_ body: (inout Value) -> R) -> R {
        lock()
        defer { unlock() }
        return unsafe body(&value.pointee)
    }

    @usableFromInline func lock() { mutex.lock() }
    @usableFromInline func unlock() { mutex.unlock() }

    /// Removes objects under the lock and releases them after it.
    package func discard<R>(_ body: (inout Value) -> R) { withExtendedLifetime(withLock(body)) {} }
}

func environmentVariable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

func sleep(microseconds: UInt32) { usleep(microseconds) }
