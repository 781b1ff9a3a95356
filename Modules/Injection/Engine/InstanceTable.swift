/// The instances that a container or a singleton scope keeps, at most one for each key.
struct InstanceTable {
    enum Content {
        case building(Construction)
        case strong(AnyObject)
        case weak(WeakReference)
    }

    struct WeakReference {
        weak let object: AnyObject?
    }

    private struct Slot {
        let scope: Scope
        var content: Content
    }

    /// What a resolution has to do.
    enum Step {
        /// Open this box.
        case open(AnyObject)
        /// Use this object, which was kept weakly.
        case use(AnyObject)
        /// Wait for another thread.
        case wait(Construction)
        /// Build the instance: this thread is the only one to do it.
        case build(Construction)
    }

    private var slots: [FactoryKey: Slot] = [:]

    /// Finds the instance of a key, or takes its slot for the calling thread to build it.
    ///
    /// An instance that was kept for another scope is not used: it makes room, and is returned for the caller to let go.
    mutating func step(for key: FactoryKey, in scope: Scope) -> (step: Step, removed: Content?) {
        let slot = slots[key]
        if let slot, slot.scope === scope {
            switch slot.content {
            case .strong(let box): return (.open(box), nil)
            case .building(let construction): return (.wait(construction), nil)
            case .weak(let reference):
                if let object = reference.object { return (.use(object), nil) }
            }
        }
        let construction = Construction(of: key)
        slots[key] = Slot(scope: scope, content: .building(construction))
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

    mutating func remove(_ key: FactoryKey) -> Content? {
        slots.removeValue(forKey: key)?.content
    }

    mutating func removeAll(of scope: Scope) -> [Content] {
        let removed = slots.filter { $0.value.scope === scope }
        for key in removed.keys { slots[key] = nil }
        return removed.values.map(\.content)
    }
}
