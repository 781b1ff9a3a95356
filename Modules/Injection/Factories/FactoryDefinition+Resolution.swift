import Synchronization

extension FactoryDefinition {
    /// Returns the instance that the scope keeps, for the parameter if there is one, or a new one.
    ///
    /// `make` runs the closure that it gets in a box, or the definition's own if there is none. It runs at most once,
    /// and never under a lock.
    func resolve<T>(for parameter: AnyHashable? = nil, _ make: (_ closure: AnyObject?) -> T) -> T {
        let manager = container.manager
        manager.autoRegister(container)
        var key = key
        if let parameter { key.parameter = parameter }
        if manager.isObserved.load(ordering: .relaxed) || Trace.isInUse.load(ordering: .relaxed) {
            let lifetime = manager.lifetime(of: self.key)
            let resolved = Trace.follow(key, by: manager) { find(key, lifetime) { noting(make, $0) } }
            manager.decorate(resolved, of: self.key)
            return resolved.instance
        }
        return find(key, nil, make).instance
    }

    private func noting<T>(_ make: (AnyObject?) -> T, _ closure: AnyObject?) -> T {
        let remembered = container.manager.override(of: key)
        let instance = make(closure)
        note(instance, remembered)
        return instance
    }

    private func find<T>(_ key: FactoryKey, _ lifetime: Lifetime?, _ make: (AnyObject?) -> T) -> Resolved<T> {
        if let scope, scope.retention != .none { return instance(of: key, in: scope, lifetime, make) }
        let remembered = container.manager.override(of: self.key)
        let scope = scope ?? remembered.scope
        if scope.retention != .none { return instance(of: key, in: scope, lifetime, make) }
        let instance = ResolutionChain.current.run(key) { make(remembered.override?.closure) }
        return Resolved(instance: instance, isNew: true)
    }

    private func instance<T>(
        of key: FactoryKey, in scope: Scope, _ lifetime: Lifetime?, _ make: (AnyObject?) -> T
    ) -> Resolved<T> {
        let store = scope.store(in: container.manager)
        switch store.step(for: key, in: scope, lifetime) {
        case .open(let box):
            return Resolved(instance: Box<T>.open(box), isNew: false)
        case .use(let object):
            // The object was taken out of a T under this key, so the way back exists.
            guard let instance = object as? T else { preconditionFailure("\(key) kept what is no \(T.self)") }
            return Resolved(instance: instance, isNew: false)
        case .wait(let construction):
            return Resolved(instance: Box<T>.open(construction.wait()), isNew: false)
        case .build(let construction):
            return Resolved(instance: build(construction, for: scope, in: store, make), isNew: true)
        }
    }

    private func build<T>(
        _ construction: Construction, for scope: Scope, in store: any InstanceStore, _ make: (AnyObject?) -> T
    ) -> T {
        // Only now that the slot is taken: whoever registers from here on frees the slot, so nothing outdated can stay in it.
        let closure = container.manager.override(of: key).override?.closure
        let box = Box(ResolutionChain.current.run(construction.key, construction) { make(closure) })
        store.settle(construction, as: scope.content(for: box))
        construction.finish(with: .success(box))
        return box.content
    }
}
