/// The factories of a container, of a singleton scope or of a graph, and the data that is stored
/// for each factory.
///
/// Each factory has a number, which never changes. A hash table with open addressing finds the
/// number by the addresses of the literals in the factory's definition.
struct FactoryTable {
    struct Entry {
        let hash: Int
        let location: FactoryLocation
        let number: Int
    }

    /// The hash table. A factory has one entry for its content hash, and one entry for the hash of
    /// each of its locations.
    ///
    /// The count is a power of two, and at most half of the entries are in use.
    private var entries: [Entry?] = []
    private var entryCount = 0
    /// The slots of the factories, by number. A slot is never removed.
    var slots: [FactorySlot] = []

    /// Returns the number of the factory at a location, or nil if the table does not contain the
    /// location.
    @inline(__always)
    func number(at location: FactoryLocation) -> Int? {
        number(at: location.hash) { $0 == location }
    }

    /// Returns the number of a factory, even if the table contains it only at another location.
    /// Returns nil if the table does not contain the factory.
    private func number(of location: FactoryLocation, at contentHash: Int) -> Int? {
        number(at: contentHash) { $0.hasContent(of: location) }
    }

    /// Returns the number of a factory, and adds the factory if it is new.
    ///
    /// - Parameter key: The key of the same factory in another table, if there is one.
    mutating func define(_ location: FactoryLocation, _ key: FactoryKey? = nil) -> Int {
        if let number = number(at: location) {
            return number
        }
        let contentHash = key?.hash ?? location.contentHash
        let known = number(of: location, at: contentHash)
        let number = known ?? slots.count
        if known == nil {
            let key = key ?? FactoryKey(location, hash: contentHash)
            slots.append(FactorySlot(key: key))
            insert(Entry(hash: contentHash, location: location, number: number))
        }
        insert(Entry(hash: location.hash, location: location, number: number))
        return number
    }

    /// Calls `body` with each slot, and returns the objects that `body` removes.
    mutating func changeSlots<Removed>(_ body: (inout FactorySlot) -> Removed) -> [Removed] {
        slots.indices.map { body(&slots[$0]) }
    }

    /// Returns the number in the first entry that has the hash and a matching location.
    @inline(__always)
    private func number(at hash: Int, where matches: (FactoryLocation) -> Bool) -> Int? {
        if entries.isEmpty {
            return nil
        }
        var index = hash & (entries.count - 1)
        while let entry = entries[index] {
            if entry.hash == hash, matches(entry.location) {
                return entry.number
            }
            index = (index + 1) & (entries.count - 1)
        }
        return nil
    }

    private mutating func insert(_ entry: Entry) {
        if entryCount * 2 >= entries.count {
            let old = entries
            entries = Array(repeating: nil, count: max(8, old.count * 4))
            entryCount = 0
            for case let entry? in old {
                insert(entry)
            }
        }
        entryCount += 1
        var index = entry.hash & (entries.count - 1)
        while entries[index] != nil {
            index = (index + 1) & (entries.count - 1)
        }
        entries[index] = entry
    }
}

/// The data that a table stores for a factory.
struct FactorySlot {
    let key: FactoryKey
    var state = FactoryState()
    /// The states that `push()` saved while the factory was in the table.
    var saved: [FactoryState] = []
    /// A boxed closure that closes instances. Neither a reset nor `pop()` changes it.
    var closer: AnyObject?

    /// Whether a resolution depends only on the scope, the registered closure and the instances.
    var isPlain: Bool {
        state.modifiers == nil && closer == nil
    }

    /// Restores the state that was saved last, or the initial state if none was saved. Returns the
    /// replaced state.
    mutating func pop() -> FactoryState {
        exchange(&state, with: saved.popLast() ?? FactoryState())
    }

    /// Removes the instances of the saved states, and returns a copy of the previous states for the
    /// caller to release.
    mutating func removeSavedInstances() -> [FactoryState] {
        let old = saved
        for index in old.indices {
            saved[index].instances = StoredInstances()
        }
        return old
    }

    /// Stores the outcome of a construction in the place that was reserved for it.
    ///
    /// If the construction was running when `push()` was called, its outcome is also stored in the
    /// saved state.
    mutating func settle(_ construction: Construction, as outcome: InstanceContent) {
        state.instances.settle(construction, as: outcome)
        for index in saved.indices {
            saved[index].instances.settle(construction, as: outcome)
        }
    }
}

/// The part of a factory's slot that `push()` saves.
struct FactoryState {
    /// A boxed closure that replaces the definition's closure.
    var registered: AnyObject?
    /// The scope that applies if the definition sets no scope.
    var scope = ScopeReference.unspecified
    var instances = StoredInstances()
    var modifiers: Box<FactoryModifiers>?

