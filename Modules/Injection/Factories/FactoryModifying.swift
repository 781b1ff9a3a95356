/// What the two kinds of factories share: their scope, and the way back to their definition.
///
/// A modifier in the definition, `self { … }.cached`, is part of it. One that follows `register` is remembered by the container and
/// holds for a definition that has no scope, until the factory or the container is reset. In short, the definition wins.
/// Elsewhere, `container.service.cached()`, it holds for that value alone.
public protocol FactoryModifying {
    /// The factory apart from its closure.
    var definition: FactoryDefinition { get set }
}

extension FactoryModifying {
    /// Makes a new instance each time, also where the container's default scope is another.
    public var unique: Self { scope(.unique) }

    /// Keeps the instance in the container until the container or the scope is reset.
    public var cached: Self { scope(.cached) }

    /// Keeps the instance in the container as long as someone else holds it.
    public var shared: Self { scope(.shared) }

    /// Keeps one instance for all containers of one type.
    public var singleton: Self { scope(.singleton) }

    /// Keeps the instance as the scope says, which may be one of your own.
    @discardableResult
    public func scope(_ scope: Scope) -> Self {
        var copy = self
        copy.definition = definition.with(scope)
        return copy
    }

    /// Undoes what was registered for this factory, lets go of its instance, or both.
    ///
    /// `.all` also forgets a scope that was chained to `register`.
    @discardableResult
    public func reset(_ options: FactoryResetOptions = .all) -> Self {
        definition.reset(options)
        return self
    }
}
