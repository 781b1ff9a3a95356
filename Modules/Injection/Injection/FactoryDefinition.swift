public import Synchronization

/// What a factory is apart from its closure: its place in its container.
///
/// It is a value of two words that is created each time a container's property is read. `F` is the type of the factory, which is part of
/// the key: definitions of two types never share a closure, a decorator or an instance.
public struct FactoryDefinition<F> {
    /// The manager of the container, or an object that retains it; the cell lives as long.
    @usableFromInline let owner: AnyObject
    @usableFromInline var cell: FactoryCell

    @inlinable
    init(
        _ container: any ManagedContainer, key: StaticString?, name: StaticString = "", fileID: StaticString = "",
        line: UInt32 = 0
    ) {
        let manager = container.manager
        let literals = FactoryIdentity(
            container: type(of: container), factory: F.self, name: key ?? name, fileID: key == nil ? fileID : nil,
            line: line)
        cell = manager.cell(for: literals, of: container)
        // A factory may be the last reference to a container that has yet to register automatically.
        owner = manager.isReady.load(ordering: .relaxed) ? manager : Box((container, manager))
    }

    var key: FactoryKey { cell.key }

    var manager: ContainerManager {
        // The owner retains the cell.
        defer { extendLifetime(owner) }
        return cell.manager
    }

    /// Sets the scope, which the container remembers: nothing tells whether it is written in the definition or elsewhere.
    @usableFromInline
    mutating func setScope(_ scope: ScopeChoice) {
        if let known = cell.known(withScope: scope.mark) { cell = known } else { remember(scope) }
    }

    private mutating func remember(_ scope: ScopeChoice) {
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

    /// Has an instance for each parameter, which a closure distinguishes.
    mutating func identifyParameters<P>(_ identify: @escaping (P) -> AnyHashable) {
        setVariant(cell.scope, Box(identify)) { $0.hasParameters = true }
    }

    /// What distinguishes the instance for a parameter; nil if there is one for all.
    @usableFromInline
    func identity<P>(of parameter: P) -> AnyHashable? {
        // The key contains the type of the factory, and so that of its parameter.
        cell.identify.map { Box<(P) -> AnyHashable>.open($0)(parameter) }
    }

    /// Has the modifiers so far written once. From then on they yield to those written elsewhere.
    mutating func once() {
        if !manager.modifiers(of: cell).isOnce { manager.changeModifiers(of: cell) { $0.isOnce = true } }
        setVariant(nil, cell.identify) { ($0.isOnce, $0.scope) = (true, 0) }
    }

    /// Has the container remember a modifier, unless the definition has done so once and for all.
    func remember(_ change: (inout ContainerManager.Modifiers) -> Void) {
        let isOnce = cell.variant.isOnce
        manager.changeModifiers(of: cell) { modifiers in
            if modifiers.isOnce == isOnce { change(&modifiers) }
        }
    }

    /// Stores a closure in a box that replaces the definition's own, and removes what the previous closure made.
    @usableFromInline
    mutating func register(_ box: AnyObject) {
        manager.autoRegister()
        // A container that registers automatically when it is first used must not undo what was resolved before.
        let removesInstances = !manager.isAutoRegisteringOnThisThread
        changeModifiers(removingInstances: removesInstances) { $0.registered = box }
        setVariant(cell.scope, cell.identify) { $0.isRegistration = true }
    }

    func reset(_ options: FactoryResetOptions) {
        changeModifiers(removingInstances: options == .all || options == .scope) { $0.reset(options) }
    }

    /// Changes the modifiers, and removes the instances wherever the scope stores them.
    private func changeModifiers(removingInstances: Bool, _ change: (inout ContainerManager.Modifiers) -> Void) {
        let scope = manager.states.withLock { $0.current.scope(of: cell) }
        manager.changeModifiers(of: cell, removingInstances: removingInstances, change)
        if !removingInstances { return }
        Scope.Singleton.current.store.remove(key)
        (scope as? Scope.Singleton)?.store.remove(key)
        if scope is Scope.Graph {
            ThreadState.current.graph?.remove(key)
            AsyncConstruction.currentGraph?.remove(key)
        }
    }
}
