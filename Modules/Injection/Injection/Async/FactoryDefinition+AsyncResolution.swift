import Synchronization

extension FactoryDefinition {
    /// Returns the instance that the scope keeps, for the parameter if there is one, or a new one.
    ///
    /// `make` runs the closure that it gets in a box, or the definition's own if there is none. The instances are in the same
    /// tables as those of synchronous factories, and share their fate.
    nonisolated(nonsending) func resolve<T: Sendable>(
        for parameter: AnyHashable? = nil, _ make: @escaping @Sendable (_ closure: AnyBox?) async throws -> T
    ) async throws -> T {
        let manager = container.manager
        manager.autoRegister(container)
        var key = key
        key.parameter = parameter
        guard manager.isObserved.load(ordering: .relaxed) else { return try await find(key, nil, make).instance }
        let resolved = try await find(key, manager.lifetime(of: self.key), make)
        manager.decorate(resolved, of: self.key)
        return resolved.instance
    }

    nonisolated(nonsending) private func find<T: Sendable>(
        _ key: FactoryKey, _ lifetime: Lifetime?, _ make: @escaping @Sendable (AnyBox?) async throws -> T
    ) async throws -> Resolved<T> {
        let manager = container.manager
        let scope = self.scope?.scope ?? manager.scope(of: self.key)
        let graph = scope is Scope.Graph ? AsyncConstruction.currentGraph ?? Locked(InstanceTable()) : nil
        let store: any InstanceStore = graph ?? scope.store(in: manager)
        let (construction, isNew): (Construction, Bool)
        switch scope.retention == .none ? .build(Construction(of: key)) : store.step(for: key, in: scope, lifetime) {
        case .open(let box): return Resolved(instance: Box<T>.open(box), isNew: false)
        // The object was taken out of a T under this key, so the way back exists.
        case .use(let object): return Resolved(instance: object as! T, isNew: false)
        case .wait(let other): (construction, isNew) = (other, false)
        case .build(let own): (construction, isNew) = (own, true)
        }
        let tasks = construction.ofTasks(sharing: graph)
        if let box = try await tasks.join(building(construction, tasks, for: scope, in: store, make)) {
            return Resolved(instance: Box<T>.open(box), isNew: isNew)
        }
        return try await find(key, lifetime, make)
    }

    private func building<T: Sendable>(
        _ construction: Construction, _ tasks: AsyncConstruction, for scope: Scope, in store: any InstanceStore,
        _ make: @escaping @Sendable (AnyBox?) async throws -> T
    ) -> AsyncConstruction.Build {
        // The definition does not change, and a parameter in its key is Sendable. The store has a lock, being no thread's.
        nonisolated(unsafe) let (definition, store) = (self, store)
        let manager = container.manager
        return {
            manager.openInstances.begin(tasks)
            defer { manager.openInstances.end(tasks) }
            // Only now that the slot is taken: whoever registers from here on frees the slot, so nothing outdated can stay in it.
            let closure = unsafe manager.closure(of: definition.key)
            var content: InstanceTable.Content?
            defer { unsafe store.settle(construction, as: content) }
            try Task.checkCancellation()
            let box = Box(try await make(closure))
            unsafe definition.note(box.content)
            content = scope.content(for: box)
            return box
        }
    }
}

/// The instances of the graph scope that belong to one asynchronous resolution and all that it leads to.
extension Locked: InstanceStore where Value == InstanceTable {
    func step(for key: FactoryKey, in scope: Scope, _ lifetime: Lifetime?) -> InstanceTable.Step {
        let (step, removed) = withLock { $0.step(for: key, in: scope, lifetime) }
        withExtendedLifetime(removed) {}
        return step
    }

    func settle(_ construction: Construction, as content: InstanceTable.Content?) {
        withLock { $0.settle(construction, as: content) }
    }

    func remove(_ key: FactoryKey) {
        discard { $0.remove(key) }
    }
}
