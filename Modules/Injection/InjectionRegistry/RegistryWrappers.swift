public import Injection

extension Injected {
    /// Resolves from the registry that is shared when the enclosing value is created.
    ///
    ///     @Injected() private var router: any Router
    public init() { self.init(from: .shared) }

    /// Resolves from a registry when the enclosing value is created.
    ///
    ///     @Injected(from: registry) private var router: any Router
    ///     @Injected(from: registry, named: "json") private var exporter: (any Exporter)?   // nil if not registered
    ///
    /// If the service is not registered or fails, the program stops with the message of the ``ResolutionError``.
    public init(from registry: Registry, named name: String? = nil) {
        self.init(\RegistryContainer.[RegistryContainer.Source<T>(registry: registry, name: name)])
    }
}

extension LazyInjected {
    /// Resolves on first read, from the registry that is shared when the enclosing value is created.
    public init() { self.init(from: .shared) }

    /// Resolves from a registry on first read; otherwise like ``Injected/init(from:named:)``.
    public init(from registry: Registry, named name: String? = nil) {
        self.init(\RegistryContainer.[RegistryContainer.Source<T>(registry: registry, name: name)])
    }
}

/// The container that connects Injection's property wrappers to registries: their key paths refer to its factories.
public final class RegistryContainer: SharedContainer {
    /// The only instance. The services are stored in the registries.
    public static let shared = RegistryContainer()

    public let manager = ContainerManager()

    struct Source<T>: Hashable {
        let registry: Registry
        let name: String?
    }

    // A wrapper cannot throw when it is created or read.
    subscript<T>(source: Source<T>) -> Factory<T> {
        Factory(self, key: "resolve") {
            do { return try source.registry.resolve(T.self, named: source.name) } catch { fatalError("\(error)") }
        }
    }
}

extension ThreadState {
    var labels: [String] { Self.labels(of: keys) }

    static func labels(of keys: some Sequence<FactoryKey>) -> [String] {
        // The next link is the service that a wrapper's factory resolves.
        keys.filter { $0.container != RegistryContainer.self }.map(\.description)
    }
}
