public import Synchronization

/// A strong reference that one thread reads without a lock while another replaces it: read-copy-update with a grace period.
///
/// A reader announces itself in its thread's state, loads the reference once, copies what it refers to, and withdraws the announcement. A writer exchanges the
/// reference, waits for a *grace period*, until each reader that it sees has withdrawn its announcement, and only then releases the previous object. Neither
/// runs user code in between, and the writer holds no lock while it waits.
///
/// Proof that a reader never copies from a released object: the announcement and the load of the reader, and the exchange and the check of announcements of the
/// writer, are sequentially consistent, so they have one order for all threads. If the reader loads the previous object, its load comes before the exchange;
/// its announcement comes before its load, and the writer's check after the exchange. The check therefore sees the announcement, or a later value, which means
/// that the reader is done. Withdrawing is a releasing store and the check an acquiring load, so the copy happens before the release.
///
/// An object is published after it is complete (the exchange releases, the load acquires), and never changes while it is published.
// Sendable because its only member is atomic, and by the proof above.
@safe @usableFromInline package struct PublishedReference: ~Copyable, @unchecked Sendable {
    /// What the reference refers to; in the three low bits of the word, which are 0 in the address of every object.
    @usableFromInline package enum Kind: UInt {
        case none
        /// The closure of the definition, which needs no object.
        case own
        /// A ``Box`` with a registered closure.
        case registered
        case instance
        case weak
        case singleton

        /// Whether a resolution needs nothing but the object.
        @inline(__always)
        var isDirect: Bool { self != .none && self != .singleton }
    }

    @usableFromInline let word = Atomic<UInt>(0)

    package init() {}

    deinit { withExtendedLifetime(replace(with: .none)) {} }

    @usableFromInline package var kind: Kind { Self.kind(word.load(ordering: .relaxed)) }

    /// Replaces the reference and returns the previous object, for the caller to release after a grace period. Writers hold a lock.
    package func replace(with kind: Kind, _ object: AnyObject? = nil) -> AnyObject? {
        let address = object.map { unsafe UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) }
        let old = word.exchange(kind.rawValue | (address ?? 0), ordering: .sequentiallyConsistent)
        // The word held one strong reference to the previous object.
        return unsafe UnsafeRawPointer(bitPattern: old & ~7).map { unsafe Unmanaged.fromOpaque($0).takeRetainedValue() }
    }

    /// Begins to read the reference. Announces the read if the reference has an object.
    @inline(__always)
    package func read(on thread: ThreadState) -> ReadSection {
        let section = ReadSection(thread: thread, word: word.load(ordering: .relaxed))
        if !section.hasObject { return section }
        thread.beginReading()
        return load(on: thread)
    }

    /// Loads the reference for an announced read, and ends the read if there is no object.
    @inline(__always)
    func load(on thread: ThreadState) -> ReadSection {
        let section = ReadSection(thread: thread, word: word.load(ordering: .sequentiallyConsistent))
        if !section.hasObject { thread.endReading() }
        return section
    }

    /// Returns the published object if it has this kind. The caller holds the lock of the writers.
    func object<Object: AnyObject>(as type: Object.Type, if kind: Kind) -> Object? {
        let word = word.load(ordering: .relaxed)
        guard Self.kind(word) == kind, let pointer = unsafe UnsafeRawPointer(bitPattern: word & ~7) else { return nil }
        return unsafe Unmanaged.fromOpaque(pointer).takeUnretainedValue()
    }

    @inlinable
    @inline(__always)
    static func kind(_ word: UInt) -> Kind {
        switch word & 7 {
        case 1: .own
        case 2: .registered
        case 3: .instance
        case 4: .weak
        case 5: .singleton
        default: .none
        }
    }
}

/// A read that has begun. It is announced if there is an object.
@safe @usableFromInline package struct ReadSection {
    @usableFromInline let thread: ThreadState
    @usableFromInline let word: UInt

    @inlinable var kind: PublishedReference.Kind { @inline(__always) get { PublishedReference.kind(word) } }
    fileprivate var hasObject: Bool { word > 7 }

    /// Ends the read; returns an empty section.
    func abandoned() -> ReadSection {
        if hasObject { thread.endReading() }
        return ReadSection(thread: thread, word: 0)
    }

    /// Copies the content of the published ``Box``, whose type the caller knows, and ends the read.
    @inlinable
    package func end<Content>(with type: Content.Type) -> Content {
        let content = withObject(Box<Content>.self) { $0.content }
        thread.endReading()
        return content
    }

    /// Returns the object of the published ``WeakBox``, if it is still alive, and ends the read.
    @inlinable
    func endWeak<Content>(with type: Content.Type) -> Content? {
        let content = withObject(WeakBox<Content>.self) { $0.content }
        thread.endReading()
        return content
    }

    /// Calls `body` with the published object. Its type follows from the key that it was published for; see ``FactoryKey``.
    @inlinable
    func withObject<Object: AnyObject, R>(_ type: Object.Type, _ body: (Object) -> R) -> R {
        let pointer = unsafe UnsafeRawPointer(bitPattern: word & ~7).unsafelyUnwrapped
        return unsafe Unmanaged<Object>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
    }
}

