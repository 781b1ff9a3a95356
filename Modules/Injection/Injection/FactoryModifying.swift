/// The common interface of factories: their modifiers, and access to their definition.
///
/// A modifier can be applied in the definition, `self { … }.cached`, after `register`, or
/// elsewhere, `container.service.scope(.cached)`. The container stores it. The definition's
/// modifiers take precedence, because they are applied each time it is read, unless it ends in
/// ``once()``.
///
/// Only the factories of this module conform.
public protocol FactoryModifying<T> {
    associatedtype T
    /// The type of the parameter; `Void` if there is none.
    associatedtype P
    associatedtype Closure

    var definition: FactoryDefinition<Self> { get set }

    // A type in another module cannot meet this requirement, because it cannot name the type.
    @_spi(FactoryConformance) static var conformance: FactoryConformance { get }
}

/// Prevents other modules from conforming to ``FactoryModifying``.
@_spi(FactoryConformance) public struct FactoryConformance {
    fileprivate init() {}
}

extension FactoryModifying {
    // The compiler requires a default for an SPI requirement. Clients that do not import the SPI do
    // not see it.
    @_spi(FactoryConformance) public static var conformance: FactoryConformance {
        FactoryConformance()
    }
}

extension FactoryModifying {
    /// Registers a closure that replaces the definition's in this container, and removes the stored
    /// instance.
    ///
    /// A scope chained to the registration applies if the definition has none:
    /// `container.service.register { Fake() }.scope(.cached)`.
    @inlinable
    @discardableResult
    public consuming func register(factory: Closure) -> Self {
        definition.register(Box(factory))
        return self
    }

    @inlinable
    @discardableResult
    public consuming func callAsFunction(factory: Closure) -> Self {
        register(factory: factory)
    }

    /// Makes the preceding modifiers defaults: they are applied once, and later modifiers override
    /// them until the factory is reset.
    ///
    ///     var checker: Factory<any Checker> {
    ///         self { HTTPChecker() }.cached.onTest { OfflineChecker() }.once()
    ///     }
    public func once() -> Self {
        var copy = self
        copy.definition.once()
        return copy
    }

    /// Replaces an instance that was not resolved for the given number of seconds. Each resolution
    /// restarts the time.
    ///
    /// The instance is released by the next resolution, which creates a new one.
    @discardableResult
    public func timeToLive(_ seconds: Double) -> Self {
        definition.remember { slot in
            slot.state.change { $0.timeToLive = seconds }
        }
        return self
    }

    /// Removes the registration of this factory, its instance, or both.
    ///
    /// `.all` also removes the stored modifiers. The definition applies its own again when it is
    /// next read.
    @discardableResult
    public func reset(_ options: FactoryResetOptions = .all) -> Self {
        definition.reset(options)
        return self
    }
}
