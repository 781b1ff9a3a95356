import Synchronization

extension FactoryDefinition {
    /// Returns the instance that the scope keeps, or a new one, made by the closure of the definition or by the one that takes
    /// its place.
    ///
    /// The closure runs at most once, and never under a lock.
    @inlinable
    func resolve<Closure, T>(_ own: Closure, _ call: (Closure) -> T) -> T {
        switch warmAnswer() {
        case .instance(let reading):
            return reading.end(with: T.self)
        case .registered(let reading):
            let closure = reading.end(with: Closure.self)
            return run(on: reading.thread) { call(closure) }
        case .own(let thread):
            return run(on: thread) { call(own) }
        case .unknown:
            return resolve(for: nil, own, call)
        }
    }

    /// What to do to resolve, if it is known without a lock.
    @usableFromInline func warmAnswer() -> WarmAnswer {
        guard let cell = cell ?? warm.cell(for: identity), !Trace.isInUse else {
            return .unknown
        }
        let thread = ThreadState.current
        if cell.isOwn {
            guard let answer = warm.answer(in: cell), answer.kind == .own, answer.scope == scopeMark else {
                return .unknown
            }
            return .own(thread)
        }
        thread.beginReading()
        if let answer = warm.answer(in: cell), answer.scope == scopeMark, let result = unsafe answer.result {
            let reading = unsafe Reading(thread: thread, result: result)
            switch answer.kind {
            case .registered: return .registered(reading)
            case .instance: return .instance(reading)
            case .singleton where Scope.Singleton.isCurrent(answer.generation): return .instance(reading)
            default: break
            }
        }
        thread.endReading()
        return .unknown
    }

    /// Runs a closure as the last factory of the thread's chain.
    @inlinable
    func run<T>(on thread: ThreadState, _ make: () -> T) -> T {
        var link = ResolutionChain.Link(identity)
        return unsafe withUnsafeMutablePointer(to: &link) { link in
            let chain = ResolutionChain(thread: thread)
            unsafe chain.append(ResolutionChain.Link.Reference(link))
            defer {
                chain.removeLast()
                chain.endGraph()
            }
            return make()
        }
    }
}

/// What is not known without a lock.
extension FactoryDefinition {
    /// Returns the instance that the scope keeps, for the parameter if there is one, or a new one.
    @usableFromInline
    func resolve<Closure, T>(for parameter: AnyHashable?, _ own: Closure, _ call: (Closure) -> T) -> T {
        let manager = container.manager
        manager.autoRegister(container)
        func make(_ box: AnyBox?) -> T { call(box.map(Box<Closure>.open) ?? own) }
        var key = key
        key.parameter = parameter
        if manager.isObserved.load(ordering: .relaxed) || Trace.isInUse {
            let lifetime = manager.lifetime(of: self.key)
            var origin = Trace.Origin.kept
            let resolved = Trace.follow(key, by: manager) {
                let resolved = find(key, lifetime) { closure in
                    origin = self.origin(
                        of: closure, (Closure.self == VoidFactoryType<T>.self) ? .factory : .parameterFactory)
                    return noting(make, closure)
                }
                return (resolved, origin)
            }
            manager.decorate(resolved, of: self.key)
            return resolved.instance
        }
        return find(key, nil, make).instance
    }

    /// What a trace says of an instance that is made with a closure in a box, or with the definition's own.
    private func origin(of closure: AnyBox?, _ own: Trace.Origin) -> Trace.Origin {
        guard let closure else { return own }
        return container.manager.override(of: key)?.registered === closure ? .registration : .factory
    }

    /// Runs the closure, and notes the instance if it is to be closed.
    private func noting<T>(_ make: (AnyBox?) -> T, _ closure: AnyBox?) -> T {
        let instance = make(closure)
        note(instance)
        return instance
    }

    private func find<T>(_ key: FactoryKey, _ lifetime: Lifetime?, _ make: (AnyBox?) -> T) -> Resolved<T> {
        let manager = container.manager
        let scope = scope?.scope ?? manager.scope(of: self.key)
        if scope.retention != .none { return instance(of: key, in: scope, lifetime, make) }
        let closure = manager.closure(of: self.key)
        manager.publish(.closure(closure), for: self, in: scope)
        let instance = ResolutionChain.current.run(key) { make(closure) }
        return Resolved(instance: instance, isNew: true)
    }

    private func instance<T>(
        of key: FactoryKey, in scope: Scope, _ lifetime: Lifetime?, _ make: (AnyBox?) -> T
    ) -> Resolved<T> {
        let store = scope.store(in: container.manager)
        let generation = Scope.Singleton.generation.load(ordering: .sequentiallyConsistent)
        switch store.step(for: key, in: scope, lifetime) {
        case .open(let box):
            if key.parameter == nil { publish(box, in: scope, generation) }
            return Resolved(instance: Box<T>.open(box), isNew: false)
        case .use(let object):
            // The object was taken out of a T under this key, so the way back exists.
            return Resolved(instance: object as! T, isNew: false)
        case .wait(let construction):
            return Resolved(instance: Box<T>.open(construction.wait()), isNew: false)
        case .build(let construction):
            return Resolved(instance: build(construction, for: scope, in: store, make), isNew: true)
        }
    }

    private func publish(_ box: AnyBox, in scope: Scope, _ generation: UInt) {
        let manager = container.manager
        if scope is Scope.Singleton {
            manager.publish(.singleton(box, generation: generation), for: self, in: scope)
        } else {
            manager.publish(.instance(box), for: self, in: scope)
        }
    }

    private func build<T>(
        _ construction: Construction, for scope: Scope, in store: any InstanceStore, _ make: (AnyBox?) -> T
    ) -> T {
        // Only now that the slot is taken: whoever registers from here on frees the slot, so nothing outdated can stay in it.
        let closure = container.manager.closure(of: key)
        defer { ResolutionChain.current.endGraph() }
        let box = Box(ResolutionChain.current.run(construction.key, construction) { make(closure) })
        store.settle(construction, as: scope.content(for: box))
        construction.finish(with: .success(box))
        return box.content
    }
}
