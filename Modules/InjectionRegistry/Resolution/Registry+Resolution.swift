import Injection

extension Registry {
    /// Returns the shared instance of what is registered for exactly this type, or a new one.
    ///
    /// An optional type that is not registered itself gives what its wrapped type gives, or nil if that is not registered
    /// either. Where a shared instance is there already, this costs one lock and one look-up.
    public func resolve<T>(_ type: T.Type = T.self, named name: String? = nil) throws(ResolutionError) -> T {
        let key = ServiceKey(type, named: name)
        if let box = node.instance(for: key) { return Box<T>.open(box) }
        if let instance = try find(key, { recipe, registry in try Maker<T>.open(recipe)(registry) }) as T? {
            return instance
        }
        return try resolveAbsent(key)
    }

    /// Returns a new instance that is made from run-time arguments, which are matched by the types they are written with.
    ///
    ///     let details = try registry.resolve(LinkDetails.self, link.id)
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self, named name: String? = nil, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T {
        let key = ServiceKey(type, named: name, arguments: Arguments<repeat each Argument>.list)
        if let instance: T = try find(type, key, repeat each arguments) { return instance }
        return try resolveAbsent(key, repeat each arguments)
    }

    /// Resolves what an initialiser takes.
    func parameter<T, Service>(_ type: T.Type, of service: Service.Type) throws(ResolutionError) -> T {
        do { return try resolve(type) } catch { throw ResolutionError(error, asking: type, for: service) }
    }

    /// Resolves; nil if nothing is registered.
    fileprivate func find<T, each Argument>(
        _ type: T.Type, _ key: ServiceKey, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T? {
        try find(key) { recipe, registry in
            try Maker<T, repeat each Argument>.open(recipe)(registry, repeat each arguments)
        }
    }

    private func find<T>(
        _ key: ServiceKey, _ make: (_ recipe: AnyObject, _ registry: Registry) throws -> T
    ) throws(ResolutionError) -> T? {
        var next: Registry? = self
        while let owner = next {
            let (step, isPreparation) = owner.step(for: key)
            if isPreparation {
                let _: Void? = try owner.instance(step, for: owner) { try Maker<Void>.open($0)($1) }
            } else if let instance = try owner.instance(step, for: self, make) {
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
    private func instance<T>(
        _ step: Node.Table.Step, for asker: Registry, _ make: (AnyObject, Registry) throws -> T
    ) throws(ResolutionError) -> T? {
        switch step {
        case .open(let box): return Box<T>.open(box)
        case .wait(_, let construction): return Box<T>.open(try wait(for: construction))
        case .build(let service, let construction): return try build(service, construction, make)
        case .make(let service): return try makeNew(service, for: asker, make)
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
        _ service: Node.Table.Entry, _ construction: Construction, _ make: (AnyObject, Registry) throws -> T
    ) throws(ResolutionError) -> T {
        do {
            let box = Box(try run(service, construction, for: self, make))
            node.settle(service, construction, as: .built(box))
            construction.finish(with: .success(box))
            return box.content
        } catch {
            node.settle(service, construction, as: .none)
            construction.finish(with: .failure(error))
            throw error
        }
    }

    private func makeNew<T>(
        _ service: Node.Table.Entry, for asker: Registry, _ make: (AnyObject, Registry) throws -> T
    ) throws(ResolutionError) -> T {
        let isInherited = asker !== self
        let mark = isInherited ? service.inheritedMark : service.mark
        let chain = ResolutionChain.current
        if chain.count(of: mark) >= (isInherited || service.takesArguments ? Self.suspiciousRounds : 1) {
            let keys = chain.keys
            let start = keys.lastIndex(of: service.link) ?? keys.startIndex
            throw .cycle(ResolutionChain.labels(of: keys[start...] + [service.link]))
        }
        return try run(service, mark, for: asker, make)
    }

    // A service may well make itself from other arguments, for a tree say; one that does so this often has no end.
    private static var suspiciousRounds: Int { 32 }

    private func run<T>(
        _ service: Node.Table.Entry, _ construction: Construction, for asker: Registry,
        _ make: (AnyObject, Registry) throws -> T
    ) throws(ResolutionError) -> T {
        try ResolutionChain.current.run(service.link, construction) { () throws(ResolutionError) -> T in
            do { return try make(service.blueprint.recipe, asker) } catch { throw ResolutionError(error) }
        }
    }

    private func resolveAbsent<T, each Argument>(
        _ key: ServiceKey, _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T {
        if let optional = T.self as? any OptionalType.Type {
            return Box<T>.open(try optional.find(in: self, key, repeat each arguments))
        }
        throw .notRegistered(key, chain: ResolutionChain.current.labels + ["\(key)"], nearMisses: node.nearMisses(of: key))
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