    /// The boxed closure that replaces the definition's closure, and its source.
    var replacement: FactoryReplacement {
        if let contexts = modifiers?.content.contexts, !contexts.isEmpty {
            for active in FactoryContext.current.active {
                if let closure = contexts.first(where: { $0.context == active })?.closure {
                    return (closure, .context)
                }
            }
        }
        return (registered, registered == nil ? .definition : .registration)
    }

    /// Removes the part of the state that the options specify, and returns it for the caller to
    /// release.
    mutating func reset(_ options: FactoryResetOptions) -> FactoryState {
        var removed = FactoryState()
        switch options {
        case .all:
            swap(&self, &removed)
        case .registration:
            swap(&registered, &removed.registered)
        case .context:
            removed.modifiers = modifiers
            change { $0.contexts = [] }
        case .scope:
            swap(&instances, &removed.instances)
        case .none:
            break
        }
        return removed
    }
}

/// The rarely used modifiers.
struct FactoryModifiers {
    /// The boxed closures for contexts. Each context has at most one closure.
    var contexts: [(context: FactoryContextType, closure: AnyObject)] = []
    /// A boxed closure that receives each instance.
    var decorator: AnyObject?
    /// The number of seconds after which an unused instance expires.
    var timeToLive: Double?
    /// Whether the definition's modifiers are defaults; see ``FactoryModifying/once()``.
    var isOnce = false
}

/// The instances of one factory.
struct StoredInstances {
    /// The instance, unless the factory has one instance for each parameter.
    var common = StoredInstance()
    /// The instances for parameters, by the hash of the parameter.
    private(set) var byHash: [Int: [ParameterInstance]]?

    /// The maximum number of parameters with the same hash. If there are more, parameters whose
    /// objects were released are removed.
    private static let collisionLimit = 8

    struct ParameterInstance {
        let key: FactoryKey
        var instance = StoredInstance()
    }

    var all: [StoredInstance] {
        var all = [common]
        for instances in (byHash ?? [:]).values {
            all += instances.map(\.instance)
        }
        return all
    }

    /// Calls `body` with the instance for a key.
    ///
    /// Keys with parameters are compared by identity, so such a key must come from
    /// `parameterKeys(of:hash:)` unless the parameter is new.
    fileprivate mutating func withInstance<R>(
        for key: FactoryKey,
        _ body: (inout StoredInstance) -> R
    ) -> R {
        if key.parameter == nil {
            return body(&common)
        }
        var byHash = exchange(&byHash, with: nil) ?? [:]
        var instances = byHash.removeValue(forKey: key.hash) ?? []
        let index = instances.firstIndex { $0.key === key } ?? instances.count
        if index == instances.count {
            instances.append(ParameterInstance(key: key))
        }
        let result = body(&instances[index].instance)
        if case .none = instances[index].instance.content {
            instances.remove(at: index)
        }
        byHash[key.hash] = instances.isEmpty ? nil : instances
        self.byHash = byHash
        return result
    }

    /// Stores the outcome of a construction in the place that was reserved for it.
    mutating func settle(_ construction: Construction, as outcome: InstanceContent) {
        withInstance(for: construction.key) { instance in
            instance.content.settle(construction, as: outcome)
        }
    }

    /// Removes the matching instances, and returns all previous instances for the caller to
    /// release.
    @discardableResult
    mutating func removeAll(where isRemoved: (StoredInstance) -> Bool) -> StoredInstances {
        let old = self
        if isRemoved(common) {
            common = StoredInstance()
        }
        byHash = byHash?.compactMapValues { instances in
            let others = instances.filter { !isRemoved($0.instance) }
            return others.isEmpty ? nil : others
        }
        return old
    }

    /// Removes the parameters of released objects if a new parameter has filled the storage, or if
    /// too many parameters have the same hash.
    ///
    /// - Returns: The objects for the caller to release.
    fileprivate mutating func makeRoom(for key: FactoryKey) -> ReleasedInstances? {
        if let byHash, byHash.count < byHash.capacity,
            let sameHash = byHash[key.hash], sameHash.count <= Self.collisionLimit
        {
            return nil
        }
        // The objects are retained here so that none of them is released under the lock.
        let objects = all.map(\.weakObject)
        let old = removeAll(where: \.isReleased)
        return (old, objects)
    }
}

/// The instances that a table has removed, and the objects that it retained during the removal.
typealias ReleasedInstances = (removed: StoredInstances, objects: [AnyObject?])

/// The content of a place in which a scope or a lazy wrapper stores an instance.
@usableFromInline enum InstanceContent {
    case none
    case building(Construction)
    /// A ``Box`` with the instance.
    case strong(AnyObject)
    case weak(WeakBox)

    /// Replaces a construction with its outcome.
    ///
    /// Does nothing if the place no longer contains the construction, for example after a reset.
    mutating func settle(_ construction: Construction, as outcome: InstanceContent) {
        if case .building(let current) = self, current === construction {
            self = outcome
        }
    }
}

