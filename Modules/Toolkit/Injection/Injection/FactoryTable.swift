/// The factories of a container, of a singleton scope or of a graph, and the data that is stored
/// for each factory.
///
/// Each factory has a number, which never changes. A hash table with open addressing finds the
/// number by the location of the factory's definition.
struct FactoryTable {
    /// The hash table, with the number of each factory. The count is a power of two, and at most
    /// half of the elements are in use.
    private var numbers = [Int?](repeating: nil, count: 8)
    /// The slots of the factories, by number. A slot is never removed.
    var slots: [FactorySlot] = []

    /// Returns the number of the factory at a location, or `nil` if the table does not contain the
    /// location.
    @inline(__always)
    func number(at location: FactoryLocation) -> Int? {
        numbers[index(of: location)]
    }

    /// Returns the index of a location in the hash table, or the index at which to insert it.
    @inline(__always)
    private func index(of location: FactoryLocation) -> Int {
        var index = location.hash & (numbers.count - 1)
        // Growing steps reach every element of a table whose count is a power of two. Factories of
        // one name and type in several files have equal hashes, and steps of 1 would lead other
        // factories through all of them.
        var step = 0
        while let number = numbers[index], slots[number].key.location != location {
            step += 1
            index = (index + step) & (numbers.count - 1)
        }
        return index
    }

    /// Returns the number of a factory, and adds the factory if it is new.
    ///
    /// - Parameters:
    ///   - key: The key of the same factory in another table, if there is one.
    ///   - manager: The container of the factory if the table must retain it.
    mutating func define(
        _ location: FactoryLocation,
        _ key: FactoryKey? = nil,
        retaining manager: ContainerManager? = nil
    ) -> Int {
        if let number = number(at: location) {
            return number
        }
        slots.append(FactorySlot(key: key ?? FactoryKey(location), manager: manager))
        if slots.count * 2 > numbers.count {
            numbers = Array(repeating: nil, count: numbers.count * 4)
            for number in slots.indices {
                numbers[index(of: slots[number].key.location)] = number
            }
        }
        numbers[index(of: location)] = slots.count - 1
        return slots.count - 1
    }

    /// Calls `body` with each slot, and returns what `body` removes for the caller to release.
    mutating func changeSlots<Removed>(_ body: (inout FactorySlot) -> Removed) -> [Removed] {
        slots.indices.map { body(&slots[$0]) }
    }
}

/// The data that a table stores for a factory.
struct FactorySlot {
    typealias Content = (state: FactoryState, instances: StoredInstances)

    let key: FactoryKey
    /// The container of the factory in a graph. A container that is created later must not have the
    /// same address, because the address identifies the container in the key.
    let manager: ContainerManager?
    var state = FactoryState()
    var instances = StoredInstances()
    /// The values that `push()` saved while the factory was in the table.
    var saved: [Content] = []
    /// A boxed closure that closes instances. Neither a reset nor `pop()` changes it.
    var closer: AnyObject?

    /// Whether a resolution depends only on the scope, the registered closure and the instances.
    var isPlain: Bool {
        state.contexts.isEmpty && state.decorator == nil && state.timeToLive == nil && closer == nil
    }

    /// Restores the values that were saved last, or the initial values if none were saved. Returns
    /// the replaced values.
    mutating func pop() -> Content {
        var content = saved.popLast() ?? (FactoryState(), StoredInstances())
        swap(&state, &content.state)
        swap(&instances, &content.instances)
        return content
    }

    /// Removes the part of the slot that the options specify, and returns it for the caller to
    /// release.
    mutating func reset(_ options: FactoryResetOptions) -> Content {
        var removed = (state: FactoryState(), instances: StoredInstances())
        switch options {
        case .all:
            swap(&state, &removed.state)
            swap(&instances, &removed.instances)
        case .registration:
            swap(&state.registered, &removed.state.registered)
        case .context:
            swap(&state.contexts, &removed.state.contexts)
        case .scope:
            swap(&instances, &removed.instances)
        case .none:
            break
        }
        return removed
    }

    /// Stores the outcome of a construction in the place that was reserved for it.
    ///
    /// If the construction was running when `push()` was called, its outcome is also stored in the
    /// saved instances.
    mutating func settle(_ construction: AnyConstruction, as outcome: InstanceContent) {
        instances.settle(construction, as: outcome)
        for index in saved.indices {
            saved[index].instances.settle(construction, as: outcome)
        }
    }
}

