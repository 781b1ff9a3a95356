import Synchronization

/// The instances that a container, a singleton scope or a graph stores, at most one for each key.
struct InstanceTable {
    enum Content {
        case building(Construction)
        /// A ``Box`` or an ``AnyWeakBox``.
        case stored(AnyObject)

        var isBuilding: Bool { if case .building = self { true } else { false } }
    }

    private struct Slot {
        /// The scope of the instance; nil if the scope owns the table, to avoid a retain cycle.
        let scope: Scope?
        var content: Content
        var lastUse: Duration?

        func hasExpired(_ lifetime: Lifetime?) -> Bool {
            !content.isBuilding && lifetime?.hasExpired(since: lastUse) == true
        }
    }

    enum Step {
        case open(AnyObject)
        /// Use the second object, to which the first is a weak reference.
        case use(AnyObject, AnyObject)
        case wait(Construction)
        /// Build the instance on this thread.
        case build(Construction)
    }

    /// The slots of factories that have a number, and of the others by their keys: singletons, and instances for a parameter.
    private var numbered: [Slot?] = []
    private var keyed: [FactoryKey: Slot] = [:]
    private var hasParameters = false

    init() {}

    /// Creates an empty table with the capacity of another, which will probably fill again.
    init(replacing old: InstanceTable) {
        numbered.reserveCapacity(old.numbered.count)
        keyed.reserveCapacity(old.keyed.count)
    }

    private mutating func withSlot<R>(of key: FactoryKey, _ number: Int?, _ body: (inout Slot?) -> R) -> R {
        guard let number, !key.hasParameter else { return body(&keyed[key]) }
        while numbered.count <= number { numbered.append(nil) }
        return body(&numbered[number])
    }

    /// Finds the instance of a key, or reserves its slot for the calling thread to build it. Removes an instance of another scope or with an expired time to
    /// live, and returns it for the caller to release.
    mutating func step(
        for key: FactoryKey, _ number: Int? = nil, in scope: Scope?, _ lifetime: Lifetime?
    ) -> (step: Step, removed: Content?) {
        if key.hasParameter { hasParameters = true }
        return withSlot(of: key, number) { slot in
            if let current = slot, current.scope === scope, !current.hasExpired(lifetime) {
                if let lifetime { slot?.lastUse = lifetime.now }
                switch current.content {
                case .building(let construction): return (.wait(construction), nil)
                case .stored(let reference as AnyWeakBox):
                    if let object = reference.object { return (.use(reference, object), nil) }
                case .stored(let box): return (.open(box), nil)
                }
            }
            let construction = Construction(of: key)
            let old = exchange(
                &slot, with: Slot(scope: scope, content: .building(construction), lastUse: lifetime?.now))
            return (.build(construction), old?.content)
        }
    }

    /// Stores the outcome of a construction in its slot, or frees the slot if there is nothing to store.
    ///
    /// - Returns: Whether the slot was reserved for the construction. After a reset, the slot is not, and does not change.
    @discardableResult
    mutating func settle(_ construction: Construction, _ number: Int? = nil, as stored: AnyObject?) -> Bool {
        withSlot(of: construction.key, number) { slot in
            guard case .building(let current)? = slot?.content, current === construction else { return false }
            if let stored { slot?.content = .stored(stored) } else { slot = nil }
            return true
        }
    }

    func contains(_ box: AnyObject, for key: FactoryKey) -> Bool {
        if case .stored(let stored)? = keyed[key]?.content { stored === box } else { false }
    }

    /// The table of a singleton scope without slots under construction, which settle only in the table that they started in.
    var built: InstanceTable {
        var copy = self
        copy.keyed = keyed.filter { !$0.value.content.isBuilding }
        return copy
    }

    /// Removes the instance of a key, or the instances for all parameters, and returns it for the caller to release.
    mutating func remove(_ key: FactoryKey, _ number: Int? = nil) -> [Content] {
        let removed = hasParameters ? removeAll { other, _ in other.identity == key.identity } : []
        let slot = withSlot(of: key, number) { exchange(&$0, with: nil) }
        return slot.map { removed + [$0.content] } ?? removed
    }

