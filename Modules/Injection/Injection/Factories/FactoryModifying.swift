/// What the two kinds of factories share: what changes them, and the way back to their definition.
///
/// The container remembers a modifier, wherever it is written: in the definition, `self { … }.cached`, after `register`, or on its
/// own, `container.service.scope(.cached)`. A definition says its own again each time it is read, and so wins, unless it
/// ends in ``once()``.
///
/// Only the factories of this module conform.
public protocol FactoryModifying<T> {
    /// What the factory makes.
    associatedtype T
    /// What the factory makes it from; `Void` if it needs nothing.
    associatedtype P
    /// What the factory runs to make it.
    associatedtype Closure

    /// The factory apart from its closure. Only this module can make the access that it requires.
    subscript(access: FactoryAccess) -> FactoryDefinition<Self> { get set }

    // A type in another module cannot meet this requirement, as it cannot name the type.
    @_spi(FactoryConformance) static var conformance: FactoryConformance { get }
}

/// Gives access to the definition of a factory.
public struct FactoryAccess {
    @usableFromInline init() {}
}

/// Keeps other modules from conforming to ``FactoryModifying``.
@_spi(FactoryConformance) public struct FactoryConformance {
    fileprivate init() {}
}

extension FactoryModifying {
    // The compiler expects a default for a requirement that only some clients see; those that do not see it do not get it either.
    @_spi(FactoryConformance) public static var conformance: FactoryConformance { FactoryConformance() }

    @inlinable package var definition: FactoryDefinition<Self> {
        get { self[FactoryAccess()] }
        _modify { yield &self[FactoryAccess()] }
    }
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
