/// A factory with a parameter. In all other respects, it works like ``Factory``.
///
///     extension AppContainer {
///         var details: ParameterFactory<Item.ID, ItemDetails> { self { ItemDetails(id: $0) } }
///     }
///     let details = container.details(id)
///
/// By default, a scope stores one instance regardless of the parameter, so later parameters are
/// ignored while the instance exists. To store an instance for each parameter, use
/// ``FactoryModifying/scopeOnParameters``. To pass several values, use a tuple.
@frozen public struct ParameterFactory<P, T>: FactoryModifying {
    public typealias Closure = ParameterFactoryType<P, T>

    public var definition: FactoryDefinition<Self>
    @usableFromInline let factory: Closure

    @inlinable
    public init(_ definition: FactoryDefinition<Self>, factory: @escaping Closure) {
        self.definition = definition
        self.factory = factory
    }

    /// Returns the instance stored by the factory's scope, or creates one from the parameter; see
    /// ``Factory/resolve()``.
    @inlinable
    public func resolve(_ parameter: P) -> T {
        definition.resolve(for: parameter as? AnyHashable, factory) { $0(parameter) }
    }

    @inlinable
    public func callAsFunction(_ parameter: P) -> T {
        resolve(parameter)
    }
}

// A factory with a parameter is Sendable for the same reasons as `Factory`.
extension ParameterFactory: @unchecked Sendable where T: Sendable {}

extension FactoryModifying where P: Hashable {
    /// Stores an instance for each value of the parameter:
    /// `self { Document(url: $0) }.scopeOnParameters.cached`.
    ///
    /// No instance is stored for a parameter that is not equal to itself, such as NaN.
    ///
    /// The modifier applies only to the value on which it is called, so use it in the definition.
    public var scopeOnParameters: Self {
        consuming get {
            definition.isForParameters = true
            return self
        }
    }
}

extension ParameterFactory where T: Sendable {
    /// Resolves the factory on the main actor, from any context.
    @MainActor
    public func resolveOnMainActor(_ parameter: P) -> T {
        resolve(parameter)
    }

    /// Resolves the factory on an actor, from any context: `await
    /// container.page.resolveOnGlobalActor(IndexActor.shared, parameters: "swift.org")`.
    public func resolveOnGlobalActor(
        _ isolation: isolated any Actor,
        parameters parameter: P
    ) -> T {
        resolve(parameter)
    }
}
