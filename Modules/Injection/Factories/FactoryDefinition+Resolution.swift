extension FactoryDefinition {
    /// Returns the instance that the scope keeps, or a new one.
    ///
    /// `make` runs the closure that it gets in a box, or the definition's own if there is none. It runs at most once,
    /// and never under a lock.
    func resolve<T>(_ make: (_ closure: AnyObject?) -> T) -> T {
        let manager = container.manager
        manager.autoRegister(container)
        if let scope, scope.retention != .none { return instance(in: scope, make) }
        let remembered = manager.override(of: key)
        let scope = scope ?? remembered.scope
        if scope.retention != .none { return instance(in: scope, make) }
        return ResolutionChain.current.run(key) { make(remembered.override?.closure) }
    }

    private func instance<T>(in scope: Scope, _ make: (AnyObject?) -> T) -> T {
        let store = scope.store(in: container.manager)
        switch store.step(for: key, in: scope) {
        case .open(let box):
            return Box<T>.open(box)
        case .use(let object):
            // The object was taken out of a T under this key, so the way back exists.
            guard let instance = object as? T else { preconditionFailure("\(key) kept what is no \(T.self)") }
            return instance
        case .wait(let construction):
            return Box<T>.open(construction.wait())
        case .build(let construction):
            return build(construction, for: scope, in: store, make)
        }
    }

    private func build<T>(
        _ construction: Construction, for scope: Scope, in store: any InstanceStore, _ make: (AnyObject?) -> T
    ) -> T {
        // Only now that the slot is taken: whoever registers from here on frees the slot, so nothing outdated can stay in it.
        let closure = container.manager.override(of: key).override?.closure
        let box = Box(ResolutionChain.current.run(key, construction) { make(closure) })
        store.settle(construction, as: scope.content(for: box))
        construction.finish(with: box)
        return box.content
    }
}