/// The registration and the modifiers of a factory.
struct FactoryState {
    /// A boxed closure that replaces the definition's closure.
    var registered: AnyObject?
    /// The scope that applies if the definition sets no scope.
    var scope = ScopeReference.unspecified
    /// The boxed closures for contexts.
    var contexts: [FactoryContextType: AnyObject] = [:]
    /// A boxed closure that receives each instance.
    var decorator: AnyObject?
    /// The number of seconds after which an unused instance expires.
    var timeToLive: Double?
    /// Whether the definition's modifiers are defaults; see ``FactoryModifying/once()``.
    var isOnce = false
    /// Whether a test may use the definition; see ``FactoryModifying/allowLive()``.
    var isLiveAllowed = false

    /// The boxed closure that replaces the definition's closure, and its source.
    var replacement: FactoryReplacement {
        if !contexts.isEmpty {
            for active in FactoryContext.current.active {
                if let closure = contexts[active] {
                    return (closure, .context)
                }
            }
        }
        return (registered, registered == nil ? .definition : .registration)
    }
}

/// The instances of one factory.
struct StoredInstances {
    /// The instance, unless the factory has one instance for each parameter.
    var common = StoredInstance()
    /// The instances for parameters, by the hash of the parameter.
    private(set) var byHash: [Int: [(key: FactoryKey, instance: StoredInstance)]] = [:]

    var all: [StoredInstance] {
        [common] + byHash.values.joined().map(\.instance)
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
        var instances = byHash.removeValue(forKey: key.hash) ?? []
        let index = instances.firstIndex { $0.key === key } ?? instances.count
        if index == instances.count {
            instances.append((key, StoredInstance()))
        }
        let result = body(&instances[index].instance)
        if instances[index].instance.content.object == nil {
            instances.remove(at: index)
        }
        byHash[key.hash] = instances.isEmpty ? nil : instances
        return result
    }

    /// Stores the outcome of a construction in the place that was reserved for it.
    mutating func settle(_ construction: AnyConstruction, as outcome: InstanceContent) {
        withInstance(for: construction.key) { instance in
            instance.content.settle(construction, as: outcome)
        }
    }

    mutating func removeAll(where isRemoved: (StoredInstance) -> Bool) {
        if isRemoved(common) {
            common = StoredInstance()
        }
        byHash = byHash.compactMapValues { instances in
            let others = instances.filter { !isRemoved($0.instance) }
            return others.isEmpty ? nil : others
        }
    }

    /// Removes the parameters whose objects were released if a new parameter has filled the
    /// storage, or if more than eight parameters have the same hash.
    ///
    /// - Parameter removed: An array to which the method adds objects for the caller to release.
    fileprivate mutating func makeRoom(for key: FactoryKey, _ removed: inout [Any]) {
        if byHash.count < byHash.capacity,
            let sameHash = byHash[key.hash], sameHash.count <= 8
        {
            return
        }
        // The objects are retained here so that none of them is released under the lock.
        removed += [self, all.map(\.content.weakObject)]
        removeAll(where: \.content.isReleased)
    }
}

/// The content of a place that stores an instance.
// This is not an enumeration with associated objects, because its references would contain tag
// bits. The leak checker of AddressSanitizer does not recognize such references, and would report
// every instance.
@usableFromInline package struct InstanceContent {
    @usableFromInline package enum Kind {
        case none
        /// An ``AnyConstruction``, which builds the instance.
        case construction
        /// A ``Box`` with the instance.
        case box
        /// A ``WeakBox`` with the instance.
        case reference
    }

    @usableFromInline private(set) var kind = Kind.none
    @usableFromInline package private(set) var object: AnyObject?

    /// Creates a content of the given kind, or an empty content if the object is `nil`.
    package init(_ kind: Kind = .none, _ object: AnyObject? = nil) {
        self.kind = object == nil ? .none : kind
        self.object = object
    }

    @inlinable package var box: AnyObject? {
        kind == .box ? object : nil
    }

    /// The instance, if it is stored weakly and still exists.
    @usableFromInline var weakObject: AnyObject? {
        (object as? WeakBox)?.object
    }

    /// The instance, or `nil` if there is none or if it was released.
    @inlinable
    func instance<T>() -> T? {
        if let box {
            return Box<T>.open(box)
        }
        return weakObject.flatMap { $0 as? T }
    }

    /// Whether there is no instance, or a weak reference to a released object.
    var isReleased: Bool {
        kind == .reference ? weakObject == nil : kind == .none
    }

    /// Returns the next step of a thread or task that needs the instance. If there is no instance,
    /// begins a construction.
    package mutating func step<Building: AnyConstruction>(
        _ begin: () -> Building
    ) -> ConstructionStep<Building> {
        if let box {
            return .use(box)
        }
        if let construction = object as? Building {
            return .wait(construction)
        }
        if let weakObject {
            return .use(weakObject)
        }
        let construction = begin()
        self = InstanceContent(.construction, construction)
        return .build(construction)
    }

    /// Replaces a construction with its outcome.
    ///
    /// The method does nothing if the place no longer contains the construction, for example after
    /// a reset.
    package mutating func settle(_ construction: AnyConstruction, as outcome: InstanceContent) {
        if object === construction {
            self = outcome
        }
    }
}

