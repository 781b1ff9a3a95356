public import Injection

extension Injected {
    /// Resolves from the shared registry, the one that is it when the enclosing value is made.
    ///
    ///     @Injected() private var router: any Router
    public init() { self.init(from: .shared) }

    /// Resolves from a registry when the enclosing value is made.
    ///
    ///     @Injected(from: registry) private var router: any Router
    ///     @Injected(from: registry, named: "json") private var exporter: (any Exporter)?   // nil if there is none
    ///
    /// What is not registered, or fails, stops the program with the message of the ``ResolutionError``, as a property cannot throw.
    public init(from registry: Registry, named name: String? = nil) {
        self.init(\RegistryContainer.[RegistryContainer.Source<T>(registry: registry, name: name)])
    }
}

extension LazyInjected {
    /// Resolves from the registry that is the shared one when the enclosing value is made, when the value is first read.
    public init() { self.init(from: .shared) }

    /// Resolves from a registry when the value is first read; otherwise as ``Injected/init(from:named:)``.
    public init(from registry: Registry, named name: String? = nil) {
        self.init(\RegistryContainer.[RegistryContainer.Source<T>(registry: registry, name: name)])
    }
}

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

extension ResolutionChain {
    /// What the thread is making, as a reader would write it.
    var labels: [String] { Self.labels(of: keys) }

    static func labels(of keys: some Sequence<FactoryKey>) -> [String] {
        // A wrapper's factory stands for the service that it resolves, which is the next link.
        keys.filter { $0.container != RegistryContainer.self }.map(\.description)
    }
}
