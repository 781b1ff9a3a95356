/// A factory without its closure: its owner and its cell.
///
/// A value of two words, created each time a container's property is read. The type of the factory, `F`, is part of the key, so definitions of two types never
/// share a closure, a decorator or an instance.
public struct FactoryDefinition<F> {
    /// The manager of the container, which owns the cell, or an object that retains it; nil if the manager is never released.
    @usableFromInline let owner: AnyObject?
    @usableFromInline var cell: FactoryCell

    @inlinable
    init(
        _ container: any ManagedContainer, key: StaticString?, name: StaticString = "", fileID: StaticString = "",
        line: UInt32 = 0
    ) {
        let manager = container.manager
        let address = DefinitionAddress(
            container: type(of: container), factory: F.self, key: key, name: name, fileID: fileID)
        if let known = manager.cell(at: address) {
            (owner, cell) = (manager.owner, known)
        } else {
            let identity = FactoryIdentity(
                container: type(of: container), factory: F.self, name: key ?? name, fileID: key == nil ? fileID : nil,
                line: line)
            (owner, cell) = manager.define(identity, at: address, in: container)
        }
    }

    var key: FactoryKey { cell.key }

    var manager: ContainerManager {
        // The owner retains the cell.
        defer { extendLifetime(owner) }
        return cell.manager
    }

    /// Sets the scope and stores it in the container, because the call may be outside the definition.
    @inlinable
    mutating func setScope(_ scope: ScopeChoice) {
        if let known = cell.known(withScope: scope.mark) { cell = known } else { remember(scope) }
    }

    @usableFromInline
    mutating func remember(_ scope: ScopeChoice) {
        remember { $0.scope = scope }
        if !cell.variant.isRegistration { setVariant(scope, cell.identify) { $0.scope = scope.mark } }
    }

    private mutating func setVariant(
        _ scope: ScopeChoice?, _ identify: AnyObject?, _ change: (inout FactoryCell.Variant) -> Void
    ) {
        var variant = cell.variant
        change(&variant)
        cell = manager.cell(cell, variant, scope, identify)
    }

    mutating func identifyParameters<P>(_ identify: @escaping (P) -> AnyHashable) {
        setVariant(cell.scope, Box(identify)) { $0.hasParameters = true }
    }

    @usableFromInline
    func identity<P>(of parameter: P) -> AnyHashable? {
        // The key contains the type of the factory, and so that of its parameter.
        cell.identify.map { Box<(P) -> AnyHashable>.open($0)(parameter) }
    }

    mutating func once() {
        if !manager.modifiers(of: cell).isOnce { manager.changeModifiers(of: cell) { $0.isOnce = true } }
        setVariant(nil, cell.identify) { ($0.isOnce, $0.scope) = (true, 0) }
    }

    /// Stores a modifier in the container, unless ``once()`` has already stored the definition's.
    func remember(_ change: (inout ContainerManager.Modifiers) -> Void) {
        let isOnce = cell.variant.isOnce
        manager.changeModifiers(of: cell) { modifiers in
            if modifiers.isOnce == isOnce { change(&modifiers) }
        }
    }

    @usableFromInline
    mutating func register(_ box: AnyObject) {
        manager.autoRegister()
        // `autoRegister()` must not release existing instances.
        let removesInstances = !manager.isAutoRegisteringOnThisThread
        changeModifiers(removingInstances: removesInstances) { $0.registered = box }
        setVariant(cell.scope, cell.identify) { $0.isRegistration = true }
    }

    func reset(_ options: FactoryResetOptions) {
        changeModifiers(removingInstances: options == .all || options == .scope) { $0.reset(options) }
    }

    private func changeModifiers(removingInstances: Bool, _ change: (inout ContainerManager.Modifiers) -> Void) {
        let scope = manager.changeModifiers(of: cell, removingInstances: removingInstances, change)
        if !removingInstances { return }
        Scope.Singleton.current.store.remove(key)
        (scope as? Scope.Singleton)?.store.remove(key)
        if scope is Scope.Graph {
            ThreadState.current.graph?.remove(key)
            AsyncConstruction.currentGraph?.remove(key)
        }
    }
}
