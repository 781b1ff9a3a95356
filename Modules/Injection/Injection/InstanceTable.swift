/// The instances that a container, a singleton scope or a graph stores, at most one for each key.
struct InstanceTable {
    enum Content {
        case building(Construction)
        /// A ``Box``.
        case strong(AnyObject)
        case weak(AnyWeakBox)

        var isBuilding: Bool {
            if case .building = self { true } else { false }
        }
    }

    private struct Slot {
        /// The scope that the instance is stored for; nil if it owns the table, which would otherwise retain its owner.
        let scope: Scope?
        var content: Content
        /// When the instance was last resolved, if it has a time to live.
        var lastUse: Duration?

        func isOver(_ lifetime: Lifetime?) -> Bool {
            content.isBuilding ? false : lifetime?.isOver(since: lastUse) ?? false
        }
    }

    /// What a resolution does next.
    enum Step {
        /// Open this box.
        case open(AnyObject)
        /// Use this object, to which there is a weak reference.
        case use(AnyWeakBox, AnyObject)
        /// Wait for another thread.
        case wait(Construction)
        /// Build the instance: this thread is the only one that does.
        case build(Construction)
    }

    private var slots: [FactoryKey: Slot] = [:]
    /// Whether some keys have parameters.
    private var hasParameters = false

    /// Finds the instance of a key, or reserves its slot for the calling thread to build it.
    ///
    /// An instance that was stored for another scope, or that is too old, is replaced, and returned for the caller to release.
    mutating func step(
        for key: FactoryKey, in scope: Scope?, _ lifetime: Lifetime?
    ) -> (step: Step, removed: Content?) {
        let slot = slots[key]
        if let slot, slot.scope === scope, !slot.isOver(lifetime) {
            if let lifetime { slots[key]?.lastUse = lifetime.now }
            switch slot.content {
            case .strong(let box): return (.open(box), nil)
            case .building(let construction): return (.wait(construction), nil)
            case .weak(let reference):
                if let object = reference.object { return (.use(reference, object), nil) }
            }
        }
        let construction = Construction(of: key)
        slots[key] = Slot(scope: scope, content: .building(construction), lastUse: lifetime?.now)
        if key.parameter != nil { hasParameters = true }
        return (.build(construction), slot?.content)
    }

    /// Puts the outcome of a construction in its slot, or frees the slot if nothing is to be stored.
    ///
    /// - Returns: Whether the slot was still reserved for the construction. After a reset it is not, and nothing changes.
    @discardableResult
    mutating func settle(_ construction: Construction, as content: Content?) -> Bool {
        guard case .building(let current)? = slots[construction.key]?.content, current === construction else {
            return false
        }
        if let content {
            slots[construction.key]?.content = content
        } else {
            slots[construction.key] = nil
        }
        return true
    }

    /// Whether a box is stored for a key and a scope.
    func contains(_ box: AnyObject, for key: FactoryKey, in scope: Scope?) -> Bool {
        guard let slot = slots[key], slot.scope === scope, case .strong(let stored) = slot.content else { return false }
        return stored === box
    }

    /// The table without instances that are being built, whose constructions settle only the table that they began in.
    var built: InstanceTable {
        var copy = self
        copy.slots = slots.filter { !$0.value.content.isBuilding }
        return copy
    }

    /// Removes the instance of a key, or the instances for all parameters, and returns it for the caller to release.
    mutating func remove(_ key: FactoryKey) -> [Content] {
        if hasParameters { return removeAll { $0.key.identity == key.identity } }
        return slots.removeValue(forKey: key).map { [$0.content] } ?? []
    }

    mutating func removeAll(of scope: Scope) -> [Content] {
        removeAll { $0.value.scope === scope }
    }

    private mutating func removeAll(where isRemoved: ((key: FactoryKey, value: Slot)) -> Bool) -> [Content] {
        let removed = slots.filter { isRemoved($0) }
        for key in removed.keys { slots[key] = nil }
        return removed.values.map(\.content)
    }

    /// Whether there is no slot.
    var isUnused: Bool { slots.isEmpty }

    /// Whether there is no instance; a weak reference to an object that is gone does not count.
    var isEmpty: Bool {
        slots.values.allSatisfy { slot in
            if case .weak(let reference) = slot.content { reference.object == nil } else { false }
        }
    }
}
