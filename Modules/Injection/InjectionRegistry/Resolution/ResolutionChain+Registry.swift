import Injection

extension ResolutionChain {
    /// What the thread is making, as a reader would write it.
    var labels: [String] { Self.labels(of: keys) }

    static func labels(of keys: some Sequence<FactoryKey>) -> [String] {
        // A wrapper's factory stands for the service that it resolves, which is the next link.
        keys.filter { $0.container != RegistryContainer.self }.map(\.description)
    }
}
