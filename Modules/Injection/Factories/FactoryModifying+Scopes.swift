extension FactoryModifying {
    /// Makes a new instance each time, also where the container's default scope is another.
    public var unique: Self { scope(.unique) }

    /// Keeps the instance in the container until the container or the scope is reset.
    public var cached: Self { scope(.cached) }

    /// Keeps the instance in the container as long as someone else holds it.
    public var shared: Self { scope(.shared) }

    /// Keeps one instance for all containers of one type.
    public var singleton: Self { scope(Scope.Singleton.current) }

    /// Keeps one instance for each resolution and all that it leads to.
    public var graph: Self { scope(.graph) }

    /// Keeps the instance as the scope says, which may be one of your own.
    @discardableResult
    public func scope(_ scope: Scope) -> Self {
        var copy = self
        copy.definition.set(scope)
        return copy
    }
}
