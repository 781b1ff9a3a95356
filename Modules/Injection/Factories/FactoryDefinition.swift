/// What a factory is apart from its closure: its container, its identity and its scope.
///
/// It is a value that is made anew each time a container's property is read.
public struct FactoryDefinition {
    let container: any ManagedContainer
    let key: FactoryKey

    /// The scope written in the definition; nil if there is none, or if it yields to what the container remembers.
    var scope: Scope?

    /// Whether `register` was called on this value, so that modifiers speak of the registration and no longer of the definition.
    private var isRegistration = false

    /// Whether the modifiers before have been written for good; see ``FactoryModifying/once()``.
    private var isOnce = false

    init(_ container: any ManagedContainer, _ factory: Any.Type, name: StaticString, fileID: StaticString?) {
        self.container = container
        key = FactoryKey(container: type(of: container), factory: factory, name: name, fileID: fileID)
    }

    /// The same definition with a scope, which the container remembers too: nothing tells whether this is written in the definition
    /// or elsewhere.
    func with(_ scope: Scope) -> FactoryDefinition {
        // As a rule it is known already.
        if container.manager.override(of: key).override?.scope !== scope { remember { $0.scope = scope } }
        var copy = self
        if !isRegistration { copy.scope = scope }
        return copy
    }

    /// The same definition, whose modifiers so far are written once and from then on yield to those written elsewhere.
    func once() -> FactoryDefinition {
        container.manager.change(key) { $0.isOnce = true }
        var copy = self
        copy.isOnce = true
        copy.scope = nil
        return copy
    }

    /// Has the container remember a modifier, unless the definition has done so once and that was to be enough.
    func remember(_ change: (inout ContainerManager.Override) -> Void) {
        container.manager.change(key) { override in
            if override.isOnce == isOnce { change(&override) }
        }
    }

    /// Stores a closure, in a box, that takes the place of the definition's own, and lets go of what the old one made.
    func register(_ box: AnyObject) -> FactoryDefinition {
        let manager = container.manager
        manager.autoRegister(container)
        manager.change(key) { $0.registered = box }
        // A container that registers on its own when it is first used must not undo what others have already resolved.
        if !manager.isAutoRegisteringOnThisThread { removeInstance() }
        var copy = self
        copy.isRegistration = true
        return copy
    }

    func reset(_ options: FactoryResetOptions) {
        switch options {
        case .all:
            removeInstance()
            container.manager.removeOverride(of: key)
        case .registration: container.manager.change(key) { $0.registered = nil }
        case .context: container.manager.change(key) { $0.contexts = [:] }
        case .scope: removeInstance()
        case .none: break
        }
    }

    private func removeInstance() {
        let manager = container.manager
        let scope = scope ?? manager.override(of: key).scope
        let stores: [any InstanceStore] = [manager, Scope.singleton, scope.store(in: manager)]
        for store in stores { store.remove(key) }
        AsyncConstruction.currentGraph?.remove(key)
    }
}