    mutating func removeAll(of scope: Scope) -> [Content] {
        let removed = numbered.indices.compactMap { index in
            numbered[index]?.scope === scope ? exchange(&numbered[index], with: nil)?.content : nil
        }
        return removed + removeAll { _, slot in slot.scope === scope }
    }

    /// Removes slots that are found by their keys.
    private mutating func removeAll(where isRemoved: (FactoryKey, Slot) -> Bool) -> [Content] {
        let removed = keyed.filter { isRemoved($0.key, $0.value) }
        for key in removed.keys { keyed[key] = nil }
        return removed.values.map(\.content)
    }

    var isUnused: Bool { keyed.isEmpty }

    var isEmpty: Bool {
        (numbered.compactMap(\.self) + keyed.values).allSatisfy { slot in
            if case .stored(let reference as AnyWeakBox) = slot.content { reference.object == nil } else { false }
        }
    }
}

/// The instances of a singleton scope, or of the graph scope in one resolution, with their own lock.
@usableFromInline final class InstanceStore: Sendable {
    private struct State {
        var instances: InstanceTable
        var references: [FactoryKey: SingletonReference] = [:]

        func unpublish(_ key: FactoryKey) -> [AnyObject] {
            references[key]?.published.replace(with: .none).map { [$0] } ?? []
        }
    }

    private let spansContainers: Bool
    private let state: Locked<State>
    /// A bit for each hash of a name that has had an instance. With it, most removals need no lock, because there is nothing to remove.
    private let names = Atomic<UInt>(0)

    init(spansContainers: Bool = false, _ instances: InstanceTable = InstanceTable()) {
        self.spansContainers = spansContainers
        state = Locked(State(instances: instances))
        if !instances.isUnused { names.store(.max, ordering: .relaxed) }
    }

    deinit { reset() }

    func reset() {
        change { state in
            let replaced = state.references.values.compactMap { $0.published.replace(with: .none) }
            return (exchange(&state.instances, with: InstanceTable()), replaced)
        }
    }

    var built: InstanceTable { state.withLock(\.instances.built) }

    func step(for key: FactoryKey, in scope: Scope, _ lifetime: Lifetime?) -> InstanceTable.Step {
        let (key, scope) = (ownKey(key), spansContainers ? nil : scope)
        names.bitwiseOr(key.nameBit, ordering: .relaxed)
        let (step, _) = change { state in
            let result = state.instances.step(for: key, in: scope, lifetime)
            return (result, result.removed == nil ? [] : state.unpublish(key))
        }
        return step
    }

    func settle(_ construction: Construction, as stored: AnyObject?) {
        state.withLock { _ = $0.instances.settle(construction, as: stored) }
    }

    func remove(_ key: FactoryKey) {
        if names.load(ordering: .relaxed) & key.nameBit == 0 { return }
        let key = ownKey(key)
        change { state in (state.instances.remove(key), state.unpublish(key)) }
    }

    /// The reference to a singleton, which containers publish; nil if a box is not stored.
    func reference(to box: AnyObject, for key: FactoryKey) -> SingletonReference? {
        let key = ownKey(key)
        return state.withLock { state in
            guard state.instances.contains(box, for: key) else { return nil }
            let reference = state.references[key] ?? SingletonReference(self)
            state.references[key] = reference
            if reference.isEmpty { _ = reference.published.replace(with: .instance, box) }
            return reference
        }
    }

    private func ownKey(_ key: FactoryKey) -> FactoryKey { spansContainers ? key.spanningContainers : key }

    /// Changes the state, and releases what was published after a grace period.
    @discardableResult
    private func change<R>(_ body: (inout State) -> (R, replaced: [AnyObject])) -> R {
        let (result, replaced) = state.withLock(body)
        ThreadState.release(replaced)
        return result
    }
}
