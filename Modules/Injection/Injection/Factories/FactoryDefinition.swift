/// What a factory is apart from its closure: its container, its identity and its scope.
///
/// It is a value that is made anew each time a container's property is read. `F` is the type of the factory, which is part of the
/// identity: definitions of two types never share a closure, a decorator or an instance.
public struct FactoryDefinition<F> {
    @usableFromInline let container: any ManagedContainer
    @usableFromInline package let identity: FactoryIdentity

    /// What the container answers without a lock.
    @usableFromInline let warm: WarmTable

    /// Where the answer is, if it was looked up.
    @usableFromInline var cell: WarmCell?

    /// The scope written in the definition; nil if there is none, or if it yields to what the container remembers.
    @usableFromInline var scope: ScopeChoice?

    /// Whether `register` was called on this value, so that modifiers speak of the registration and no longer of the definition.
    @usableFromInline var isRegistration = false

    /// Whether the modifiers before have been written for good; see ``FactoryModifying/once()``.
    @usableFromInline var isOnce = false

    @inlinable
    init(
        _ container: any ManagedContainer, _ factory: F.Type, name: StaticString, fileID: StaticString?,
        line: UInt32 = 0
    ) {
        self.container = container
        identity = FactoryIdentity(
            container: type(of: container), factory: factory, name: name, fileID: fileID, line: line)
        warm = container.manager.warm
    }

    var key: FactoryKey { FactoryKey(identity) }

    /// Has the container remember a scope: nothing tells whether it is written in the definition or elsewhere.
    @usableFromInline
    func remember(_ scope: ScopeChoice) {
        if !container.manager.remembers(scope, for: key) { remember { $0.scope = scope } }
    }

    /// What tells the scope in the definition from all others.
    var scopeMark: UInt { scope?.mark ?? 0 }

    /// The same definition, whose modifiers so far are written once and from then on yield to those written elsewhere.
    func once() -> Self {
        if !container.manager.isOnce(key) { container.manager.change(key) { $0.isOnce = true } }
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
    @usableFromInline
    func register(_ box: AnyBox) {
        let manager = container.manager
        manager.autoRegister(container)
        // A container that registers on its own when it is first used must not undo what others have already resolved.
        let isReplacing = !manager.isAutoRegisteringOnThisThread
        let remembered = manager.register(box, for: key, removingInstance: isReplacing)
        if isReplacing { removeInstance(of: scope?.scope ?? remembered) }
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
        let scope = scope?.scope ?? manager.scope(of: key)
        manager.remove(key)
        removeInstance(of: scope)
    }

    /// Lets go of the instance that a scope keeps elsewhere than in the container.
    private func removeInstance(of scope: Scope) {
        Scope.Singleton.current.remove(key)
        switch scope {
        case let scope as Scope.Graph:
            scope.store(in: container.manager).remove(key)
            AsyncConstruction.currentGraph?.remove(key)
        case let scope as Scope.Singleton: scope.remove(key)
        default: break
        }
    }
}
