extension FactoryDefinition {
    /// Returns the instance that the scope stores, or creates one with the definition's closure or
    /// its replacement. The closure runs at most once, and never under a lock.
    @inlinable
    func resolve<Closure, T>(
        for parameter: @autoclosure () -> AnyHashable?,
        _ own: Closure,
        _ call: (Closure) -> T
    ) -> T {
        if isForParameters {
            return resolveFully(for: parameter, own, call)
        }
        switch manager.find(location, inScope: scope.mark) {
        case .instance(let box):
            return Box<T>.open(box)
        case .object(let object):
            return object as! T
        case .closure(let registered, let thread):
            defer {
                thread.leave()
            }
            if let registered {
                return call(Box<Closure>.open(registered))
            }
            return call(own)
        case .none:
            return resolveFully(for: parameter, own, call)
        }
    }

    /// Resolves a factory on the slow path, which is necessary if the factory is new or has
    /// modifiers, or if an instance must be built and stored.
    @usableFromInline
    func resolveFully<Closure, T>(
        for parameter: () -> AnyHashable?,
        _ own: Closure,
        _ call: (Closure) -> T
    ) -> T {
        let parameter = isForParameters || ThreadState.current.isChecked ? parameter() : nil
        if isForParameters, let parameter,
            let box = manager.findInstance(at: location, inScope: scope.mark, for: parameter)
        {
            return Box<T>.open(box)
        }
        let resolution = Resolution(self, parameter)
        let trace = Trace.begin(resolution)
        var source = Trace.Source.scope
        let instance: T = resolution.instance { replacement in
            source = replacement.source
            resolution.reportLiveDefinition(source)
            let instance = call(replacement.closure.map(Box<Closure>.open) ?? own)
            resolution.closeOnShutdown(instance)
            return instance
        }
        trace?.end(instance, from: source)
        resolution.decorate(instance, isNew: source != .scope)
        return instance
    }
}

/// The boxed closure that replaces the definition's closure, or `nil`, and the source of the
/// instances that the closure creates.
typealias FactoryReplacement = (closure: AnyObject?, source: Trace.Source)

/// One resolution of a factory, with the state of the factory and the settings of the container
/// when the resolution began.
// This class is Sendable because it never changes after its initialization, and because the
// closures of a factory may run on any thread.
final class Resolution: @unchecked Sendable {
    let manager: ContainerManager
    let location: FactoryLocation
    /// The key of the factory, without a parameter.
    let key: FactoryKey
    /// The key of the resolution in a chain. It contains the parameter if the parameter is known.
    let link: FactoryKey
    let scope: Scope
    let state: FactoryState
    let closer: AnyObject?
    let defaults: ContainerManager.Defaults
    let settings: ContainerManager.Settings
    /// Whether each parameter has its own instance.
    private let isForParameters: Bool
    private let lifetime: Lifetime?
    /// The table that stores the instance, or `nil` if the container's own table stores it.
    private var store: Locked<FactoryTable>?
    /// The number of the factory in the table.
    private var number: Int
    /// The scope with which the table stores the instance.
    private var reference: ScopeReference

    /// Calls `autoRegister()` if it has not run, then begins a resolution.
    init<F>(_ definition: FactoryDefinition<F>, _ parameter: AnyHashable?) {
        definition.manager.autoRegister()
        manager = definition.manager
        location = definition.location
        isForParameters = definition.isForParameters
        var oldScope = ScopeReference.unspecified
        if definition.scope != .unspecified {
            manager.willChange(location.group)
        }
        (number, key, state, closer, defaults, settings) = manager.state.withLock { state in
            let number = state.table.define(definition.location)
            oldScope = state.table.slots[number].state.scope
            state.table.slots[number].remember(definition.scope, isDefining: definition.isDefining)
            let slot = state.table.slots[number]
            return (number, slot.key, slot.state, slot.closer, state.defaults, state.settings)
        }
        link = parameter == nil ? key : FactoryKey(location, parameter: parameter)
        withExtendedLifetime(oldScope) {}
        reference = definition.scope.or(state.scope).or(defaults.scope)
        self.scope = reference.scope
        lifetime = state.timeToLive.map { [settings] seconds in
            Lifetime(seconds: seconds, now: settings.now() / .seconds(1))
        }
        switch self.scope {
        case let singleton as Scope.Singleton:
            number = singleton.store.withLock { $0.define(location.spanningContainers) }
            store = singleton.store
            // A reference from the scope's own table to the scope would form a retain cycle.
            reference = .singleton
        case is Scope.Graph:
            let graph = ThreadState.current.runningGraph ?? Locked(FactoryTable())
            number = graph.withLock { $0.define(location, key, retaining: manager) }
            store = graph
        default:
            break
        }
    }

