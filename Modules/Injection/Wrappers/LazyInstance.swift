/// The instance of a lazy wrapper, which is resolved when the wrapper is first read.
///
/// The first thread that reads it resolves the factory, without holding the lock; threads that read it in the meantime wait for that
/// construction. Copies of a wrapper share one object of this class, until one of them is set and gets its own.
// Sendable because all that changes is guarded by `mutex`. An instance passes from thread to thread as with all that a factory makes.
@usableFromInline final class LazyInstance: @unchecked Sendable {
    enum Content {
        /// The wrapper was neither resolved nor set.
        case none
        case building(Construction)
        case strong(AnyBox)
        /// What `object` refers to.
        case weak
    }

    private let mutex = Pthread.Mutex()
    private var content = Content.none
    private weak var object: AnyObject?

    init() {}

    /// Creates an instance that is held strongly.
    init(_ box: AnyBox) {
        content = .strong(box)
    }

    /// Creates an instance that is held weakly, if it is an object.
    init(weak value: Any) {
        content = .weak
        object = Self.object(in: value)
    }

    /// The instance that is held strongly, if there is one.
    @usableFromInline var box: AnyBox? {
        mutex.withLock { if case .strong(let box) = content { box } else { nil } }
    }

    /// The object that is held weakly, if it is still there, and whether the wrapper was resolved or set.
    var weakObject: (object: AnyObject?, isKnown: Bool) {
        mutex.withLock { if case .weak = content { (object, true) } else { (nil, false) } }
    }

    /// Holds something else from now on. A construction that is under way does not change that.
    func hold(_ box: AnyBox) {
        replace { _ in (.strong(box), nil) }
    }

    /// Holds an object weakly from now on. A construction that is under way does not change that.
    func hold(weak value: Any) {
        let object = Self.object(in: value)
        replace { _ in (.weak, object) }
    }

    /// Returns the instance that the factory makes now, or that another thread is making; nil if the wrapper was resolved or set in the
    /// meantime.
    func resolve<T>(_ path: FactoryPath<T>, isWeak: Bool) -> T? {
        let factory = path.factory
        let own = Construction(of: factory.definition.key)
        let current = mutex.withLock {
            if case .none = content { content = .building(own) }
            return content
        }
        guard case .building(let construction) = current else { return nil }
        if construction === own {
            let box = Box(factory())
            let object = isWeak ? Self.object(in: box.content) : nil
            replace { content in
                guard case .building(let current) = content, current === own else { return nil }
                return (isWeak ? .weak : .strong(box), object)
            }
            own.finish(with: .success(box))
            return box.content
        }
        // The factory reads the wrapper that it is resolved for. Whether that ends is for the chain of factories to find out.
        if construction.isOwnedByThisThread { return factory() }
        return Box<T>.open(construction.wait())
    }

    /// Changes the content, and releases what it was once the lock is free; nil changes nothing.
    private func replace(_ change: (Content) -> (content: Content, object: AnyObject?)?) {
        let old = mutex.withLock { () -> Content in
            let old = content
            if let new = change(old) { (content, object) = new }
            return old
        }
        withExtendedLifetime(old) {}
    }

    // Asked of the dynamic type, as a cast to AnyObject always succeeds: it boxes what is no object.
    private static func object(in value: Any) -> AnyObject? {
        unwrapped(value).flatMap { type(of: $0) is AnyObject.Type ? $0 as AnyObject : nil }
    }
}