/// A place for an instance, which contains the instance, its construction, or nothing.
struct StoredInstance {
    var scope = ScopeReference.unspecified
    var content = InstanceContent()
    /// The time of the last resolution in seconds, or infinity if the instance does not expire.
    var lastUse = Double.infinity

    /// Returns whether the time to live has passed since the last resolution of the instance.
    func hasExpired(_ lifetime: Lifetime?) -> Bool {
        guard let lifetime, content.kind != .construction else { return false }
        return lifetime.now - lastUse > lifetime.seconds
    }
}

extension FactoryTable {
    /// Finds an instance, or reserves its place for the caller to build it.
    ///
    /// The method removes an existing instance if it belongs to another scope or if its time to
    /// live has expired.
    ///
    /// - Parameter removed: An array to which the method adds objects for the caller to release.
    /// - Returns: The step, with the box of the instance or, in the shared scope, the object.
    @inline(never)
    mutating func step<Building: AnyConstruction>(
        for key: FactoryKey,
        _ number: Int,
        in scope: ScopeReference,
        _ lifetime: Lifetime?,
        _ begin: (FactoryKey) -> Building,
        _ removed: inout [Any]
    ) -> ConstructionStep<Building> {
        let step = slots[number].instances.withInstance(for: key) { instance in
            if instance.scope == .unspecified {
                instance.scope = scope
            } else if instance.scope != scope || instance.hasExpired(lifetime) {
                removed.append(exchange(&instance, with: StoredInstance(scope: scope)))
            }
            if let lifetime {
                instance.lastUse = lifetime.now
            }
            return instance.content.step { begin(key) }
        }
        if case .build = step, key.parameter != nil {
            slots[number].instances.makeRoom(for: key, &removed)
        }
        return step
    }

    /// Returns the keys of the factory's stored instances whose parameters have the given hash. The
    /// parameters are not compared.
    func parameterKeys(of number: Int, hash: Int) -> [FactoryKey] {
        slots[number].instances.byHash[hash]?.map(\.key) ?? []
    }

    /// Returns a copy of the table without instances under construction.
    ///
    /// The copy shares no storage with this table. The tables have different locks, so the thread
    /// sanitizer would report accesses to shared storage.
    func copyOfInstances() -> FactoryTable {
        var copy = FactoryTable()
        for slot in slots {
            let number = copy.define(slot.key.location)
            copy.slots[number].instances = slot.instances
            copy.slots[number].instances.removeAll { $0.content.kind == .construction }
        }
        return copy
    }
}

extension Locked<FactoryTable> {
    /// Removes the instances of a factory, and releases them after unlocking.
    func removeInstances(at location: FactoryLocation) {
        let removed = withLock { table in
            table.number(at: location).map { number in
                exchange(&table.slots[number].instances, with: StoredInstances())
            }
        }
        withExtendedLifetime(removed) {}
    }

    /// Removes all instances, and releases them after unlocking.
    func removeInstances() {
        let removed = withLock { table in
            table.changeSlots { exchange(&$0.instances, with: StoredInstances()) }
        }
        withExtendedLifetime(removed) {}
    }
}

/// The time to live of an instance, and the time of the current resolution.
struct Lifetime {
    let seconds: Double
    /// The time of the current resolution, in seconds.
    let now: Double
}
