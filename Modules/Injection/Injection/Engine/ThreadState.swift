import Synchronization

/// What the engine knows of one thread; it ends with the thread.
// Only its own thread touches it, with three exceptions: `readings` is atomic, `awaited` is guarded by the mutex of `Construction`,
// and others follow `last` under that mutex while the thread is blocked.
@safe @usableFromInline package struct ThreadState: Hashable, @unchecked Sendable {
    @safe private struct Content: ~Copyable {
        let readings = Atomic<UInt>(0)
        var last: ResolutionChain.Link.Reference?
        var depth = 0
        var awaited: Construction?
        var trace: Trace?
        // Apart, as it is changed in place, and others read `readings` at the same time.
        let graph = UnsafeMutablePointer<InstanceTable?>.allocate(capacity: 1)

        init() {
            unsafe graph.initialize(to: nil)
        }

        deinit {
            unsafe graph.deinitialize(count: 1)
            unsafe graph.deallocate()
        }
    }

    private let content: UnsafeMutablePointer<Content>

    /// The factory that runs now.
    var last: ResolutionChain.Link.Reference? {
        get { unsafe content.pointee.last }
        nonmutating set { unsafe content.pointee.last = newValue }
    }

    /// How many factories run.
    var depth: Int {
        get { unsafe content.pointee.depth }
        nonmutating set { unsafe content.pointee.depth = newValue }
    }

    /// What the thread is blocked on.
    var awaited: Construction? {
        get { unsafe content.pointee.awaited }
        nonmutating set { unsafe content.pointee.awaited = newValue }
    }

    /// Whether there are instances that live until the chain is at its end.
    var hasGraph: Bool { unsafe content.pointee.graph.pointee != nil }

    /// Puts in the instances that live until the chain is at its end.
    func putGraph(_ graph: InstanceTable) { unsafe content.pointee.graph.pointee = graph }

    /// Takes the instances out, so that none of them is reached any more when they are let go.
    func takeGraph() -> InstanceTable? {
        let graph = unsafe content.pointee.graph
        return unsafe exchange(&graph.pointee, with: nil)
    }

    /// The record of what the chain resolves, if its first container is traced.
    var trace: Trace? {
        get { unsafe content.pointee.trace }
        nonmutating set { unsafe content.pointee.trace = newValue }
    }

    /// The state of the calling thread.
    package static var current: ThreadState {
        let key = Pthread.Key(number: keyNumber.load(ordering: .relaxed))
        if let pointer = unsafe key?.value { return unsafe ThreadState(pointer) }
        return make()
    }

    private init(_ pointer: UnsafeMutableRawPointer) {
        // Nothing but what `make` has made is ever found under the key.
        unsafe content = pointer.assumingMemoryBound(to: Content.self)
    }

    private static func make() -> ThreadState {
        let content = UnsafeMutablePointer<Content>.allocate(capacity: 1)
        unsafe content.initialize(to: Content())
        let state = unsafe ThreadState(content)
        unsafe key.value = UnsafeMutableRawPointer(content)
        keyNumber.store(key.number, ordering: .relaxed)
        all.withLock { threads in _ = threads.insert(state) }
        return state
    }

    private func end() {
        Self.all.withLock { threads in _ = threads.remove(self) }
        unsafe content.deinitialize(count: 1)
        unsafe content.deallocate()
    }

    @usableFromInline package static func == (a: ThreadState, b: ThreadState) -> Bool {
        unsafe a.content == b.content
    }

    @usableFromInline package func hash(into hasher: inout Hasher) {
        unsafe hasher.combine(content)
    }

    private static let all = Locked<Set<ThreadState>>([])
    private static let key = unsafe Pthread.Key { unsafe ThreadState($0).end() }

    // The key's number, or 0 before it is there. Swift looks at each use of `key` whether it is initialised, which takes longer.
    private static let keyNumber = Atomic<UInt>(0)
}

/// Readings: how a thread reads without a lock what another may be about to let go.
///
/// A reader says that it reads, then looks whether what it wants is still valid, and takes hold of it. Who lets something go first makes
/// it invalid, then waits for the readers of that moment. Both do so in this order with sequentially consistent operations, so
/// either the reader sees that it came too late, or the other one sees the reader. A reading runs a few instructions and no code of
/// a user, so the wait is short; and as nothing is left for later, memory is bounded by what is in use.
extension ThreadState {
    /// Begins a reading of the calling thread.
    package func beginReading() {
        let count = unsafe content.pointee.readings.load(ordering: .relaxed)
        unsafe content.pointee.readings.store(count &+ 1, ordering: .sequentiallyConsistent)
    }

    /// Ends the reading of the calling thread.
    @usableFromInline package func endReading() {
        let count = unsafe content.pointee.readings.load(ordering: .relaxed)
        unsafe content.pointee.readings.store(count &+ 1, ordering: .releasing)
    }

    /// Lets go of what was made invalid, once nobody reads it any more; nil if nothing was.
    static func letGo<Removed>(_ removed: Removed?) {
        guard let removed else { return }
        waitForReaders()
        withExtendedLifetime(removed) {}
    }

    /// Returns when every reading is over that had begun before the call; `round` runs each time that one is found not to be.
    package static func waitForReaders(_ round: (() -> Void)? = nil) {
        all.withLock { threads in
            for thread in threads { thread.waitForReading(round) }
        }
    }

    private func waitForReading(_ round: (() -> Void)?) {
        let count = unsafe content.pointee.readings.load(ordering: .sequentiallyConsistent)
        if count.isMultiple(of: 2) { return }
        repeat {
            round?()
            Pthread.yield()
        } while unsafe content.pointee.readings.load(ordering: .acquiring) == count
    }
}
