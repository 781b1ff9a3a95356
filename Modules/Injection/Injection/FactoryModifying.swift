/// What all kinds of factories have in common: their modifiers, and access to their definition.
///
/// The container remembers a modifier, wherever it is written: in the definition, `self { … }.cached`, after `register`, or on its
/// own, `container.service.scope(.cached)`. A definition writes its own modifiers each time it is read, and so wins, unless it
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

    /// The factory apart from its closure. Only this module can create the access that it requires.
    subscript(access: FactoryAccess) -> FactoryDefinition<Self> { get set }

    // A type in another module cannot meet this requirement, because it cannot name the type.
    @_spi(FactoryConformance) static var conformance: FactoryConformance { get }
}

/// Gives access to the definition of a factory.
public struct FactoryAccess {
    @usableFromInline init() {}
}

/// Prevents other modules from conforming to ``FactoryModifying``.
@_spi(FactoryConformance) public struct FactoryConformance {
    fileprivate init() {}
}

extension FactoryModifying {
    // The compiler expects a default for a requirement that only some clients see; those that do not see it do not receive it either.
    @_spi(FactoryConformance) public static var conformance: FactoryConformance { FactoryConformance() }

    @inlinable package var definition: FactoryDefinition<Self> {
        get { self[FactoryAccess()] }
        _modify { yield &self[FactoryAccess()] }
    }
}

extension FactoryModifying {
    /// Replaces what the definition makes, in this container, and removes the stored instance.
    ///
    /// A scope chained to it applies to definitions that have none:
    /// `container.service.register { Fake() }.scope(.cached)`. A scope in the definition wins over it.
    @inlinable
    @discardableResult
    public consuming func register(factory: Closure) -> Self {
        definition.register(Box(factory))
        return self
    }

    /// Replaces what the definition makes; see ``register(factory:)``.
    @inlinable
    @discardableResult
    public consuming func callAsFunction(factory: Closure) -> Self { register(factory: factory) }

    /// Makes the modifiers before it defaults that later modifiers override: they are applied once, and those written elsewhere
    /// from then on win, until the factory is reset.
    ///
    ///     var checker: Factory<any Checker> { self { HTTPChecker() }.cached.onTest { OfflineChecker() }.once() }
    public func once() -> Self {
        var copy = self
        copy.definition.once()
        return copy
    }

    /// Removes what was registered for this factory, its instance, or both.
    ///
    /// `.all` also removes the modifiers that the container remembers. A definition writes its own when it is next read.
    @discardableResult
    public func reset(_ options: FactoryResetOptions = .all) -> Self {
        definition.reset(options)
        return self
    }
}
