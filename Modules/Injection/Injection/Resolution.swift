extension FactoryDefinition {
    /// Returns the instance that the scope stores, or creates one with the definition's closure or
    /// its replacement. The closure runs at most once, and never under a lock.
    @inlinable
    func resolve<Closure, T>(_ own: Closure, _ call: (Closure) -> T) -> T {
        switch manager.find(location, inScope: scope.mark) {
        case .lockedInstance(let box, let lock):
            defer {
                lock.withObject { $0.unlock() }
            }
            return box.withObject(Box<T>.open)
        case .object(let object):
            return object as! T
        case .definition:
            defer {
                ThreadState.leave()
            }
            return call(own)
        case .registration(let box):
            defer {
                ThreadState.leave()
            }
            return call(Box<Closure>.open(box))
        case .none:
            return resolveFully(for: nil, own, call)
        }
    }

    /// Resolves a factory on the slow path, which is necessary if the factory is new or has
    /// modifiers, or if an instance must be built and stored.
    @usableFromInline
    func resolveFully<Closure, T>(
        for parameter: AnyHashable?,
        _ own: Closure,
        _ call: (Closure) -> T
    ) -> T {
        let resolution = Resolution(self, parameter, inGraph: ThreadState.current.currentGraph)
        let trace = Trace.begin(resolution)
        var source = Trace.Source.scope
        let instance: T = resolution.instance { replacement in
            source = replacement.source
            let instance = call(replacement.closure.map(Box<Closure>.open) ?? own)
            resolution.closeOnShutdown(instance)
            return instance
        }
        trace?.end(instance, from: source)
        resolution.decorate(instance, isNew: source != .scope)
        return instance
    }
}

/// The boxed closure that replaces the definition's closure, or nil, and the source of the
/// instances that the closure creates.
typealias FactoryReplacement = (closure: AnyObject?, source: Trace.Source)

/// One resolution of a factory, with the state of the factory and the settings of the container
/// when the resolution began.
// Sendable because it never changes after its initialization, and because the closures of a factory
// may run on any thread.
final class Resolution: @unchecked Sendable {
    let manager: ContainerManager
    let location: FactoryLocation
    let key: FactoryKey
    let scope: Scope
    let state: FactoryState
    let closer: AnyObject?
    let settings: ContainerManager.Settings
    private let parameter: AnyHashable?
    private let lifetime: Lifetime?
    /// The table that stores the instance, or nil if the container's own table stores it.
    private var store: Locked<FactoryTable>?
    /// The number of the factory in the table.
    private var number: Int
    /// The scope with which the table stores the instance.
    private var reference: ScopeReference

    /// Calls `autoRegister()` if it has not run, then begins a resolution.
    init<F>(
        _ definition: FactoryDefinition<F>,
        _ parameter: AnyHashable?,
        inGraph graph: @autoclosure () -> Locked<FactoryTable>
    ) {
        definition.manager.autoRegister()
        manager = definition.manager
        location = definition.location
        self.parameter = parameter
        let scope = definition.scope
        var oldScope = ScopeReference.unspecified
        (number, key, state, closer, settings) = definition.manager.state.withLock { state in
            let number = state.table.define(definition.location)
            oldScope = state.table.slots[number].state.scope
            state.table.slots[number].state.remember(scope, isOnce: definition.isOnce)
            let slot = state.table.slots[number]
            var copy = slot.state
            // The copy excludes the instances, because the resolution would otherwise retain an
            // instance that it replaces.
            copy.instances = StoredInstances()
            return (number, slot.key, copy, slot.closer, state.settings)
        }
        withExtendedLifetime(oldScope) {}
        reference = scope.or(state.scope).or(settings.defaultScope).or(.unique)
        self.scope = reference.scope
        lifetime = state.modifiers?.content.timeToLive.map { [settings] seconds in
            Lifetime(seconds: seconds, now: settings.now() / .seconds(1))
        }
        switch self.scope {
        case let singleton as Scope.Singleton:
            number = singleton.store.withLock { $0.define(location.spanningContainers) }
            store = singleton.store
            // A reference from the scope's own table to the scope would form a retain cycle.
            reference = .singleton
        case is Scope.Graph:
            let graph = graph()
            number = graph.withLock { $0.define(location, key) }
            store = graph
        default:
            break
        }
    }

    /// Returns the stored instance, or a new instance that `make` creates.
    func instance<T>(_ make: (FactoryReplacement) -> T) -> T {
        let thread = ThreadState.current
        switch step() {
        case nil:
            return thread.run(key) { make(state.replacement) }
        case .use(let box):
            return Box<T>.open(box)
        case .useObject(let object):
            return object as! T
        case .wait(let construction):
            if let box = construction.waitOrStop() {
                return Box<T>.open(box)
            }
            settle(construction, as: .none)
            return instance(make)
        case .build(let construction):
            let replacement = replacement
            let box = construction.build {
                Box(thread.run(construction.key) { make(replacement) })
            } store: { box in
                if let box {
                    settle(construction, as: content(of: Box<T>.open(box), in: box))
                }
            }
            return Box<T>.open(box)
        }
    }

    /// The current replacement of the closure.
    ///
    /// Read this property only after reserving the place of the instance. A registration that is
    /// made later clears the place, so that an outdated instance is not stored.
    var replacement: FactoryReplacement {
        manager.withSlot(at: location) { $0.state.replacement }
    }

    /// Finds the stored instance, or reserves its place for the caller to build the instance.
    /// Returns nil if the scope stores no instances.
    func step() -> FactoryTable.Step? {
        if scope is Scope.Unique {
            return nil
        }
        return parameter.map(step)
            ?? withTable { $0.step(for: key, number, in: reference, lifetime) }.step
    }

    /// Finds the stored instance for a parameter, or reserves its place. Compares parameters while
    /// no lock is held.
    private func step(for parameter: AnyHashable) -> FactoryTable.Step {
        let hash = parameter.hashValue
        let newKey = FactoryKey(location, parameter: parameter, hash: hash)
        let keys = withTable { $0.parameterKeys(of: number, hash: hash) }
        let key = keys.first { $0.parameter == parameter } ?? newKey
        let result = withTable { table in
            let current = table.parameterKeys(of: number, hash: hash)
            let isUnchanged = current.elementsEqual(keys, by: ===)
            return isUnchanged ? table.step(for: key, number, in: reference, lifetime) : nil
        }
        guard let result else { return step(for: parameter) }
        return result.step
    }

    private func withTable<R>(_ body: (inout FactoryTable) -> R) -> R {
        store.map { $0.withLock(body) } ?? manager.withTable(body)
    }

    /// Stores the outcome of a construction in the table, and in the states that `push()` saved
    /// during the construction.
    func settle(_ construction: Construction, as content: InstanceContent) {
        withTable { $0.slots[number].settle(construction, as: content) }
    }

    /// Returns the content that the scope stores for an instance.
    ///
    /// A scope does not store nil. A shared scope stores only objects, because it stores them
    /// weakly.
    func content<T>(of instance: T, in box: AnyObject) -> InstanceContent {
        if scope is Scope.Shared {
            return classInstance(in: instance).map { .weak(WeakBox($0)) } ?? .none
        }
        return unwrapped(instance) == nil ? .none : .strong(box)
    }
}
