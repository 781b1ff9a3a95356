extension ContainerManager {
    /// What the container remembers of a factory: what was registered, and the modifiers, wherever they were written.
    ///
    /// A definition writes its own modifiers again each time it is read, which is how they win over those written elsewhere.
    struct Override {
        /// A closure in a box, which takes the place of the definition's own.
        var registered: AnyBox?
        /// The scope, for definitions that have none.
        var scope: ScopeChoice?
        /// Closures in boxes, which come before all others in their contexts.
        var contexts: [FactoryContextType: AnyBox] = [:]
        /// A closure in a box, which gets each instance that is resolved.
        var decorator: AnyBox?
        /// For how many seconds an instance is kept that nobody asks for.
        var timeToLive: Double?
        /// Whether modifiers in the definition have been written for good; see ``FactoryModifying/once()``.
        var isOnce = false

        /// Changes it, and returns what it was, and whether a resolution in which nothing is observed does the same as before.
        fileprivate mutating func apply(_ change: (inout Override) -> Void) -> (old: Override, isSame: Bool) {
            let old = self
            change(&self)
            let isSame =
                registered === old.registered && scope?.mark == old.scope?.mark
                && contexts.isEmpty == old.contexts.isEmpty
            return (old, isSame)
        }

        /// Stores a closure in a box, and returns the one before and the scope.
        fileprivate mutating func register(_ box: AnyBox) -> (old: AnyBox?, scope: ScopeChoice?) {
            defer { registered = box }
            return (registered, scope)
        }

        /// The closure that takes the place of the definition's own now.
        var closure: AnyBox? {
            if contexts.isEmpty { return registered }
            return FactoryContext.current.types.lazy.compactMap { contexts[$0] }.first ?? registered
        }
    }

    /// What is remembered of a factory.
    func override(of key: FactoryKey) -> Override? {
        states.withLock { $0.current.overrides[key] }
    }

    /// The scope of a factory whose definition names none.
    func scope(of key: FactoryKey) -> Scope {
        states.withLock { $0.current.scope(of: key) }
    }

    func closure(of key: FactoryKey) -> AnyBox? {
        override(of: key)?.closure
    }

    func remembers(_ scope: ScopeChoice, for key: FactoryKey) -> Bool {
        states.withLock { $0.current.overrides[key]?.scope?.mark == scope.mark }
    }

    func isOnce(_ key: FactoryKey) -> Bool {
        states.withLock { $0.current.overrides[key]?.isOnce == true }
    }

    func change(_ key: FactoryKey, _ change: (inout Override) -> Void) {
        discard { states -> Override in
            let (old, isSame) = states.current.overrides[key, default: Override()].apply(change)
            if !isSame { states.invalidate(key) }
            return old
        }
    }

    /// Stores a closure in a box, and lets go of the factory's instance. Returns the scope of a factory whose definition names none.
    func register(_ box: AnyBox, for key: FactoryKey, removingInstance isRemoving: Bool) -> Scope {
        var remembered: Scope?
        discard { states in
            let (old, scope) = states.current.overrides[key, default: Override()].register(box)
            remembered = scope?.scope ?? states.current.defaultScope
            states.invalidate(key)
            return (old, isRemoving ? states.current.instances.remove(key) : [])
        }
        return remembered ?? .unique
    }

    func removeOverride(of key: FactoryKey) {
        discard { states in
            states.invalidate(key)
            return states.current.overrides.removeValue(forKey: key)
        }
    }

    /// Takes back what was registered or cached, in this container alone.
    func reset(_ options: FactoryResetOptions, in state: inout State) {
        switch options {
        case .all:
            state.overrides = [:]
            state.instances = InstanceTable()
        case .registration:
            for key in state.overrides.keys { state.overrides[key]?.registered = nil }
        case .context:
            for key in state.overrides.keys { state.overrides[key]?.contexts = [:] }
        case .scope:
            state.instances = InstanceTable()
        case .none:
            break
        }
        if options == .all || options == .registration { repeatAutoRegistration(&state) }
    }
}
