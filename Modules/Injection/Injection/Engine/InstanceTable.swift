/// The instances that a container or a singleton scope keeps, at most one for each key.
struct InstanceTable {
    enum Content {
        case building(Construction)
        case strong(AnyBox)
        case weak(WeakReference)
    }

    struct WeakReference {
        weak let object: AnyObject?
    }

    private struct Slot {
        /// The scope that the instance is kept for; nil if it keeps the table itself, which would otherwise keep itself alive.
        let scope: Scope?
        var content: Content
        /// When the instance was last asked for, if there is a limit to that.
        var lastUse: Duration?

        func isOver(_ lifetime: Lifetime?) -> Bool {
            if case .building = content { return false }
            return lifetime?.isOver(since: lastUse) ?? false
        }
    }

    /// What a resolution has to do.
    enum Step {
        /// Open this box.
        case open(AnyBox)
        /// Use this object, which was kept weakly.
        case use(AnyObject)
        /// Wait for another thread.
        case wait(Construction)
        /// Build the instance: this thread is the only one to do it.
        case build(Construction)
    }

    private var slots: [FactoryKey: Slot] = [:]

    /// Whether some keys have parameters.
    private var hasParameters = false

    /// Finds the instance of a key, or takes its slot for the calling thread to build it.
    ///
    /// An instance that was kept for another scope, or for too long, is not used: it makes room, and is returned for the caller to
    /// let go.
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
                if let object = reference.object { return (.use(object), nil) }
            }
        }
        let construction = Construction(of: key)
        slots[key] = Slot(scope: scope, content: .building(construction), lastUse: lifetime?.now)
        if key.parameter != nil { hasParameters = true }
        return (.build(construction), slot?.content)
    }

    /// Puts the outcome of a construction in its slot, or frees the slot if nothing is to be kept. A construction whose slot was
    /// reset meanwhile changes nothing.
    mutating func settle(_ construction: Construction, as content: Content?) {
        guard case .building(let current)? = slots[construction.key]?.content, current === construction else { return }
        if let content {
            slots[construction.key]?.content = content
        } else {
            slots[construction.key] = nil
        }
    }

    /// Whether a box is what is kept for a key and a scope.
    func keeps(_ box: AnyBox, for key: FactoryKey, in scope: Scope) -> Bool {
        guard let slot = slots[key], slot.scope === scope, case .strong(let kept) = slot.content else { return false }
        return kept === box
    }

    /// The same table without the instances that are being built, whose constructions settle only the table that they began in.
    var built: InstanceTable {
        var copy = self
        copy.slots = slots.filter { slot in
            if case .building = slot.value.content { false } else { true }
        }
        return copy
    }

    mutating func remove(_ key: FactoryKey) -> [Content] {
        if slots.isEmpty { return [] }
        if hasParameters { return removeAll { $0.key.identity == key.identity } }
        return slots.removeValue(forKey: key).map { [$0.content] } ?? []
    }

    mutating func removeAll(of scope: Scope) -> [Content] {
        removeAll { $0.value.scope === scope }
    }

    private mutating func removeAll(where isOver: ((key: FactoryKey, value: Slot)) -> Bool) -> [Content] {
        let removed = slots.filter { isOver($0) }
        for key in removed.keys { slots[key] = nil }
        return removed.values.map(\.content)
    }

    /// Whether nothing is kept; a weak reference to what is gone is nothing.
    var isEmpty: Bool {
        slots.values.allSatisfy { slot in
            if case .weak(let reference) = slot.content { reference.object == nil } else { false }
        }
    }
}
