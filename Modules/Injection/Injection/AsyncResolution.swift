extension FactoryDefinition {
    /// Returns the instance that the factory's scope stores, for the parameter if there is one, or a new one. `call` runs the definition's own closure, or the
    /// one that replaces it. The instances are in the same tables as those of synchronous factories.
    nonisolated(nonsending) func resolve<Closure: Sendable, T: Sendable>(
        for parameter: AnyHashable? = nil, _ own: Closure, _ call: @escaping @Sendable (Closure) async throws -> T
    ) async throws -> T {
        let manager = manager
        manager.autoRegister()
        let key = parameter.map(key.with) ?? key
        let isWatched = manager.isWatched
        let lifetime = isWatched ? manager.lifetime(of: cell) : nil
        let resolved = try await find(key, lifetime) { try await call($0.map(Box<Closure>.open) ?? own) }
        if isWatched { manager.decorate(resolved, of: cell) }
        return resolved.instance
    }

    nonisolated(nonsending) private func find<T: Sendable>(
        _ key: FactoryKey, _ lifetime: Lifetime?, _ make: @escaping @Sendable (AnyObject?) async throws -> T
    ) async throws -> Resolved<T> {
        lazy var graph = AsyncConstruction.currentGraph ?? InstanceStore()
        let plan = plan(for: key, lifetime) { graph }
        let (construction, isNew): (Construction, Bool)
        switch plan.step ?? .build(Construction(of: key)) {
        case .open(let box): return Resolved(instance: Box<T>.open(box), isNew: false)
        case .use(let reference, let object):
            return Resolved(instance: WeakBox<T>.open(reference, object), isNew: false)
        case .wait(let other): (construction, isNew) = (other, false)
        case .build(let own): (construction, isNew) = (own, true)
        }
        let tasks = construction.asyncConstruction(sharing: graph)
        if let box = try await tasks.join(building(construction, tasks, plan, make)) {
            return Resolved(instance: Box<T>.open(box), isNew: isNew)
        }
        return try await find(key, lifetime, make)
    }

    private func building<T: Sendable>(
        _ construction: Construction, _ tasks: AsyncConstruction, _ plan: ContainerManager.Plan,
        _ make: @escaping @Sendable (AnyObject?) async throws -> T
    ) -> AsyncConstruction.Build {
        // Neither changes.
        let parts = Unchecked(value: (definition: self, plan: plan))
        let manager = manager
        return {
            manager.openInstances.begin(tasks)
            defer { manager.openInstances.end(tasks) }
            let (definition, plan) = parts.value
            // A registration after the slot is reserved frees the slot, so nothing outdated can stay in it.
            let closure = manager.modifiers(of: definition.cell).closure
            var stored: AnyObject?
            defer { definition.settle(construction, as: stored, in: plan) }
            try Task.checkCancellation()
            let box = Box(try await make(closure))
            definition.closeOnShutdown(box.content)
            stored = plan.scope.stored(of: box)
            return box
        }
    }
}
