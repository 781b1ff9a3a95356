public import InjectionRegistry

/// A registry like that of an app with plug-ins.
public enum ExportRegistry {
    /// Has a shared service and a new one, each found by its protocol, among others.
    public static let registry = Registry {
        Shared { MemoryLinkStore() as any LinkStore }
        New { PlainFolder() as any Folder }
        Shared(named: "empty") { EmptyLinkStore() as any LinkStore }
        New { (_, count: Int) in [Int](repeating: 0, count: count) }
    }
}
