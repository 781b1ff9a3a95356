public import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The building blocks of a resolution. An engine cannot be faster than any building block it uses.
public enum Floors {
    /// A global instance.
    public static let linkStore: any LinkStore = MemoryLinkStore()

    /// A number shared by threads.
    public static let number = Atomic(1)

    /// An uncontended lock.
    public static let mutex = PthreadMutex()

    /// Numbers, by type.
    public static let numbers: [ObjectIdentifier: Int] = [
        ObjectIdentifier(Shelf.self): 1, ObjectIdentifier(OverriddenShelf.self): 2, ObjectIdentifier(Reader.self): 3,
        ObjectIdentifier(PlainFolder.self): 4, ObjectIdentifier(MemoryLinkStore.self): 5,
        ObjectIdentifier(EmptyLinkStore.self): 6, ObjectIdentifier(Int.self): 7, ObjectIdentifier(String.self): 8,
    ]
}

/// A system mutex without a protected value.
// Sendable because the pointer is used only in calls of pthread, which is thread-safe.
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

    /// Locks and unlocks the mutex.
    public func pass() {
        unsafe pthread_mutex_lock(pointer)
        unsafe pthread_mutex_unlock(pointer)
    }
}
