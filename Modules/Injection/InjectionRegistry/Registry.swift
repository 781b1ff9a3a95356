public import Injection

/// A container that registers and resolves services by type, for services known only at run time.
///
///     let registry = Registry {
///         Shared { RouterLive() }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
///         New { (resolver, id: Link.ID) in LinkDetails(id: id, router: try resolver.resolve()) }
///     }
///     let router = try registry.resolve((any Router).self)
///
/// A missing registration is detected only at run time, so prefer a container property of type `Factory` where possible.
// Sendable like its base class, without properties of its own.
public final class Registry: ServiceRegistry<Registry>, @unchecked Sendable {
    /// The default registry of property wrappers. Tests can replace it with `Registry.$shared.withValue(registry)`.
    @TaskLocal public static var shared = Registry()
}

public typealias Registrations = RegistrationList<Registry>

extension Registry {
    /// Returns the shared instance of the service registered for exactly this type, or a new one.
    ///
    ///     let store: any LinkStore = try registry.resolve()
    ///     let details = try registry.resolve(LinkDetails.self, link.id)
    ///
    /// Arguments are matched by their compile-time types. An optional type that is not registered itself resolves its wrapped type, or is nil if that is not
    /// registered either. Resolving an existing shared instance costs one lock and one lookup.
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self, named name: String? = nil, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T {
        let key = ServiceKey(type, named: name, arguments: Arguments<repeat each Argument>.list)
        return try instance(key, with: ArgumentCall(repeat each arguments))
    }

    /// Returns the shared instance of the service registered for exactly this type, or a new one; see ``resolve(_:named:_:)``.
    // Without a parameter pack, because the type of a pack is created at run time.
    @inlinable
    public func resolve<T>(_ type: T.Type = T.self, named name: String? = nil) throws(ResolutionError) -> T {
        let key = ServiceKey(type, named: name)
        let (box, service) = known(key)
        return if let box { Box<T>.open(box) } else { try resolve(key, service) }
    }

    /// The stored instance of a shared service of this registry, or the new service; neither if preparations must run first.
    @usableFromInline
    func known(_ key: ServiceKey) -> (box: AnyObject?, service: Service<Registry>?) {
        table.withLock { table in
            guard table.preparations.isEmpty, let service = table.services[key] else { return (nil, nil) }
            return service.definition.isShared ? (service.built, nil) : (nil, service)
        }
    }

    @usableFromInline
    func resolve<T>(_ key: ServiceKey, _ new: Service<Registry>?) throws(ResolutionError) -> T {
        if let new { return try take(T.self, .make(new), for: self, PlainCall()) }
        return try instance(key)
    }

    /// Resolves a key of this type and the arguments of the call; `service` is the type that takes it as a parameter, if any.
    func instance<T>(
        _ key: ServiceKey, for service: Any.Type? = nil, with call: some FactoryCall = PlainCall()
    ) throws(ResolutionError) -> T {
        if let (step, owner) = try find(key) { return try owner.take(T.self, step, for: self, call) }
        if let optional = T.self as? any Wrapping.Type {
            return Box<T>.open(try instance(of: optional.wrappedType, key, call))
        }
        let chain = ThreadState.current.labels + [key.description]
        throw error(for: key, parameterOf: service, chain: chain)
    }

    private func instance<Wrapped>(
        of type: Wrapped.Type, _ key: ServiceKey, _ call: some FactoryCall
    ) throws(ResolutionError) -> AnyObject {
        guard let (step, owner) = try find(key.with(type)) else { return Box<Wrapped?>(nil) }
        return Box<Wrapped?>(try owner.take(type, step, for: self, call))
    }

    private typealias Step = ServiceTable<Registry>.Step<Construction>

