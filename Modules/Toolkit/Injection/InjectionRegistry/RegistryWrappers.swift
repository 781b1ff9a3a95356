public import Injection

extension Injected {
    /// Creates a wrapper that resolves a service from `Registry.shared` when the enclosing value is
    /// created.
    ///
    ///     @Injected() private var router: any Router
    public init() {
        self.init(from: .shared)
    }

    /// Creates a wrapper that resolves a service from a registry when the enclosing value is
    /// created.
    ///
    ///     @Injected(from: registry) private var router: any Router
    ///     @Injected(from: registry, named: "json") private var exporter: (any Exporter)?
    ///
    /// An optional value is `nil` if the service is not registered. Any other error stops the
    /// program with the message of the ``ResolutionError``.
    public init(from registry: Registry, named name: String? = nil) {
        self.init(\RegistryContainer.[registry, name])
    }
}

extension LazyInjected {
    /// Creates a wrapper that resolves a service when the value is first read, from the registry
    /// that was shared when the enclosing value was created.
    public init() {
        self.init(from: .shared)
    }

    /// Creates a wrapper that resolves a service from a registry when the value is first read. In
    /// all other respects, the wrapper works like ``Injected/init(from:named:)``.
    public init(from registry: Registry, named name: String? = nil) {
        self.init(\RegistryContainer.[registry, name])
    }
}

/// The container that connects the property wrappers of Injection to registries. The key paths of
/// these wrappers refer to the factories of this container.
public final class RegistryContainer: SharedContainer {
    /// The only instance. The services are stored in the registries.
    public static let shared = RegistryContainer()

    public let manager = ContainerManager()

    // A wrapper cannot throw when it is created or read, so an error stops the program.
    subscript<T>(registry: Registry, name: String?) -> Factory<T> {
        Factory(self, key: "resolve") {
            do {
                return try registry.resolve(named: name)
            } catch {
                fatalError("\(error)")
            }
        }
    }
}

extension Sequence<FactoryKey> {
    var labels: [String] {
        // A wrapper's factory is omitted, because the next key represents the service that the
        // wrapper resolves.
        filter { $0.container != RegistryContainer.self }.map(\.description)
    }
}

extension [String] {
    /// The services that the current thread is building, outermost first.
    static var current: [String] {
        ThreadState.current.keys.labels
    }
}
