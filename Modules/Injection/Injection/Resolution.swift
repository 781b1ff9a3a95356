struct Resolved<T> {
    let instance: T
    let isNew: Bool
}

extension FactoryDefinition {
    /// Returns the instance stored by the scope, or a new one from the definition's closure or its replacement. The closure runs at most once, and never under
    /// a lock.
    @inlinable
    func resolve<Closure, T>(_ own: Closure, _ call: (Closure) -> T) -> T {
        // The owner retains the cell.
        defer { extendLifetime(owner) }
        let section = cell.read()
        switch section.kind {
        case .instance:
            return section.end(with: T.self)
        case .own:
            return cell.run(on: section.thread) { call(own) }
        case .registered:
            let closure = section.end(with: Closure.self)
            return cell.run(on: section.thread) { call(closure) }
        case .weak:
            return section.endWeak(with: T.self) ?? resolve(for: nil, own, call)
        default:
            return resolve(for: nil, own, call)
        }
    }

    @usableFromInline
    func resolve<Closure, T>(for parameter: AnyHashable?, _ own: Closure, _ call: (Closure) -> T) -> T {
        let manager = manager
        manager.autoRegister()
        func make(_ box: AnyObject?) -> T { call(box.map(Box<Closure>.open) ?? own) }
        let key = parameter.map(key.with) ?? key
        if !manager.isWatched, ThreadState.current.trace == nil { return find(key, nil, make).instance }
        let resolved = Trace.record(key, of: manager) { origin in
            find(key, manager.lifetime(of: cell)) { closure in
                origin =
                    if let closure, manager.modifiers(of: cell).registered === closure {
                        .registration
                    } else {
                        closure != nil || Closure.self == VoidFactoryType<T>.self ? .factory : .parameterFactory
                    }
                let instance = make(closure)
                closeOnShutdown(instance)
                return instance
            }
        }
        manager.decorate(resolved, of: cell)
        return resolved.instance
    }

    private func find<T>(_ key: FactoryKey, _ lifetime: Lifetime?, _ make: (AnyObject?) -> T) -> Resolved<T> {
        let thread = ThreadState.current
        let plan = plan(for: key, lifetime) { thread.currentGraph }
        switch plan.step {
        case nil:
            return Resolved(instance: thread.run(key) { make(plan.closure) }, isNew: true)
        case .open(let box):
            publish(box, for: key, in: plan)
            return Resolved(instance: Box<T>.open(box), isNew: false)
        case .use(let reference, let object):
            return Resolved(instance: WeakBox<T>.open(reference, object), isNew: false)
        case .wait(let construction):
            return Resolved(instance: Box<T>.open(construction.wait()), isNew: false)
        case .build(let construction):
            // Read after the slot was reserved: a later registration frees the slot, so an outdated instance is not stored.
            let closure = plan.store == nil ? plan.closure : manager.modifiers(of: cell).closure
            defer { thread.endGraph() }
            let box = Box(thread.run(key, construction) { make(closure) })
            settle(construction, as: plan.scope.stored(of: box), in: plan)
            publish(box, for: key, in: plan)
            construction.finish(with: .success(box))
            return Resolved(instance: box.content, isNew: true)
        }
    }

    func plan(for key: FactoryKey, _ lifetime: Lifetime?, inGraph graph: () -> InstanceStore) -> ContainerManager.Plan {
        var plan = manager.plan(for: key, of: cell, lifetime)
        plan.store = plan.scope is Scope.Graph ? graph() : (plan.scope as? Scope.Singleton)?.store
        if let store = plan.store { plan.step = store.step(for: key, in: plan.scope, lifetime) }
        return plan
    }

    func settle(_ construction: Construction, as stored: AnyObject?, in plan: ContainerManager.Plan) {
        if let store = plan.store { return store.settle(construction, as: stored) }
        manager.settle(construction, as: stored, for: cell)
    }

    /// Publishes a singleton that is stored; the manager publishes its own instances.
    private func publish(_ box: AnyObject, for key: FactoryKey, in plan: ContainerManager.Plan) {
        guard !key.hasParameter, plan.scope is Scope.Singleton,
            let reference = plan.store?.reference(to: box, for: key)
        else { return }
        manager.publish(reference, in: plan.scope, for: cell)
    }
}
