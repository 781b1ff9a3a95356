import Synchronization

/// The instance of a lazy wrapper, which is resolved when the wrapper is first read.
///
/// The first thread that reads it resolves the factory, without holding the lock; threads that read it in the meantime wait for that
/// construction. From then on it is read without the lock, as the answers of a container are; see ``ThreadState``. Copies of a
/// wrapper share one object of this class, until one of them is set and gets its own.
// Sendable because `content` is guarded by `mutex`, and `address` is atomic. What it refers to is released after its readers.
@safe @usableFromInline final class LazyInstance<T>: @unchecked Sendable {
    private enum Content {
        /// The wrapper was neither resolved nor set.
        case none
        case building(Construction)
        /// A box with an instance, or with a weak reference to one.
        case kept(AnyBox)
    }

    let path: FactoryPath<T>

    private let mutex = Pthread.Mutex()
    private var content: Content

    /// Where the content of the box is.
    private let address: Atomic<UnsafeMutableRawPointer?>

    init(_ path: FactoryPath<T>, _ box: AnyBox? = nil) {
        self.path = path
        content = box.map { .kept($0) } ?? .none
        unsafe address = unsafe Atomic(box?.address)
    }

    /// Begins to read the content of the box; nil if the wrapper was not resolved or set. The caller holds this object until the
    /// reading ends.
    @usableFromInline func beginReading() -> Reading? {
        let thread = ThreadState.current
        thread.beginReading()
        guard let result = unsafe address.load(ordering: .sequentiallyConsistent) else {
            thread.endReading()
            return nil
        }
        return unsafe Reading(thread: thread, result: result)
    }

    /// Holds another box from now on. A construction that is under way does not change that.
    func hold(_ box: AnyBox) {
        replace { _ in box }
    }

    /// Returns the instance that the factory makes now, or that another thread is making; nil if the wrapper was resolved or set in the
    /// meantime.
    ///
    /// `keep` returns the box to hold for a new instance.
    func resolve(_ keep: (Box<T>) -> AnyBox) -> T? {
        let factory = path.factory
        let own = Construction(of: factory.definition.key)
        let current = mutex.withLock {
            if case .none = content { content = .building(own) }
            return content
        }
        guard case .building(let construction) = current else { return nil }
        if construction === own {
            let box = Box(factory())
            let kept = keep(box)
            replace { content in
                // Otherwise it was resolved again in the meantime.
                if case .building = content { kept } else { nil }
            }
            own.finish(with: .success(box))
            return box.content
        }
        // The factory reads the wrapper that it is resolved for. Whether that ends is for the chain of factories to find out.
        if construction.isOwnedByThisThread { return factory() }
        return Box<T>.open(construction.wait())
    }

    /// Changes the content under the lock, unless the closure returns nil, and releases the one before after its readers.
    private func replace(_ change: (Content) -> AnyBox?) {
        let old = mutex.withLock { () -> AnyBox? in
            let old = content
            guard let box = change(old) else { return nil }
            content = .kept(box)
            unsafe address.store(box.address, ordering: .sequentiallyConsistent)
            return if case .kept(let box) = old { box } else { nil }
        }
        ThreadState.letGo(old)
    }
}