/// A place for an instance, which contains the instance, its construction, or nothing.
struct StoredInstance {
    var scope = ScopeReference.unspecified
    var content = InstanceContent.none
    /// The time of the last resolution in seconds, or infinity if the instance does not expire.
    var lastUse = Double.infinity

    var isBuilding: Bool {
        if case .building = content {
            true
        } else {
            false
        }
    }

    /// The object, if it is stored weakly and still exists.
    var weakObject: AnyObject? {
        if case .weak(let reference) = content {
            reference.object
        } else {
            nil
        }
    }

    /// Whether there is no instance, or a weak reference to a released object.
    var isReleased: Bool {
        switch content {
        case .none: true
        case .weak(let reference): reference.object == nil
        case .building, .strong: false
        }
    }

    /// Returns whether the time to live has passed since the last resolution of the instance.
    func hasExpired(_ lifetime: Lifetime?) -> Bool {
        guard let lifetime, !isBuilding else { return false }
        return lifetime.now - lastUse > lifetime.seconds
    }
}

extension FactoryTable {
    /// The next step of a caller that resolves an instance.
    enum Step {
        /// Use the instance in a box.
        case use(AnyObject)
        /// Use an object that is stored weakly.
        case useObject(AnyObject)
        /// Wait for the thread or task that builds the instance.
        case wait(Construction)
        /// Build the instance.
        case build(Construction)
    }

    /// Finds an instance, or reserves its place for the caller to build it.
    ///
    /// Removes an existing instance if it belongs to another scope or if its time to live has
    /// expired.
    ///
    /// - Returns: The step, and the removed objects for the caller to release.
    @inline(never)
    mutating func step(
        for key: FactoryKey,
        _ number: Int,
        in scope: ScopeReference,
        _ lifetime: Lifetime?
    ) -> (step: Step, removed: StoredInstance?, released: ReleasedInstances?) {
        let (step, removed) = slots[number].state.instances.withInstance(for: key) { instance in
            instance.step(for: key, in: scope, lifetime)
        }
        if case .build = step, key.parameter != nil {
            return (step, removed, slots[number].state.instances.makeRoom(for: key))
        }
        return (step, removed, nil)
    }

    /// Returns the keys of the factory's stored instances whose parameters have the given hash.
    /// Does not compare the parameters.
    func parameterKeys(of number: Int, hash: Int) -> [FactoryKey] {
        slots[number].state.instances.byHash?[hash]?.map(\.key) ?? []
    }

    /// Removes the instances of a factory and returns them for the caller to release. Returns nil
    /// if the table does not contain the factory.
    mutating func removeInstances(at location: FactoryLocation) -> StoredInstances? {
        number(of: location, at: location.contentHash).map {
            exchange(&slots[$0].state.instances, with: StoredInstances())
        }
    }

    /// Removes all instances and returns them for the caller to release.
    mutating func removeInstances() -> [StoredInstances] {
        changeSlots { exchange(&$0.state.instances, with: StoredInstances()) }
    }

    /// Returns a copy of the table without instances under construction.
    ///
    /// The copy shares no storage with this table. The tables have different locks, so the thread
    /// sanitizer would report accesses to shared storage.
    func copyOfInstances() -> FactoryTable {
        var copy = FactoryTable()
        for slot in slots {
            let number = copy.define(slot.key.location)
            copy.slots[number].state.instances = slot.state.instances
            copy.slots[number].state.instances.removeAll(where: \.isBuilding)
        }
        return copy
    }
}

extension Locked<FactoryTable> {
    func removeInstances(at location: FactoryLocation) {
        let removed = withLock { $0.removeInstances(at: location) }
        withExtendedLifetime(removed) {}
    }
}

extension StoredInstance {
    /// Finds the instance, or begins its construction. Returns the step, and the instance that the
    /// new construction replaces.
    fileprivate mutating func step(
        for key: FactoryKey,
        in scope: ScopeReference,
        _ lifetime: Lifetime?
    ) -> (FactoryTable.Step, removed: StoredInstance?) {
        if self.scope == scope, !hasExpired(lifetime) {
            if let lifetime {
                lastUse = lifetime.now
            }
            switch content {
            case .none:
                break
            case .building(let construction):
                return (.wait(construction), nil)
            case .strong(let box):
                return (.use(box), nil)
            case .weak(let reference):
                if let object = reference.object {
                    return (.useObject(object), nil)
                }
            }
        }
        let construction = Construction(of: key)
        let new = StoredInstance(
            scope: scope,
            content: .building(construction),
            lastUse: lifetime?.now ?? .infinity
        )
        return (.build(construction), exchange(&self, with: new))
    }
}

/// The time to live of an instance, and the time with which it is compared.
struct Lifetime {
    let seconds: Double
    /// The time of the current resolution, in seconds.
    let now: Double
}
