public import Synchronization

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
