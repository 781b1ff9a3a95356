/// A factory without its closure: its owner and its cell.
///
/// A value of two words, created each time a container's property is read. The type of the factory, `F`, is part of the key, so definitions of two types never
/// share a closure, a decorator or an instance.
public struct FactoryDefinition<F> {
    /// The manager of the container, which owns the cell, or an object that retains it; nil if the manager is never released.
    @usableFromInline let owner: AnyObject?
    @usableFromInline var flagged: FlaggedCell

    @inlinable
    init(
        _ container: any ManagedContainer, key: StaticString?, name: StaticString = "", fileID: StaticString = "",
        line: UInt32 = 0
    ) {
        let address = DefinitionAddress(
            container: type(of: container), factory: F.self, key: key, name: name, fileID: fileID)
        let known = container.manager.cell(at: address)
        if let cell = known.cell {
            (owner, flagged) = (known.owner, FlaggedCell(cell))
        } else {
            let identity = FactoryIdentity(
                container: type(of: container), factory: F.self, name: key ?? name, fileID: key == nil ? fileID : nil,
                line: line)
            let defined = container.manager.define(identity, at: address, in: container)
            (owner, flagged) = (defined.owner, FlaggedCell(defined.cell))
        }
    }

    @inlinable var cell: FactoryCell { flagged.cell }
    var key: FactoryKey { cell.key }
    var isOnce: Bool { flagged.has(.once) }

    var manager: ContainerManager {
        // The owner retains the cell.
        defer { extendLifetime(owner) }
        return cell.manager
    }

    /// Sets the scope and stores it in the container, because the call may be outside the definition.
    @inlinable
    @inline(__always)
    mutating func setScope(_ scope: ScopeChoice) {
        let mark = scope.mark
        if !flagged.has(.registration), cell.rememberedScope == mark, let known = cell.cell(for: mark) {
            flagged.cell = known
        } else {
            remember(scope)
        }
    }

    @usableFromInline
    mutating func remember(_ scope: ScopeChoice) {
        remember { $0.scope = scope }
        if !flagged.has(.registration) { flagged.cell = manager.cell(cell, for: scope) }
    }

    @inlinable
    func identity<P>(of parameter: P) -> AnyHashable? { flagged.has(.parameters) ? hashable(parameter) : nil }

    // Only called if the parameter is Hashable; see `scopeOnParameters`.
    @usableFromInline
    func hashable<P>(_ parameter: P) -> AnyHashable? { parameter as? AnyHashable }

    mutating func once() {
        if !manager.modifiers(of: cell).isOnce { manager.changeModifiers(of: cell) { $0.isOnce = true } }
        flagged.cell = cell.head
        flagged.set(.once)
    }

    /// Stores a modifier in the container, unless ``once()`` has already stored the definition's.
    func remember(_ change: (inout ContainerManager.Modifiers) -> Void) {
        let isOnce = isOnce
        manager.changeModifiers(of: cell) { modifiers in
            if modifiers.isOnce == isOnce { change(&modifiers) }
        }
    }

    @usableFromInline
    mutating func register(_ box: AnyObject) {
        let manager = manager
        manager.autoRegister()
        // `autoRegister()` must not release existing instances.
        let removesInstances = !manager.isAutoRegisteringOnThisThread
        changeModifiers(removingInstances: removesInstances) { $0.registered = box }
        flagged.set(.registration)
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