extension ThreadState {
    /// Announces a read by this thread. Reads do not nest.
    fileprivate func beginReading() {
        let count = unsafe content.pointee.announcement.load(ordering: .relaxed)
        unsafe content.pointee.announcement.store(count &+ 1, ordering: .sequentiallyConsistent)
    }

    /// Withdraws the announcement. Not inlined, because the optimizer moves the retain of the object behind an inlined store.
    @usableFromInline
    @inline(never)
    func endReading() {
        let count = unsafe content.pointee.announcement.load(ordering: .relaxed)
        unsafe content.pointee.announcement.store(count &+ 1, ordering: .releasing)
    }

    /// Waits for a grace period, if objects were replaced, and releases them. The caller holds no lock. Calls `round` each time that it waits.
    package static func release(_ replaced: [AnyObject], _ round: (() -> Void)? = nil) {
        if replaced.isEmpty { return }
        waitForReaders(round)
        withExtendedLifetime(replaced) {}
    }

    /// Waits for a grace period: until each read that began before the call has ended. A read takes some nanoseconds, unless its thread is suspended. The
    /// writer therefore spins briefly, then sleeps, so that a suspended reader runs even if its priority is lower.
    private static func waitForReaders(_ round: (() -> Void)?) {
        for thread in all {
            let count = unsafe thread.content.pointee.announcement.load(ordering: .sequentiallyConsistent)
            if count.isMultiple(of: 2) { continue }
            var rounds: UInt32 = 0
            while unsafe thread.content.pointee.announcement.load(ordering: .acquiring) == count {
                round?()
                rounds += 1
                if rounds > 100 { sleep(microseconds: min(rounds, 1000)) }
            }
        }
    }
}

@usableFromInline package final class Box<Content> {
    @usableFromInline package let content: Content

    @usableFromInline package init(_ content: Content) { self.content = content }

    /// Returns the content of a box whose type follows from its key.
    ///
    /// A key contains the type of its factory, and so the types of the closure and the instance. Debug builds check it.
    @inlinable
    package static func open(_ object: AnyObject) -> Content { unsafe unsafeDowncast(object, to: Self.self).content }
}

// Sendable where the content is, which never changes.
extension Box: @unchecked Sendable where Content: Sendable {}

@usableFromInline package class AnyWeakBox {
    @usableFromInline weak let object: AnyObject?

    init(_ object: AnyObject?) { self.object = object }
}

@safe @usableFromInline package final class WeakBox<Content>: AnyWeakBox {
    /// A bitwise copy of the value, which retains nothing.
    @usableFromInline let bits: UnsafeMutablePointer<Content>

    /// Creates a weak reference, or returns nil if the value is not an object or is a nil optional.
    init?(_ content: Content) {
        // If a class, an existential or an optional of them starts with the address of its object, it contains no other reference, only types.
        guard let object = classInstance(in: content),
            unsafe withUnsafeBytes(of: content, { unsafe $0.load(as: UInt.self) })
                == UInt(bitPattern: ObjectIdentifier(object))
        else { return nil }
        unsafe bits = .allocate(capacity: 1)
        unsafe bits.initialize(to: content)
        unsafe Unmanaged.passUnretained(object).release()
        super.init(object)
    }

    deinit { unsafe bits.deallocate() }

    @inlinable var content: Content? { object.map { content(of: $0) } }

    /// Returns the value for its object.
    @inlinable
    func content(of object: AnyObject) -> Content {
        // A move retains nothing, so the value owns this reference. It does not change the bits either, so the next call can move them again.
        unsafe _ = Unmanaged.passRetained(object)
        return unsafe bits.move()
    }

    /// Returns the value of a box whose type follows from its key, as with ``Box/open(_:)``.
    static func open(_ box: AnyObject, _ object: AnyObject) -> Content {
        unsafe unsafeDowncast(box, to: Self.self).content(of: object)
    }
}

/// Returns the value in an optional, unwrapping every level; nil if there is no value.
func unwrapped(_ value: Any) -> Any? {
    // Most values are not optional, and a check of the type is faster than a cast of the value that fails.
    guard type(of: value) is any Wrapping.Type, let optional = value as? any Wrapping else { return value }
    return optional.wrapped.flatMap(unwrapped)
}

/// Returns the value as an object, unwrapping optionals; nil if it is not an object.
func classInstance(in value: Any) -> AnyObject? {
    // Checks the dynamic type, because a cast to AnyObject always succeeds: it boxes values.
    unwrapped(value).flatMap { type(of: $0) is AnyObject.Type ? $0 as AnyObject : nil }
}

package protocol Wrapping {
    static var wrappedType: Any.Type { get }
    var wrapped: Any? { get }
}

extension Optional: Wrapping {
    package static var wrappedType: Any.Type { Wrapped.self }
    package var wrapped: Any? { self }
}

/// A value that is safe to pass to another thread or task, although the compiler cannot check it.
// Sendable by the contract of factories: their closures, and the instances that these create, may be used on the threads that resolve them.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
}
