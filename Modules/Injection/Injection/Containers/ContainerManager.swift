import Synchronization

/// Keeps the state of one container: what is registered in it, and the instances of its scopes.
public final class ContainerManager: Sendable {
    struct State {
        var overrides: [FactoryKey: Override] = [:]
        var instances = InstanceTable()
        var autoRegistration = AutoRegistration.pending
        var defaultScope: Scope?
    }

    struct States {
        var current = State()
        var pushed: [State] = []
        var settings = Settings()

        /// The automatic registration that is under way, in whatever state it began.
        var run: Construction?

        /// What closes an instance when the container is shut down, in a box; neither resets nor ``pop()`` take it back.
        var closers: [FactoryKey: AnyBox] = [:]

        /// What is answered without the lock, as it is changed under it.
        var answers: WarmAnswers
        /// Whether the change that is made now has made an answer invalid.
        var hasInvalidated = false
    }

    let states: Locked<States>

    /// What is answered without the lock.
    @usableFromInline let warm: WarmTable

    /// What to close when the container is shut down; resets leave it alone.
    let openInstances = OpenInstances()

    /// Whether there is nothing left to register automatically: what `State.autoRegistration` says, readable without the lock.
    let isAutoRegistered = Atomic(false)

    /// Whether anything has been set that resolutions have to look for; it stays true once it is.
    let isObserved = Atomic(false)

    public init() {
        let answers = WarmAnswers.take()
        warm = answers.table
        states = Locked(States(answers: answers))
    }

    deinit {
        let answers = states.withLock { states in
            invalidate(&states)
            return states.answers
        }
        answers.giveBack()
    }

    /// The scope of factories that have none; nil means unique. Resets leave it alone.
    public var defaultScope: Scope? {
        get { states.withLock { $0.current.defaultScope } }
        set {
            discard { states in
                invalidate(&states)
                return exchange(&states.current.defaultScope, with: newValue)
            }
        }
    }

    /// Takes back what was registered or cached.
    ///
    /// After `.all` and `.registration` an ``AutoRegistering`` container registers again before its next use. Singletons belong to all
    /// containers and stay; see ``Scope/Singleton/reset()``. An instance that is being built is still handed to those
    /// who wait for it, and not kept.
    public func reset(options: FactoryResetOptions = .all) {
        discard { states in
            let old = states.current
            invalidate(&states)
            reset(options, in: &states.current)
            return old
        }
    }

    /// Lets go of the container's instances of one scope, which may be one of your own.
    public func reset(scope: Scope) {
        discard { states in
            invalidate(&states)
            return states.current.instances.removeAll(of: scope)
        }
    }

    /// Saves the state of the container, for ``pop()`` to bring back.
    public func push() {
        states.withLock { $0.pushed.append($0.current) }
    }

    /// Brings back the state that was saved last: registrations, scopes, instances, and whether the container has registered on its own.
    ///
    /// Without a saved state nothing happens.
    public func pop() {
        discard { states -> State? in
            guard let last = states.pushed.popLast() else { return nil }
            invalidate(&states)
            defer { isAutoRegistered.store(last.autoRegistration.isDone, ordering: .releasing) }
            return exchange(&states.current, with: last)
        }
    }
}

extension ContainerManager: InstanceStore {
    func step(for key: FactoryKey, in scope: Scope, _ lifetime: Lifetime?) -> InstanceTable.Step {
        let (step, removed) = states.withLock { states in
            let (step, removed) = states.current.instances.step(for: key, in: scope, lifetime)
            if removed != nil { states.invalidate(key) }
            return (step, removed)
        }
        ThreadState.letGo(removed)
        return step
    }

    func settle(_ construction: Construction, as content: InstanceTable.Content?) {
        states.withLock { states in
            states.current.instances.settle(construction, as: content)
            // What was being built when the state was saved belongs to the saved state too.
            for index in states.pushed.indices { states.pushed[index].instances.settle(construction, as: content) }
        }
    }

    func remove(_ key: FactoryKey) {
        discard { states in
            states.invalidate(key)
            return states.current.instances.remove(key)
        }
    }
}