    /// The graph that stores the instance, or `nil` if the factory has another scope.
    var graph: Locked<FactoryTable>? {
        scope is Scope.Graph ? store : nil
    }

    /// Returns the stored instance, or a new instance that `make` creates.
    func instance<T>(_ make: (FactoryReplacement) -> T) -> T {
        let thread = ThreadState.current
        let box = Construction.objectOrStop {
            let step = step(Construction.init(of:))
            if scope is Scope.Shared, case .use(let object) = step {
                return .use(Box(object as! T))
            }
            return step
        } make: { key in
            let replacement = replacement
            // The thread is running a construction, with which the graph ends.
            thread.graph = graph ?? thread.graph
            return Box(thread.run(key) { make(replacement) })
        } settle: { construction, box in
            let content = box.map { self.content(of: Box<T>.open($0), in: $0) } ?? InstanceContent()
            settle(construction, as: content)
        }
        guard let box else {
            return thread.run(link) { make(state.replacement) }
        }
        return Box<T>.open(box)
    }

    /// The current replacement of the closure.
    ///
    /// Read this property only after reserving the place of the instance. A registration that is
    /// made later clears the place, so that an outdated instance is not stored.
    var replacement: FactoryReplacement {
        manager.withSlot(at: location, \.state).replacement
    }

    /// Finds the stored instance, or reserves its place for the caller to build the instance.
    /// Returns `nil` if the scope stores no instances, or none for the parameter.
    ///
    /// - Parameter begin: A function that begins the construction of the instance.
    func step<Building: AnyConstruction>(
        _ begin: (FactoryKey) -> Building
    ) -> ConstructionStep<Building>? {
        if scope is Scope.Unique {
            return nil
        }
        var removed: [Any] = []
        defer {
            withExtendedLifetime(removed) {}
        }
        if !isForParameters {
            return withTable { $0.step(for: key, number, in: reference, lifetime, begin, &removed) }
        }
        let keys = withTable { $0.parameterKeys(of: number, hash: link.hash) }
        // Parameters are compared while no lock is held.
        let known = keys.first { $0.parameter == link.parameter }
        if known == nil, link.parameter != link.parameter {
            // No later resolution could find the instance, for example if the parameter is NaN.
            return nil
        }
        let found = known ?? link
        let step = withTable { table in
            let current = table.parameterKeys(of: number, hash: link.hash)
            let isUnchanged = current.elementsEqual(keys, by: ===)
            return isUnchanged
                ? table.step(for: found, number, in: reference, lifetime, begin, &removed) : nil
        }
        // If the parameters have changed in the meantime, the search starts again.
        return step ?? self.step(begin)
    }

    private func withTable<R>(_ body: (inout FactoryTable) -> R) -> R {
        store.map { $0.withLock(body) } ?? manager.state.withLock { body(&$0.table) }
    }

    /// Stores the outcome of a construction in the table, and in the states that `push()` saved
    /// during the construction.
    func settle(_ construction: AnyConstruction, as content: InstanceContent) {
        withTable { $0.slots[number].settle(construction, as: content) }
    }

    /// Returns the content that the scope stores for an instance.
    ///
    /// A scope does not store `nil`. A shared scope stores only objects, because it stores them
    /// weakly.
    func content<T>(of instance: T, in box: AnyObject) -> InstanceContent {
        if scope is Scope.Shared {
            return InstanceContent(.reference, classInstance(in: instance).map(WeakBox.init))
        }
        return InstanceContent(.box, unwrapped(instance) == nil ? nil : box)
    }
}
