public import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a resolution may be put together from, each alone: no engine that uses one of them can be faster than it.
public enum Floors {
    /// One instance for the whole program.
    public static let linkStore: any LinkStore = MemoryLinkStore()

    /// A number that threads share.
    public static let number = Atomic(1)

    /// A lock that nobody else wants.
    public static let mutex = PthreadMutex()

    /// Numbers by type.
    public static let numbers: [ObjectIdentifier: Int] = [
        ObjectIdentifier(Shelf.self): 1, ObjectIdentifier(OverriddenShelf.self): 2, ObjectIdentifier(Reader.self): 3,
        ObjectIdentifier(PlainFolder.self): 4, ObjectIdentifier(MemoryLinkStore.self): 5,
        ObjectIdentifier(EmptyLinkStore.self): 6, ObjectIdentifier(Int.self): 7, ObjectIdentifier(String.self): 8,
    ]
}

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
