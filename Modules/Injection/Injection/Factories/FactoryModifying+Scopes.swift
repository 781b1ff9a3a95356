extension FactoryModifying {
    /// Makes a new instance each time, also where the container's default scope is another.
    @inlinable public var unique: Self { consuming get { set(.unique) } }

    /// Keeps the instance in the container until the container or the scope is reset.
    @inlinable public var cached: Self { consuming get { set(.cached) } }

    /// Keeps the instance in the container as long as someone else holds it.
    @inlinable public var shared: Self { consuming get { set(.shared) } }

    /// Keeps one instance for all containers that have the factory.
    @inlinable public var singleton: Self { consuming get { set(.singleton) } }

    /// Keeps one instance for each resolution and all that it leads to.
    @inlinable public var graph: Self { consuming get { set(.graph) } }

    /// Keeps the instance as the scope says, which may be one of your own.
    @inlinable
    @discardableResult
    public consuming func scope(_ scope: Scope) -> Self {
        set(.other(scope))
    }

    // Consuming, as a factory that is copied costs more than all the rest.
    @inlinable
    consuming func set(_ scope: ScopeChoice) -> Self {
        let cell = definition.warm.cell(for: definition.identity, with: scope)
        // As a rule there is one, so that the container knows the scope already.
        if cell == nil { definition.remember(scope) }
        definition.cell = cell
        if !definition.isRegistration { definition.scope = scope }
        return self
    }
}
