/// A service of which a registry has one instance, made when it is first asked for.
///
///     Shared { InMemoryLinkStore() }
///     Shared { resolver in StoredLinkLibrary(store: try resolver.resolve()) }
///     Shared(StoredLinkLibrary.init)                                // what the initialiser takes is looked up by type
///     Shared(named: "json", eager: true) { JSONExporter() as any Exporter }
///
/// An eager one is made by ``Registry/buildEagerServices()``, if it is not there by then. What a shared service asks for comes from
/// the registry that it is registered in, also where a child asked for it.
public final class Shared<Instance>: Registration<Registry, Instance>, @unchecked Sendable {
    /// Registers how to make the instance from what the registry has.
    public init(
        named name: String? = nil, eager: Bool = false, _ make: @escaping (_ resolver: Registry) throws -> Instance
    ) {
        super.init(Maker(make), named: name, isShared: true, isEager: eager)
    }

    /// Registers an initialiser, whose parameters are looked up by their types, or a closure without parameters.
    ///
    /// Defaulted parameters are looked up too, and optional ones are nil where there is nothing.
    public init<each Parameter>(
        named name: String? = nil, eager: Bool = false, _ make: @escaping (repeat each Parameter) throws -> Instance
    ) {
        super.init(Maker<Instance>.lookingUp(make), named: name, isShared: true, isEager: eager)
    }
}

/// A service that is made each time it is asked for, from run-time arguments if it takes any.
///
///     New { (resolver, id: Link.ID) in LinkDetails(id: id, store: try resolver.resolve()) }
///     New(LinkDetails.init, arguments: Link.ID.self)     // the same: what is no argument is looked up by type
///     try registry.resolve(LinkDetails.self, link.id)
///
/// What it asks for comes from the registry that was asked for it, which may be a child of the one that it is registered in.
public final class New<Instance>: Registration<Registry, Instance>, @unchecked Sendable {
    /// Registers how to make an instance from what the registry has, and from run-time arguments of any number.
    public init<each Argument>(
        named name: String? = nil, _ make: @escaping (_ resolver: Registry, repeat each Argument) throws -> Instance
    ) {
        super.init(Maker(make), named: name, isShared: false)
    }

    /// Registers an initialiser, whose parameters are looked up by their types, or a closure without parameters.
    ///
    /// Defaulted parameters are looked up too, and optional ones are nil where there is nothing. A closure with run-time
    /// arguments takes the resolver first.
    // Disfavoured, so that a resolver whose type is written is no parameter to be looked up.
    @_disfavoredOverload
    public init<each Parameter>(
        named name: String? = nil, _ make: @escaping (repeat each Parameter) throws -> Instance
    ) {
        super.init(Maker<Instance>.lookingUp(make), named: name, isShared: false)
    }

    /// Registers an initialiser with run-time arguments of the given types; its other parameters are looked up by theirs.
    ///
    /// Of several parameters of the type of an argument, the first ones take the arguments, in order.
    @_disfavoredOverload
    public init<each Parameter, each Argument>(
        named name: String? = nil, _ make: @escaping (repeat each Parameter) throws -> Instance,
        arguments types: repeat (each Argument).Type
    ) {
        let maker = Maker { (registry: Registry, arguments: repeat each Argument) in
            var given = GivenArguments(repeat each arguments)
            let parameters = (repeat try given.take((each Parameter).self, of: Instance.self, from: registry))
            try given.expectNone()
            return try make(repeat each parameters)
        }
        super.init(maker, named: name, isShared: false)
    }
}

/// A service of which an asynchronous registry has one instance; otherwise as ``Shared``.
public final class AsyncShared<Instance: Sendable>: Registration<AsyncRegistry, Instance>, @unchecked Sendable {
    /// Registers how to make the instance from what the registry has.
    public init(
        named name: String? = nil, eager: Bool = false,
        _ make: @escaping @Sendable (_ resolver: AsyncRegistry) async throws -> Instance
    ) {
        super.init(AsyncMaker(make), named: name, isShared: true, isEager: eager)
    }

    /// Registers an initialiser, whose parameters are looked up by their types, or a closure without parameters.
    public init<each Parameter: Sendable>(
        named name: String? = nil, eager: Bool = false,
        _ make: @escaping @Sendable (repeat each Parameter) async throws -> Instance
    ) {
        super.init(AsyncMaker<Instance>.lookingUp(make), named: name, isShared: true, isEager: eager)
    }
}

/// A service that an asynchronous registry makes each time it is asked for; otherwise as ``New``.
public final class AsyncNew<Instance: Sendable>: Registration<AsyncRegistry, Instance>, @unchecked Sendable {
    /// Registers how to make an instance from what the registry has, and from run-time arguments of any number.
    public init<each Argument: Sendable>(
        named name: String? = nil,
        _ make: @escaping @Sendable (_ resolver: AsyncRegistry, repeat each Argument) async throws -> Instance
    ) {
        super.init(AsyncMaker(make), named: name, isShared: false)
    }

    /// Registers an initialiser, whose parameters are looked up by their types, or a closure without parameters.
    // Disfavoured, as in `New`.
    @_disfavoredOverload
    public init<each Parameter: Sendable>(
        named name: String? = nil, _ make: @escaping @Sendable (repeat each Parameter) async throws -> Instance
    ) {
        super.init(AsyncMaker<Instance>.lookingUp(make), named: name, isShared: false)
    }
}
