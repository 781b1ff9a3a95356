extension ContainerManager {
    /// What the container remembers of a factory: what was registered, and the modifiers, wherever they were written.
    ///
    /// A definition writes its own modifiers again each time it is read, which is how they win over those written elsewhere.
    struct Override {
        /// A closure in a box, which takes the place of the definition's own.
        var registered: AnyObject?
        /// The scope, for definitions that have none.
        var scope: Scope?
        /// Closures in boxes, which come before all others in their contexts.
        var contexts: [FactoryContextType: AnyObject] = [:]
        /// A closure in a box, which gets each instance that is resolved.
        var decorator: AnyObject?
        /// A closure in a box, which closes what was built when the container is shut down.
        var onShutdown: AnyObject?
        /// For how many seconds an instance is kept that nobody asks for.
        var timeToLive: Double?
        /// Whether modifiers in the definition have been written for good; see ``FactoryModifying/once()``.
        var isOnce = false

        /// The closure that takes the place of the definition's own now.
        var closure: AnyObject? {
            if contexts.isEmpty { return registered }
            return FactoryContext.current.types.lazy.compactMap { contexts[$0] }.first ?? registered
        }
    }

    /// What is remembered of a factory, with the scope that it has if its definition names none.
    func override(of key: FactoryKey) -> (override: Override?, scope: Scope) {
        states.withLock { states in
            let override = states.current.overrides.isEmpty ? nil : states.current.overrides[key]
            return (override, override?.scope ?? states.current.defaultScope ?? .unique)
        }
    }

    func change(_ key: FactoryKey, _ change: (inout Override) -> Void) {
        states.discard { states -> Override? in
            let old = states.current.overrides[key]
            change(&states.current.overrides[key, default: Override()])
            return old
        }
    }

    func removeOverride(of key: FactoryKey) {
        states.discard { $0.current.overrides.removeValue(forKey: key) }
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
