import Injection

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
        let key = ServiceKey(type, named: name, arguments: Arguments<repeat each Argument>.list)
        if let box = node.instance(for: key) { return Box<T>.open(box) }
        if let instance = try find(type, key, repeat each arguments) { return instance }
        if let optional = type as? any OptionalType.Type {
            return Box<T>.open(try optional.find(in: self, key, repeat each arguments))
        }
        let chain = ResolutionChain.current.labels + [key.description]
        throw .notRegistered(key, chain: chain, nearMisses: node.nearMisses(of: key))
    }

    /// Resolves what an initialiser takes.
    func parameter<T, Service>(_ type: T.Type, of service: Service.Type) throws(ResolutionError) -> T {
        do { return try resolve(type) } catch { throw ResolutionError(error, asking: type, for: service) }
    }

    /// Resolves; nil if nothing is registered.
    fileprivate func find<T, each Argument>(
        _ type: T.Type, _ key: ServiceKey, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T? {
        var next: Registry? = self
        while let owner = next {
            let (step, isPreparation) = owner.step(for: key)
            if isPreparation {
                _ = try owner.instance(Void.self, step, for: owner)
            } else if let instance = try owner.instance(type, step, for: self, repeat each arguments) {
                return instance
            } else {
                next = owner.parent
            }
        }
        return nil
    }

    private func step(for key: ServiceKey) -> (step: Node.Table.Step, isPreparation: Bool) {
        node.state.withLock { state in
            if let next = state.preparations.first, !next.isBuiltByThisThread {
                return (Node.Table.step(for: next) { Construction(of: $0.link) }, true)
            }
            return (state.table.step(for: key) { Construction(of: $0.link) }, false)
        }
    }

    /// Does what is to be done in this registry, for another one that may be its child; nil if nothing is registered.
    private func instance<T, each Argument>(
        _ type: T.Type, _ step: Node.Table.Step, for asker: Registry, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T? {
        switch step {
        case .open(let box): return Box<T>.open(box)
        case .wait(_, let construction): return Box<T>.open(try wait(for: construction))
        case .build(let service, let construction): return try build(type, service, construction)
        case .make(let service):
            let mark = try mark(of: service, for: asker)
            return try run(type, service, mark, for: asker, repeat each arguments)
        case .absent: return nil
        }
    }

    private func wait(for construction: Construction) throws(ResolutionError) -> AnyObject {
        switch construction.waitOrFindCircle() {
        case .outcome(.success(let box)): return box
        case .outcome(.failure(let error)): throw ResolutionError(error)
        case .circle(let keys): throw .cycle(ResolutionChain.labels(of: keys))
        }
    }

    private func build<T>(
        _ type: T.Type, _ service: Node.Table.Entry, _ construction: Construction
    ) throws(ResolutionError) -> T {
        do {
            let box = Box(try run(type, service, construction, for: self))
            node.settle(service, construction, as: .built(box))
            construction.finish(with: .success(box))
            return box.content
        } catch {
            node.settle(service, construction, as: .none)
            construction.finish(with: .failure(error))
            throw error
        }
    }

    /// What the chain tells new instances of the service by; throws if that shows that there will be no end of them.
    private func mark(of service: Node.Table.Entry, for asker: Registry) throws(ResolutionError) -> Construction {
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
        _ type: T.Type, _ service: Node.Table.Entry, _ construction: Construction, for asker: Registry,
        _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T {
        try ResolutionChain.current.run(service.link, construction) { () throws(ResolutionError) -> T in
            do {
                return try Maker<T, repeat each Argument>.open(service.blueprint.recipe)(asker, repeat each arguments)
            } catch {
                throw ResolutionError(error)
            }
        }
    }
}

/// What tells optional types from others at run time.
private protocol OptionalType {
    /// Resolves the wrapped type; the box holds nil if it is not registered.
    static func find<each Argument>(
        in registry: Registry, _ key: ServiceKey, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> AnyObject
}

extension Optional: OptionalType {
    fileprivate static func find<each Argument>(
        in registry: Registry, _ key: ServiceKey, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> AnyObject {
        Box<Self>(try registry.find(Wrapped.self, key.with(Wrapped.self), repeat each arguments))
    }
}

extension Service where Owner == Registry, Building == Construction {
    /// Whether the thread is inside the closure.
    var isBuiltByThisThread: Bool {
        if case .building(let construction) = instance { construction.isOwnedByThisThread } else { false }
    }
}
