/// The factories of a container, of a singleton scope or of a graph, and what it stores for each.
///
/// A factory has a number, which never changes. The table finds it by the addresses of the literals
/// in its definition, with open addressing.
struct FactoryTable {
    struct Entry {
        let hash: Int
        let location: FactoryLocation
        let number: Int
        /// The key, which the table retains as long as it exists.
        let key: Unowned<FactoryKey>
    }

    /// A factory has an entry at the hash of its text, and one at the hash of each location.
    ///
    /// The count is a power of two, and at most half of the entries are in use.
    private var entries: [Entry?] = []
    private var entryCount = 0
    private(set) var keys: [FactoryKey] = []
    var slots: [FactorySlot] = []

    /// Returns the entry of a location, or nil if the table does not know it.
    @inline(__always)
    func entry(at location: FactoryLocation) -> Entry? {
        entry(at: location.hash) { $0.location == location }
    }

    /// Returns the number of a factory, or nil if it is not in the table.
    private func number(of location: FactoryLocation, at contentHash: Int) -> Int? {
        entry(at: contentHash) { $0.location.hasContent(of: location) }?.number
    }

    /// Returns the number of a factory, and adds the factory if it is new.
    mutating func define(_ location: FactoryLocation) -> Int {
        if let entry = entry(at: location) {
            return entry.number
        }
        let contentHash = location.contentHash
        let known = number(of: location, at: contentHash)
        let number = known ?? keys.count
        if known == nil {
            keys.append(FactoryKey(location))
            slots.append(FactorySlot())
            insert(location, number, at: contentHash)
        }
        insert(location, number, at: location.hash)
        return number
    }

    /// Returns the first entry for a hash that meets a condition.
    @inline(__always)
    private func entry(at hash: Int, where matches: (Entry) -> Bool) -> Entry? {
        if entries.isEmpty {
            return nil
        }
        var index = hash & (entries.count - 1)
        while let entry = entries[index] {
            if matches(entry) {
                return entry
            }
            index = (index + 1) & (entries.count - 1)
        }
        return nil
    }

    private mutating func insert(_ location: FactoryLocation, _ number: Int, at hash: Int) {
        if entryCount * 2 >= entries.count {
            let old = entries
            entries = Array(repeating: nil, count: max(8, old.count * 4))
            for case let entry? in old {
                insert(entry)
            }
        }
        entryCount += 1
        insert(Entry(hash: hash, location: location, number: number, key: Unowned(keys[number])))
    }

    private mutating func insert(_ entry: Entry) {
        var index = entry.hash & (entries.count - 1)
        while entries[index] != nil {
            index = (index + 1) & (entries.count - 1)
        }
        entries[index] = entry
    }
}

/// What a container knows of a factory.
struct FactorySlot {
    /// A boxed closure that replaces the definition's closure.
    var registered: AnyObject?
    /// The scope that applies if the definition has none.
    var scope = ScopeReference.unspecified
    var instances = StoredInstances()
    /// The modifiers that few factories have.
    var modifiers: Box<FactoryModifiers>?
    /// A boxed closure that closes instances. Neither resets nor `pop()` remove it.
    var closer: AnyObject?

    /// Whether a resolution depends only on the scope, the registered closure and the instances.
    var isPlain: Bool {
        modifiers == nil && closer == nil
    }

    /// The boxed closure that replaces the definition's closure, and its source.
    var replacement: FactoryReplacement {
        if let contexts = modifiers?.content.contexts, !contexts.isEmpty {
            for context in FactoryContext.current.active {
                if let closure = contexts[context] {
                    return (closure, .context)
                }
            }
        }
        return (registered, registered == nil ? .definition : .registration)
    }

    /// Resets the slot, and returns what it removes for the caller to release.
    mutating func reset(_ options: FactoryResetOptions) -> FactorySlot {
        var removed = FactorySlot()
        switch options {
        case .all:
            removed.closer = closer
            swap(&self, &removed)
        case .registration:
            swap(&registered, &removed.registered)
        case .context:
            removed.modifiers = modifiers
            change { $0.contexts = [:] }
        case .scope:
            swap(&instances, &removed.instances)
        case .none:
            break
        }
        return removed
    }
}

/// The modifiers that few factories have.
struct FactoryModifiers {
    /// The boxed closures for contexts.
    var contexts: [FactoryContextType: AnyObject] = [:]
    /// A boxed closure that receives each instance.
    var decorator: AnyObject?
    /// The number of seconds after which an unused instance is released.
    var timeToLive: Double?
    /// Whether the definition's modifiers are defaults; see ``FactoryModifying/once()``.
    var isOnce = false
}

/// The instances of one factory.
struct StoredInstances {
    /// The instance, if the factory has one for all parameters.
    var common = StoredInstance()
    /// The instances for parameters, by the hashes of the parameters.
    private(set) var byHash: [Int: [ParameterInstance]]?

    /// The number of parameters with one hash before those of released objects are removed.
    private static let collisionLimit = 8

    struct ParameterInstance {
        let key: FactoryKey
        var instance = StoredInstance()
    }

    var all: [StoredInstance] {
        [common] + (byHash ?? [:]).values.joined().map(\.instance)
    }