    private func find(_ key: ServiceKey) throws(ResolutionError) -> (step: Step, owner: Registry)? {
        var next: Registry? = self
        while let owner = next {
            let (step, isPreparation) = owner.step(for: key)
            switch step {
            case let step? where isPreparation: try owner.take(Void.self, step, for: owner, PlainCall())
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
                // The preparing thread itself may resolve.
                guard case .wait(_, let other) = step, other.isOwnedByThisThread else { return (step, true) }
            }
            return (table.step(for: key, Construction.init(of:)), false)
        }
    }

    private func take<T>(
        _ type: T.Type, _ step: Step, for requester: Registry, _ call: some FactoryCall
    ) throws(ResolutionError) -> T {
        switch step {
        case .open(let box): return Box<T>.open(box)
        case .wait(_, let construction): return try open(type, construction.outcomeOrCycle())
        case .build(let service, let construction): return try build(type, service, construction)
        case .make(let service):
            let mark = try mark(of: service, for: requester)
            defer { ThreadState.current.endGraph() }
            return try run(type, service, mark, for: requester, call)
        }
    }

    private func build<T>(
        _ type: T.Type, _ service: Service<Registry>, _ construction: Construction
    ) throws(ResolutionError) -> T {
        defer { ThreadState.current.endGraph() }
        let outcome = Construction.Outcome { Box(try run(type, service, construction, for: self, PlainCall())) }
        settle(service, construction, as: try? outcome.get())
        construction.finish(with: outcome)
        return try open(type, outcome)
    }

    private func open<T>(_ type: T.Type, _ outcome: Construction.Outcome) throws(ResolutionError) -> T {
        do { return Box<T>.open(try outcome.get()) } catch { throw ResolutionError(error) }
    }

    /// Returns the construction that identifies new instances in the chain. Throws if the recursion exceeds its limit.
    private func mark(of service: Service<Registry>, for requester: Registry) throws(ResolutionError) -> Construction {
        let isInherited = requester !== self
        let mark = isInherited ? service.inheritedMark : service.mark
        let chain = ThreadState.current
        // A service may create itself from other arguments, for example a tree. More levels are treated as infinite recursion.
        let limit = isInherited || !service.definition.key.arguments.isEmpty ? 32 : 1
        if chain.count(of: mark) < limit { return mark }
        let round = chain.keys.reversed().prefix { $0 != service.link }.reversed()
        throw .cycle(ThreadState.labels(of: [service.link] + round + [service.link]))
    }

    private func run<T>(
        _ type: T.Type, _ service: Service<Registry>, _ construction: Construction, for requester: Registry,
        _ call: some FactoryCall
    ) throws(ResolutionError) -> T {
        try ThreadState.current.run(service.link, construction) { () throws(ResolutionError) -> T in
            do {
                return try call.make(type, service.definition.factory, requester)
            } catch {
                throw ResolutionError(error)
            }
        }
    }
}

extension Registry {
    /// Adds a closure that runs once, before the next resolution in this registry.
    ///
    ///     Registry.shared.beforeFirstResolution { registry in registry.register(ExportModule.registrations) }
    ///
    /// The first thread that resolves runs the closure; other threads wait. The closure itself may resolve. If it throws, the resolution throws, and the next
    /// one tries again.
    public func beforeFirstResolution(_ prepare: @escaping (Registry) throws -> Void) {
        let definition = ServiceDefinition<Registry>(
            key: ServiceKey(BeforeFirstResolution.self), factory: ClosureFactory<Void>(prepare), isShared: true)
        table.withLock { $0.preparations.append(Service(definition, order: 0)) }
    }

    /// Builds the eager services that do not have an instance yet, in order of registration.
    ///
    /// - Throws: The error of the first service that fails. Later services are not built.
    public func buildEagerServices() throws(ResolutionError) {
        for eager in eagerDefinitions { try build(eager.factory, of: eager.key) }
    }

    private func build<R: ServiceFactory>(_ factory: R, of key: ServiceKey) throws(ResolutionError) {
        _ = try instance(key) as R.Instance
    }
}

/// The type that represents a preparation in a chain.
private enum BeforeFirstResolution {}
