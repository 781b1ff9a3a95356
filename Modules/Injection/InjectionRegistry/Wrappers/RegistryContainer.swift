public import Injection

/// The container by way of which Injection's wrappers get to services of registries: a key path of theirs leads to a factory of it.
public final class RegistryContainer: SharedContainer {
    /// The only one: all that it has is in the registries.
    public static let shared = RegistryContainer()

    public let manager = ContainerManager()

    /// What a wrapper names.
    struct Source<T>: Hashable {
        let registry: Registry
        let name: String?
    }

    // A wrapper cannot throw where it is made or read.
    subscript<T>(source: Source<T>) -> Factory<T> {
        Factory(self, key: "resolve") {
            do { return try source.registry.resolve(T.self, named: source.name) } catch { fatalError("\(error)") }
        }
    }
}