    /// Calls `body` with the instance for a key, which has been found by its hash if it has a
    /// parameter.
    fileprivate mutating func withInstance<R>(
        for key: FactoryKey,
        _ body: (inout StoredInstance) -> R
    ) -> R {
        if key.parameter == nil {
            return body(&common)
        }
        var byHash = exchange(&byHash, with: nil) ?? [:]
        var instances = byHash.removeValue(forKey: key.parameterHash) ?? []
        let index = instances.firstIndex { $0.key === key } ?? instances.count
        if index == instances.count {
            instances.append(ParameterInstance(key: key))
        }
        let result = body(&instances[index].instance)
        if case .none = instances[index].instance.content {
            instances.remove(at: index)
        }
        byHash[key.parameterHash] = instances.isEmpty ? nil : instances
        self.byHash = byHash
        return result
    }

    /// Removes instances, and returns the previous instances for the caller to release.
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

    /// Removes the parameters of released objects if a new one has filled the storage.
    ///
    /// - Returns: The objects for the caller to release.
    fileprivate mutating func makeRoom(for key: FactoryKey) -> ReleasedInstances? {
        if let byHash, byHash.count < byHash.capacity,
            let sameHash = byHash[key.parameterHash], sameHash.count <= Self.collisionLimit
        {
            return nil
        }
        // Retained, because an object could otherwise be released under the lock.
        let objects = all.map(\.weakObject)
        let old = removeAll(where: \.isReleased)
        return (old, objects)
    }
}

/// What a table removed, and objects that it retained to do so.
typealias ReleasedInstances = (removed: StoredInstances, objects: [AnyObject?])

/// What a scope or a lazy wrapper stores.
@usableFromInline enum InstanceContent {
    case none
    case building(Construction)
    /// A ``Box``.
    case strong(AnyObject)
    case weak(WeakBox)

    /// Replaces a construction by its outcome.
    ///
    /// After a reset, the place no longer belongs to the construction, and does not change.
    mutating func settle(_ construction: Construction, as outcome: InstanceContent) {
        if case .building(let current) = self, current === construction {
            self = outcome
        }
    }
}

/// An instance, or its construction.
struct StoredInstance {
    var scope = ScopeReference.unspecified
    var content = InstanceContent.none
    /// In seconds, if the instance may expire.
    var lastUse: Double?

    var isBuilding: Bool {
        if case .building = content {
            true
        } else {
            false
        }
    }

    /// The object, if it is stored weakly and exists.
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

    /// Returns whether the instance has expired, by the time of its last resolution.
    func hasExpired(_ lifetime: Lifetime?) -> Bool {
        guard let lifetime, !isBuilding else { return false }
        return lifetime.now - (lastUse ?? lifetime.now) > lifetime.seconds
    }
}

extension FactoryTable {
    /// What a caller does to get an instance.
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
    /// Removes an instance of another scope or with an expired time to live.
    ///
    /// - Returns: The step, and the objects for the caller to release.
    mutating func step(
        for key: FactoryKey,
        _ number: Int,
        in scope: ScopeReference,
        _ lifetime: Lifetime?
    ) -> (step: Step, removed: StoredInstance?, released: ReleasedInstances?) {
        let (step, removed) = slots[number].instances.withInstance(for: key) { instance in
            instance.step(for: key, in: scope, lifetime)
        }
        if case .build = step, key.parameter != nil {
            return (step, removed, slots[number].instances.makeRoom(for: key))
        }
        return (step, removed, nil)
    }

    /// The keys of a factory's parameters with this hash. Does not compare parameters.
    func parameterKeys(of number: Int, hash: Int) -> [FactoryKey] {
        slots[number].instances.byHash?[hash]?.map(\.key) ?? []
    }

    /// Removes the instances of a factory, if it is in the table, for the caller to release.
    mutating func removeInstances(at location: FactoryLocation) -> StoredInstances? {
        number(of: location, at: location.contentHash).map {
            exchange(&slots[$0].instances, with: StoredInstances())
        }
    }

    /// Removes all instances, for the caller to release.
    mutating func removeInstances() -> [StoredInstances] {
        slots.indices.map { exchange(&slots[$0].instances, with: StoredInstances()) }
    }

    /// Returns a copy without instances under construction, which shares no storage with this
    /// table.
    ///
    /// The tables have different locks, and the thread sanitizer would report shared storage.
    func copyOfInstances() -> FactoryTable {
        var copy = FactoryTable()
        for (key, slot) in zip(keys, slots) {
            let number = copy.define(key.location)
            copy.slots[number].instances = slot.instances
            copy.slots[number].instances.removeAll(where: \.isBuilding)
        }
        return copy
    }
}

extension Locked<FactoryTable> {
    /// Removes the instances of a factory.
    func removeInstances(at location: FactoryLocation) {
        let removed = withLock { $0.removeInstances(at: location) }
        withExtendedLifetime(removed) {}
    }
}

extension FactorySlot {
    /// Stores the outcome of a construction in its place.
    mutating func settle(_ construction: Construction, as outcome: InstanceContent) {
        instances.withInstance(for: construction.key) { instance in
            instance.content.settle(construction, as: outcome)
        }
    }
}

extension StoredInstance {
    /// Finds the instance, or begins its construction, and returns what that removes.
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
            lastUse: lifetime?.now
        )
        return (.build(construction), exchange(&self, with: new))
    }
}

/// The time to live of an instance, and the time of a resolution.
struct Lifetime {
    let seconds: Double
    /// In seconds.
    let now: Double
}
