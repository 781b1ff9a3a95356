/// The common interface of factories: their modifiers, and access to their definition.
///
/// A modifier can be applied in the definition, as in `self { … }.cached`, after `register`, or
/// elsewhere, as in `container.store.scope(.cached)`. The container stores the modifiers. The
/// definition's modifiers are applied each time that the definition is read, so they take
/// precedence, unless the definition ends with ``once()``.
public protocol FactoryModifying<T> {
    associatedtype T
    /// The type of the parameter, or `Void` for a factory without a parameter.
    associatedtype P
    associatedtype Closure

    var definition: FactoryDefinition<Self> { get set }

    init(_ definition: FactoryDefinition<Self>, factory: Closure)
}

extension FactoryModifying {
    /// Creates a factory. The factory is identified by its name, its type, its file and the type of
    /// the container. A custom key replaces the name and the file.
    @inlinable
    public init(
        _ container: any ManagedContainer,
        key: StaticString? = nil,
        name: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ factory: Closure
    ) {
        self.init(
            FactoryDefinition(
                container,
                key: key,
                name: name,
                fileID: fileID,
                line: line,
                column: column
            ),
            factory: factory
        )
    }

    /// Registers a closure that replaces the definition's closure in this container, and removes
    /// the stored instance.
    ///
    /// A scope chained to the registration applies if the definition sets no scope:
    /// `container.store.register { Fake() }.scope(.cached)`.
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

    /// Turns the preceding modifiers into defaults. They are applied only once, so later modifiers
    /// override them until the factory is reset.
    ///
    ///     var checker: Factory<any Checker> {
    ///         self { HTTPChecker() }.cached.onTest { OfflineChecker() }.once()
    ///     }
    public consuming func once() -> Self {
        definition.once()
        return self
    }

    /// Makes the instance expire if it is not resolved for the given number of seconds.
    ///
    /// Each resolution restarts the time. An expired instance is not released until the next
    /// resolution, which creates a new instance.
    @discardableResult
    public func timeToLive(_ seconds: Double) -> Self {
        definition.remember { $0.state.timeToLive = seconds }
        return self
    }

    /// Removes the registration of this factory, its closures for contexts, its instances, or all
    /// of these.
    ///
    /// `.all` also removes the stored modifiers. The definition applies its own modifiers again
    /// when it is next read.
    @discardableResult
    public func reset(_ options: FactoryResetOptions = .all) -> Self {
        definition.reset(options)
        return self
    }
}
