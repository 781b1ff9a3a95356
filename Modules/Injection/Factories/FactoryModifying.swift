/// What the two kinds of factories share: what changes them, and the way back to their definition.
///
/// The container remembers a modifier, wherever it is written: in the definition, `self { … }.cached`, after `register`, or on its
/// own, `container.service.scope(.cached)`. A definition says its own again each time it is read, and so wins, unless it
/// ends in ``once()``.
public protocol FactoryModifying<T> {
    /// What the factory makes.
    associatedtype T
    /// What the factory makes it from; `Void` if it needs nothing.
    associatedtype P
    /// What the factory runs to make it.
    associatedtype Closure

    /// The factory apart from its closure.
    var definition: FactoryDefinition { get set }
}

extension FactoryModifying {
    /// Replaces what the definition makes, in this container, and lets go of the instance that is kept.
    ///
    /// A scope chained to it holds for definitions that have none of their own:
    /// `container.service.register { Fake() }.scope(.cached)`. A scope in the definition wins over it.
    @inlinable
    @discardableResult
    public consuming func register(factory: Closure) -> Self {
        definition.register(Box(factory))
        definition.isRegistration = true
        return self
    }

    /// Replaces what the definition makes; see ``register(factory:)``.
    @inlinable
    @discardableResult
    public consuming func callAsFunction(factory: Closure) -> Self {
        register(factory: factory)
    }

    /// Makes the modifiers before it the first word and not the last: they are applied once, and what is written elsewhere
    /// from then on holds, until the factory is reset.
    ///
    ///     var checker: Factory<any Checker> { self { HTTPChecker() }.cached.onTest { OfflineChecker() }.once() }
    public func once() -> Self {
        var copy = self
        copy.definition = definition.once()
        return copy
    }

    /// Undoes what was registered for this factory, lets go of its instance, or both.
    ///
    /// `.all` also forgets the modifiers that the container remembers. A definition says its own again when it is next read.
    @discardableResult
    public func reset(_ options: FactoryResetOptions = .all) -> Self {
        definition.reset(options)
        return self
    }
}
