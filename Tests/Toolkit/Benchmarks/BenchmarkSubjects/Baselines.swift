public import Synchronization

/// The building blocks of a resolution. An engine cannot be faster than any building block it uses.
public enum Baselines {
    public static let linkStore: any LinkStore = MemoryLinkStore()
    @TaskLocal public static var folder = PlainFolder()
    public static let number = Atomic(1)
    public static let mutex = Mutex(())
    public static let numbers: [ObjectIdentifier: Int] = [
        ObjectIdentifier(Shelf.self): 1,
        ObjectIdentifier(OverriddenShelf.self): 2,
        ObjectIdentifier(Reader.self): 3,
        ObjectIdentifier(PlainFolder.self): 4,
        ObjectIdentifier(MemoryLinkStore.self): 5,
        ObjectIdentifier(EmptyLinkStore.self): 6,
        ObjectIdentifier(Int.self): 7,
        ObjectIdentifier(String.self): 8,
    ]
}
