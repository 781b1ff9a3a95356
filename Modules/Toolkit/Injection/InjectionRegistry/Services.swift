#if FactoryKitClosures
    /// A closure or an initializer that creates an instance. Because of the trait
    /// `FactoryKitClosures`, the compiler does not check that other threads may call it.
    public typealias ServiceFactoryType<Instance, each Parameter> =
        (repeat each Parameter) throws -> Instance
#else
    /// A closure or an initializer that creates an instance, on any thread.
    public typealias ServiceFactoryType<Instance, each Parameter> =
        @Sendable (repeat each Parameter) throws -> Instance
#endif

/// A service with one instance per registry, created when it is first resolved.
///
///     Shared { InMemoryLinkStore() }
///     Shared { resolver in StoredLinkLibrary(store: try resolver.resolve()) }
///     Shared(StoredLinkLibrary.init)  // parameters are looked up by type
///     Shared(named: "json", eager: true) { JSONExporter() as any Exporter }
///
/// ``Registry/buildEagerServices()`` creates the eager services that were not resolved yet. A
/// shared service resolves its dependencies from the registry that contains its registration, even
/// if a child resolves the service.
// This class is Sendable like its base class, because it adds no properties.
public final class Shared<Instance>: Registration<Registry, Instance>, @unchecked Sendable {
    /// Creates a registration from a closure that resolves its dependencies from the registry.
    public init(
        named name: String? = nil,
        eager: Bool = false,
        _ make: @escaping ServiceFactoryType<Instance, Registry>
    ) {
        super.init(shared: ServiceDefinition(name, make), isEager: eager)
    }

    /// Creates a registration from an initializer whose parameters are looked up by type, or from a
    /// closure without parameters.
    ///
    /// Parameters with default values are looked up too. An optional parameter is `nil` if nothing
    /// is registered for its type.
    public init<each Parameter>(
        named name: String? = nil,
        eager: Bool = false,
        _ make: @escaping ServiceFactoryType<Instance, repeat each Parameter>
    ) {
        super.init(shared: ServiceDefinition(name, lookingUp: make), isEager: eager)
    }
}

/// A service that is created on each resolution. Its closure or initializer can take run-time
/// arguments.
///
///     New { (resolver, id: Link.ID) in LinkDetails(id: id, store: try resolver.resolve()) }
///     New(LinkDetails.init, arguments: Link.ID.self)  // the store is looked up by type
///     try registry.resolve(LinkDetails.self, link.id)
///
/// The service resolves its dependencies from the registry whose `resolve` method was called, which
/// may be a child.
// This class is Sendable like its base class, because it adds no properties.
public final class New<Instance>: Registration<Registry, Instance>, @unchecked Sendable {
    /// Creates a registration from a closure that takes the registry and any number of run-time
    /// arguments.
    public init<each Argument>(
        named name: String? = nil,
        _ make: @escaping ServiceFactoryType<Instance, Registry, repeat each Argument>
    ) {
        super.init([ServiceDefinition(name, make)])
    }

    /// Creates a registration from an initializer whose parameters are looked up by type, or from a
    /// closure without parameters.
    ///
    /// Each run-time argument is passed to the first parameter of its type that has not received an
    /// argument. The other parameters are looked up by type, including those with default values.
    /// An optional parameter is `nil` if nothing is registered for its type. In a closure with
    /// run-time arguments, the first parameter must be the resolver.
    // This overload is disfavored, because otherwise a resolver with an explicit type would be
    // looked up as a parameter.
    @_disfavoredOverload
    public init<each Parameter, each Argument>(
        named name: String? = nil,
        _ make: @escaping ServiceFactoryType<Instance, repeat each Parameter>,
        arguments types: repeat (each Argument).Type
    ) {
        super.init([ServiceDefinition(name, lookingUp: make, except: repeat each types)])
    }
}

/// A service with one instance per asynchronous registry. In all other respects, it works like
/// ``Shared``.
// This class is Sendable like its base class, because it adds no properties.
public final class AsyncShared<Instance: Sendable>:
    Registration<AsyncRegistry, Instance>, @unchecked Sendable
{
    /// Creates a registration from a closure that resolves its dependencies from the registry.
    public init(
        named name: String? = nil,
        eager: Bool = false,
        _ make: @escaping @Sendable (_ resolver: AsyncRegistry) async throws -> Instance
    ) {
        super.init(shared: ServiceDefinition(name, make), isEager: eager)
    }

    /// Creates a registration from an initializer whose parameters are looked up by type, or from a
    /// closure without parameters.
    public init<each Parameter: Sendable>(
        named name: String? = nil,
        eager: Bool = false,
        _ make: @escaping @Sendable (repeat each Parameter) async throws -> Instance
    ) {
        super.init(shared: ServiceDefinition(name, lookingUp: make), isEager: eager)
    }
}

/// A service that an asynchronous registry creates on each resolution. In all other respects, it
/// works like ``New``.
// This class is Sendable like its base class, because it adds no properties.
public final class AsyncNew<Instance: Sendable>:
    Registration<AsyncRegistry, Instance>, @unchecked Sendable
{
    /// Creates a registration from a closure that takes the registry and any number of run-time
    /// arguments.
    public init<each Argument: Sendable>(
        named name: String? = nil,
        _ make:
            @escaping @Sendable (
                _ resolver: AsyncRegistry, repeat each Argument
            ) async throws -> Instance
    ) {
        super.init([ServiceDefinition(name, make)])
    }

    /// Creates a registration from an initializer whose parameters are looked up by type, or from a
    /// closure without parameters.
    // This overload is disfavored for the same reason as in `New`.
    @_disfavoredOverload
    public init<each Parameter: Sendable>(
        named name: String? = nil,
        _ make: @escaping @Sendable (repeat each Parameter) async throws -> Instance
    ) {
        super.init([ServiceDefinition(name, lookingUp: make)])
    }
}
