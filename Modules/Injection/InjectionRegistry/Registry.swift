import Injection

/// Services that are registered, and found, by type: a second door to Injection's ideas, for what is only known at run time.
///
///     let registry = Registry {
///         Shared { RouterLive() }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
///         New { (resolver, id: Link.ID) in LinkDetails(id: id, router: try resolver.resolve()) }
///     }
///     let router = try registry.resolve((any Router).self)
///
/// Whether a type is registered shows only when the program runs. A container's property that is a `Factory` is the better choice
/// where it serves.
public final class Registry: ServiceRegistry<Registry>, @unchecked Sendable {
    /// The registry of wrappers that name no other. In a test, `Registry.$shared.withValue(registry) { … }` replaces it.
    @TaskLocal public static var shared = Registry()
}

/// Registrations for a ``Registry``.
public typealias Registrations = RegistrationList<Registry>

extension Registry {
    /// Returns the shared instance of what is registered for exactly this type, or a new one, made from arguments if it takes any.
    ///
    ///     let store: any LinkStore = try registry.resolve()
    ///     let details = try registry.resolve(LinkDetails.self, link.id)
    ///
    /// Arguments are matched by the types they are written with. An optional type that is not registered itself gives what its
    /// wrapped type gives, or nil if that is not registered either. Where a shared instance is there already, this costs one
    /// lock and one look-up.
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self, named name: String? = nil, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T {
        try instance(
            ServiceKey(type, named: name, arguments: Arguments<repeat each Argument>.list), repeat each arguments)
    }

    /// Resolves a key of this type and these arguments; `service` is what takes it as a parameter, if that is why.
    func instance<T, each Argument>(
        _ key: ServiceKey, for service: Any.Type? = nil, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T {
        if let (step, owner) = try find(key) { return try owner.take(T.self, step, for: self, repeat each arguments) }
        if let optional = T.self as? any OptionalType.Type {
            return Box<T>.open(try instance(of: optional.wrapped, key, repeat each arguments))
        }
        let chain = ResolutionChain.current.labels + [key.description]
        throw error(for: key, parameterOf: service, chain: chain)
    }

    /// A box with what the wrapped type gives, or with nil.
    private func instance<Wrapped, each Argument>(
        of type: Wrapped.Type, _ key: ServiceKey, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> AnyObject {
        guard let (step, owner) = try find(key.with(type)) else { return Box<Wrapped?>(nil) }
        return Box<Wrapped?>(try owner.take(type, step, for: self, repeat each arguments))
    }

    private typealias Step = ServiceTable<Registry>.Step<Construction>

    /// What is to be done for a key, and in which registry; nil if nothing is registered.
    private func find(_ key: ServiceKey) throws(ResolutionError) -> (step: Step, owner: Registry)? {
        var next: Registry? = self
        while let owner = next {
            let (step, isPreparation) = owner.step(for: key)
            switch step {
            case let step? where isPreparation: try owner.take(Void.self, step, for: owner)
            case let step?: return (step, owner)
            case nil: next = owner.parent
            }
        }
        return nil
    }

    private func step(for key: ServiceKey) -> (step: Step?, isPreparation: Bool) {
        table.withLock { table in
            if let next = table.preparations.first {
                let step = table.step(for: next, Construction.init(of:))
                // The thread that prepares may resolve.
                guard case .wait(_, let other) = step, other.isOwnedByThisThread else { return (step, true) }
            }
            return (table.step(for: key, Construction.init(of:)), false)
        }
    }

    /// Does what is to be done in this registry, for another one that may be its child.
    private func take<T, each Argument>(
        _ type: T.Type, _ step: Step, for asker: Registry, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T {
        switch step {
        case .open(let box): return Box<T>.open(box)
        case .wait(_, let construction): return try open(type, construction.waitOrFindCircle())
        case .build(let service, let construction): return try build(type, service, construction)
        case .make(let service):
            let mark = try mark(of: service, for: asker)
            defer { ResolutionChain.current.endGraph() }
            return try run(type, service, mark, for: asker, repeat each arguments)
        }
    }

    private func build<T>(
        _ type: T.Type, _ service: Service<Registry>, _ construction: Construction
    ) throws(ResolutionError) -> T {
        defer { ResolutionChain.current.endGraph() }
        let outcome = Construction.Outcome { Box(try run(type, service, construction, for: self)) }
        settle(service, construction, as: try? outcome.get())
        construction.finish(with: outcome)
        return try open(type, .outcome(outcome))
    }

    private func open<T>(_ type: T.Type, _ arrival: Construction.Arrival) throws(ResolutionError) -> T {
        switch arrival {
        case .outcome(.success(let box)): return Box<T>.open(box)
        case .outcome(.failure(let error)): throw ResolutionError(error)
        case .circle(let keys): throw .cycle(ResolutionChain.labels(of: keys))
        }
    }

    /// What the chain tells new instances of the service by; throws if that shows that there will be no end of them.
    private func mark(of service: Service<Registry>, for asker: Registry) throws(ResolutionError) -> Construction {
        let isInherited = asker !== self
        let mark = isInherited ? service.inheritedMark : service.mark
        let chain = ResolutionChain.current
        // A service may well make itself from other arguments, for a tree say; one that does so this often has no end.
        let limit = isInherited || !service.blueprint.key.arguments.isEmpty ? 32 : 1
        if chain.count(of: mark) < limit { return mark }
        let round = chain.keys.reversed().prefix { $0 != service.link }.reversed()
        throw .cycle(ResolutionChain.labels(of: [service.link] + round + [service.link]))
    }

    private func run<T, each Argument>(
        _ type: T.Type, _ service: Service<Registry>, _ construction: Construction, for asker: Registry,
        _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T {
        try ResolutionChain.current.run(service.link, construction) { () throws(ResolutionError) -> T in
            do {
                return try Maker<T, repeat each Argument>.open(service.blueprint.recipe).make(
                    asker, repeat each arguments)
            } catch {
                throw ResolutionError(error)
            }
        }
    }
}

extension Registry {
    /// Has something registered, or done, before the next resolution in this registry, once, by the thread that asks first.
    ///
    ///     Registry.shared.beforeFirstResolution { registry in registry.register(ExportModule.registrations) }
    ///
    /// Other threads wait for it; the closure itself may resolve. What is given later runs before the next resolution. If it throws, so
    /// does the resolution, and the next one tries again.
    public func beforeFirstResolution(_ prepare: @escaping (Registry) throws -> Void) {
        let blueprint = Blueprint<Registry>(
            key: ServiceKey(BeforeFirstResolution.self), recipe: Maker<Void>(prepare), isShared: true)
        table.withLock { $0.preparations.append(Service(blueprint, order: 0)) }
    }

    /// Builds the shared services that are marked as eager and not there yet, in order of registration.
    ///
    /// - Throws: The error of the first that fails; those after it are not built.
    public func buildEagerServices() throws(ResolutionError) {
        for eager in eagerBlueprints { try build(eager.recipe, of: eager.key) }
    }

    private func build<R: Recipe>(_ recipe: R, of key: ServiceKey) throws(ResolutionError) {
        _ = try instance(key) as R.Instance
    }
}

/// The name of preparations in a chain.
private enum BeforeFirstResolution {}

/// What tells optional types from others at run time.
protocol OptionalType {
    /// The type of what is there unless it is nil.
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
}
