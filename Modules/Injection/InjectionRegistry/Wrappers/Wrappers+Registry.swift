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
