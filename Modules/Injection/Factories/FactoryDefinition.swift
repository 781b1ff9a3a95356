/// What a factory is apart from its closure: its container, its identity and its scope.
///
/// It is a value that is made anew each time a container's property is read, and making it changes nothing in the container.
public struct FactoryDefinition {
    let container: any ManagedContainer
    let key: FactoryKey

    /// The scope written in the definition; nil if there is none.
    var scope: Scope?

    /// Whether `register` was called on this value, so that modifiers speak of the registration and no longer of the definition.
    var isRegistration = false

    init(_ container: any ManagedContainer, _ factory: Any.Type, name: StaticString, fileID: StaticString?) {
        self.container = container
        key = FactoryKey(container: type(of: container), factory: factory, name: name, fileID: fileID)
    }

    /// The same definition with a scope: written into the value, or remembered by the container if it follows `register`.
    func with(_ scope: Scope) -> FactoryDefinition {
        var copy = self
        if isRegistration {
            container.manager.remember(scope, for: key)
        } else {
            copy.scope = scope
        }
        return copy
    }

    /// Stores a closure, in a box, that takes the place of the definition's own, and lets go of what the old one made.
    func register(_ box: AnyObject) -> FactoryDefinition {
        let manager = container.manager
        manager.autoRegister(container)
        manager.register(box, scope: scope, for: key)
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
        case .registration: container.manager.removeRegistration(of: key)
        case .scope: removeInstance()
        case .context, .none: break
        }
    }

    private func removeInstance() {
        let manager = container.manager
        let scope = scope ?? manager.override(of: key).scope
        let stores: [any InstanceStore] = [manager, Scope.singleton, scope.store(in: manager)]
        for store in stores { store.remove(key) }
    }
}
