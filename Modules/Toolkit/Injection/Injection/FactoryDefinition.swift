/// The definition of a factory without its closure: the container, the location and the scope.
///
/// A definition is created each time that a container's property is read. Its generic parameter is
/// the type of the factory, so that a definition cannot be assigned to a factory of another type.
@frozen public struct FactoryDefinition<F> {
    @usableFromInline let manager: ContainerManager
    @usableFromInline let location: FactoryLocation
    /// The scope that was set on this value. If it is unspecified, the container's stored scope for
    /// the factory applies.
    @usableFromInline var scope = ScopeReference.unspecified
    /// Whether the modifiers of this value are part of the definition. The container stores those
    /// that follow ``FactoryModifying/once()`` or `register`.
    @usableFromInline var isDefining = true
    /// Whether each parameter has its own instance; see ``FactoryModifying/scopeOnParameters``.
    @usableFromInline var isForParameters = false

    @inlinable
    init(
        _ container: any ManagedContainer,
        key: StaticString?,
        name: StaticString = "",
        fileID: StaticString = "",
        line: UInt32 = 0,
        column: UInt32 = 0
    ) {
        manager = container.manager
        location = FactoryLocation(
            name: key ?? name,
            file: key == nil ? Literal(fileID) : nil,
            factory: F.self,
            container: type(of: container),
            manager: ObjectIdentifier(manager),
            line: line,
            column: column
        )
        if !manager.isReady {
            manager.prepare(for: container)
        }
    }

    /// Stores a scope in the container and, if it is part of the definition, in this value.
    @usableFromInline
    mutating func remember(_ scope: ScopeReference) {
        if isDefining {
            self.scope = scope
        }
        remember { $0.state.scope = scope }
    }

    /// Stores the scope and a modifier in the container, unless they are defaults that `once()` has
    /// already stored.
    func remember(_ change: (inout FactorySlot) -> Void) {
        changeSlot { $0.remember(scope, isDefining: isDefining, change) }
    }

    mutating func once() {
        remember { $0.state.isOnce = true }
        scope = .unspecified
        isDefining = false
    }

    @usableFromInline
    mutating func register(_ box: AnyObject) {
        manager.autoRegister()
        // Registrations in `autoRegister()` must not release existing instances.
        let removesInstances = !manager.isAutoRegisteringOnThisThread
        changeSlot(removesInstances: removesInstances) { slot in
            if removesInstances {
                slot.instances = StoredInstances()
            }
            slot.state.registered = box
            slot.remember(scope, isDefining: isDefining)
        }
        isDefining = false
    }

    func reset(_ options: FactoryResetOptions) {
        changeSlot(removesInstances: options == .all || options == .scope) {
            _ = $0.reset(options)
        }
    }

    /// Changes the slot of the factory, and then releases the objects that the change removed.
    private func changeSlot(
        removesInstances: Bool = false,
        _ change: (inout FactorySlot) -> Void
    ) {
        manager.willChange(location.group)
        let old = manager.withSlot(at: location) { slot in
            let old = slot
            change(&slot)
            return old
        }
        if removesInstances {
            removeInstancesElsewhere(scope.or(old.state.scope))
        }
        // The old slot is released after unlocking, because the release may run deinitializers.
        withExtendedLifetime(old) {}
    }

    private func removeInstancesElsewhere(_ scope: ScopeReference) {
        let location = location.spanningContainers
        Scope.singleton.store.removeInstances(at: location)
        let scope = scope.or(manager.state.withLock(\.defaults.scope)).scope
        (scope as? Scope.Singleton)?.store.removeInstances(at: location)
        if scope is Scope.Graph {
            ThreadState.current.runningGraph?.removeInstances(at: self.location)
        }
    }

    /// The key that identifies the factory in messages.
    var key: FactoryKey {
        manager.withSlot(at: location, \.key)
    }
}

extension FactorySlot {
    /// Stores the scope and a modifier of a factory value, unless they are defaults that `once()`
    /// has already stored.
    mutating func remember(
        _ scope: ScopeReference,
        isDefining: Bool,
        _ change: (inout FactorySlot) -> Void = { _ in }
    ) {
        if isDefining, state.isOnce {
            return
        }
        state.scope = scope.or(state.scope)
        change(&self)
    }
}
