extension FactoryDefinition {
    /// Returns the instance that the scope stores, for the parameter if there is one, or a new one.
    ///
    /// `make` runs the closure that it receives in a box, or the definition's own if there is none. The instances are in the same
    /// tables as those of synchronous factories.
    nonisolated(nonsending) func resolve<T: Sendable>(
        for parameter: AnyHashable? = nil, _ make: @escaping @Sendable (_ closure: AnyObject?) async throws -> T
    ) async throws -> T {
        let manager = manager
        manager.autoRegister()
        let key = parameter.map(key.with) ?? key
        guard manager.isWatched else { return try await find(key, nil, make).instance }
        let resolved = try await find(key, manager.lifetime(of: cell), make)
        manager.decorate(resolved, of: cell)
        return resolved.instance
    }

    nonisolated(nonsending) private func find<T: Sendable>(
        _ key: FactoryKey, _ lifetime: Lifetime?, _ make: @escaping @Sendable (AnyObject?) async throws -> T
    ) async throws -> Resolved<T> {
        lazy var graph = AsyncConstruction.currentGraph ?? Graph()
        let plan = plan(for: key, lifetime) { graph }
        let (construction, isNew): (Construction, Bool)
        switch plan.step ?? .build(Construction(of: key)) {
        case .open(let box): return Resolved(instance: Box<T>.open(box), isNew: false)
        case .use(let reference, let object):
            return Resolved(instance: WeakBox<T>.open(reference, object), isNew: false)
        case .wait(let other): (construction, isNew) = (other, false)
        case .build(let own): (construction, isNew) = (own, true)
        }
        let tasks = construction.ofTasks(sharing: graph)
        if let box = try await tasks.join(building(construction, tasks, in: plan.scope, graph, make)) {
            return Resolved(instance: Box<T>.open(box), isNew: isNew)
        }
        return try await find(key, lifetime, make)
    }

    private func building<T: Sendable>(
        _ construction: Construction, _ tasks: AsyncConstruction, in scope: Scope, _ graph: Graph,
        _ make: @escaping @Sendable (AnyObject?) async throws -> T
    ) -> AsyncConstruction.Build {
        // The definition does not change.
        let definition = Unchecked(self)
        let manager = manager
        return {
            manager.openInstances.begin(tasks)
            defer { manager.openInstances.end(tasks) }
            let definition = definition.value
            // A registration after the slot is reserved frees the slot, so nothing outdated can stay in it.
            let closure = manager.modifiers(of: definition.cell).closure
            var content: InstanceTable.Content?
            defer { definition.settle(construction, as: content, in: scope, graph) }
            try Task.checkCancellation()
            let box = Box(try await make(closure))
            definition.closeOnShutdown(box.content)
            content = scope.content(for: box)
            return box
        }
    }
}
