import Injection

extension AsyncRegistry {
    /// Returns the shared instance of what is registered for exactly this type, or a new one, made from arguments if it takes any.
    ///
    /// A shared instance is made once, however many tasks ask for it first: they await one construction, and get its error if it
    /// fails, after which the next resolution tries again. The construction runs in a task of its own, with the task-local values
    /// of the first who asked. Arguments and optional types are as with ``Registry/resolve(_:named:_:)``.
    ///
    /// - Throws: ``ResolutionError``; `CancellationError`, at once, if the calling task is cancelled. The construction is cancelled
    ///   with the last task that awaits it.
    nonisolated(nonsending) public func resolve<T: Sendable, each Argument: Sendable>(
        _ type: T.Type = T.self, named name: String? = nil, _ arguments: repeat each Argument
    ) async throws -> T {
        try await instance(type, named: name, repeat each arguments)
    }

    /// Resolves, also what a recipe takes that is shown as another type; who asks first has asked for what is Sendable.
    nonisolated(nonsending) func instance<T, each Argument>(
        _ type: T.Type, named name: String?, _ arguments: repeat each Argument
    ) async throws -> T {
        let key = ServiceKey(type, named: name, arguments: Arguments<repeat each Argument>.list)
        if let box = node.instance(for: key) { return Box<T>.open(box) }
        if let instance = try await find(type, key, repeat each arguments) { return instance }
        if let optional = type as? any AsyncOptionalType.Type {
            return Box<T>.open(try await optional.find(in: self, key, repeat each arguments))
        }
        let nearMisses = node.nearMisses(of: key)
        throw ResolutionError.notRegistered(key, chain: (Self.chain + [key]).map(\.description), nearMisses: nearMisses)
    }

    /// Resolves what an initialiser takes.
    nonisolated(nonsending) func parameter<T: Sendable, Service>(
        _ type: T.Type, of service: Service.Type
    ) async throws -> T {
        do { return try await resolve(type) } catch { throw ResolutionError(error, asking: type, for: service) }
    }

    /// What the current task is making. Tasks that a closure starts inherit it.
    @TaskLocal private static var chain: [ServiceKey] = []

    /// Resolves; nil if nothing is registered.
    nonisolated(nonsending) fileprivate func find<T, each Argument>(
        _ type: T.Type, _ key: ServiceKey, _ arguments: repeat each Argument
    ) async throws -> T? {
        var next: AsyncRegistry? = self
        while let owner = next {
            let (service, construction, asker): (Node.Table.Entry, AsyncConstruction, AsyncRegistry)
            switch owner.node.state.withLock({ $0.table.step(for: key) { AsyncConstruction(of: $0.link) } }) {
            case .open(let box): return Box<T>.open(box)
            case .wait(let found, let other): (service, construction, asker) = (found, other, owner)
            case .build(let found, let own): (service, construction, asker) = (found, own, owner)
            case .make(let found): (service, construction, asker) = (found, AsyncConstruction(of: found.link), self)
            case .absent:
                next = owner.parent
                continue
            }
            let build = owner.build(type, service, construction, for: asker, repeat each arguments)
            if let made = try await owner.join(construction, build) { return Box<T>.open(made.box) }
        }
        return nil
    }

    /// Awaits a construction; nil if it was over or given up, and is to be looked for again.
    nonisolated(nonsending) private func join(
        _ construction: AsyncConstruction, _ build: @escaping AsyncConstruction.Build
    ) async throws -> Made? {
        do { return try await construction.join(build) as? Made } catch let error as CircularDependencyError {
            throw ResolutionError(error)
        }
    }

    private func build<T, each Argument>(
        _ type: T.Type, _ service: Node.Table.Entry, _ construction: AsyncConstruction, for asker: AsyncRegistry,
        _ arguments: repeat each Argument
    ) -> AsyncConstruction.Build {
        // The service is guarded by the lock of its table. Arguments are Sendable, as `resolve` demands.
        nonisolated(unsafe) let (service, arguments) = (service, (repeat each arguments))
        let chain = unsafe Self.chain + [service.blueprint.key]
        return { [node] in
            do {
                let box = try await Self.$chain.withValue(chain) {
                    let maker = unsafe AsyncMaker<T, repeat each Argument>.open(service.blueprint.recipe)
                    return Box(try await maker.make(asker, repeat each unsafe arguments))
                }
                unsafe node.settle(service, construction, as: .built(box))
                return Made(box: box)
            } catch {
                unsafe node.settle(service, construction, as: .none)
                throw ResolutionError(error, chain: chain.map(\.description))
            }
        }
    }

    /// What a construction hands to the tasks that await it.
    // Sendable because the box holds what was asked for, which `resolve` demands to be Sendable, or what that is a view of.
    private final class Made: @unchecked Sendable {
        let box: AnyObject

        init(box: AnyObject) {
            self.box = box
        }
    }
}

/// What tells optional types from others at run time; see ``OptionalType``.
private protocol AsyncOptionalType {
    nonisolated(nonsending) static func find<each Argument>(
        in registry: AsyncRegistry, _ key: ServiceKey, _ arguments: repeat each Argument
    ) async throws -> AnyObject
}

extension Optional: AsyncOptionalType {
    nonisolated(nonsending) fileprivate static func find<each Argument>(
        in registry: AsyncRegistry, _ key: ServiceKey, _ arguments: repeat each Argument
    ) async throws -> AnyObject {
        Box<Self>(try await registry.find(Wrapped.self, key.with(Wrapped.self), repeat each arguments))
    }
}
