import Synchronization

/// Keeps the state of one container: what is registered in it, and the instances of its scopes.
public final class ContainerManager: Sendable {
    /// What was said about a factory outside of its definition.
    struct Override {
        /// A closure in a box, which takes the place of the definition's own.
        var registered: AnyObject?
        /// The scope that was chained to `register`.
        var scope: Scope?
    }

    struct State {
        var overrides: [FactoryKey: Override] = [:]
        var instances = InstanceTable()
        var autoRegistration = AutoRegistration.pending
        var defaultScope: Scope?
    }

    struct States {
        var current = State()
        var pushed: [State] = []
    }

    let states = Locked(States())

    /// Whether there is nothing left to register automatically: what `State.autoRegistration` says, readable without the lock.
    let isAutoRegistered = Atomic(false)

    public init() {}

    /// The scope of factories that have none; nil means unique. Resets leave it alone.
    public var defaultScope: Scope? {
        get { states.withLock { $0.current.defaultScope } }
        set { states.discard { exchange(&$0.current.defaultScope, with: newValue) } }
    }

    /// Takes back what was registered or cached.
    ///
    /// After `.all` and `.registration` an ``AutoRegistering`` container registers again before its next use. Singletons belong to all
    /// containers and stay; see ``Scope/Singleton/reset()``. An instance that is being built is still handed to those
    /// who wait for it, and not kept.
    public func reset(options: FactoryResetOptions = .all) {
        states.discard { states in
            let old = states.current
            switch options {
            case .all:
                states.current.overrides = [:]
                states.current.instances = InstanceTable()
            case .registration:
                for key in old.overrides.keys { states.current.overrides[key]?.registered = nil }
            case .scope:
                states.current.instances = InstanceTable()
            case .context, .none:
                break
            }
            if options == .all || options == .registration { repeatAutoRegistration(&states.current) }
            return old
        }
    }

    /// Lets go of the container's instances of one scope, which may be one of your own.
    public func reset(scope: Scope) {
        states.discard { $0.current.instances.removeAll(of: scope) }
    }

    /// Saves the state of the container, for ``pop()`` to bring back.
    public func push() {
        states.withLock { $0.pushed.append($0.current) }
    }

    /// Brings back the state that was saved last: registrations, scopes, instances, and whether the container has registered on its own.
    ///
    /// Without a saved state nothing happens.
    public func pop() {
        states.discard { states -> State? in
            guard let last = states.pushed.popLast() else { return nil }
            defer { isAutoRegistered.store(last.autoRegistration.isDone, ordering: .releasing) }
            return exchange(&states.current, with: last)
        }
    }
}

extension ContainerManager {
    /// The registered closure of a factory, and the scope that it has if its definition names none.
    func override(of key: FactoryKey) -> (registered: AnyObject?, scope: Scope) {
        states.withLock { states in
            let override = states.current.overrides.isEmpty ? nil : states.current.overrides[key]
            return (override?.registered, override?.scope ?? states.current.defaultScope ?? .unique)
        }
    }

    /// A scope that the definition has anyway is stored as well: it changes nothing, and one written between the definition and
    /// `register` is remembered like one that follows.
    func register(_ box: AnyObject, scope: Scope?, for key: FactoryKey) {
        states.discard { states -> AnyObject? in
            if let scope { states.current.overrides[key, default: Override()].scope = scope }
            return exchange(&states.current.overrides[key, default: Override()].registered, with: box)
        }
    }

    func remember(_ scope: Scope, for key: FactoryKey) {
        states.discard { exchange(&$0.current.overrides[key, default: Override()].scope, with: scope) }
    }

    func removeRegistration(of key: FactoryKey) {
        states.discard { states -> AnyObject? in
            guard states.current.overrides[key] != nil else { return nil }
            return exchange(&states.current.overrides[key, default: Override()].registered, with: nil)
        }
    }

    func removeOverride(of key: FactoryKey) {
        states.discard { $0.current.overrides.removeValue(forKey: key) }
    }
}

extension ContainerManager: InstanceStore {
    func step(for key: FactoryKey, in scope: Scope) -> InstanceTable.Step {
        let (step, removed) = states.withLock { $0.current.instances.step(for: key, in: scope) }
        withExtendedLifetime(removed) {}
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
        states.discard { $0.current.instances.remove(key) }
    }
}
