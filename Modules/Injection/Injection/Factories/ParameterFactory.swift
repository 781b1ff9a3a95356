/// The closure of a ``ParameterFactory``.
public typealias ParameterFactoryType<P, T> = (P) -> T

/// How to make a `T` from a `P` that is known only when it is resolved; otherwise as ``Factory``.
///
///     extension AppContainer {
///         var details: ParameterFactory<Item.ID, ItemDetails> { self { ItemDetails(id: $0) } }
///     }
///     let details = container.details(id)
///
/// A scope keeps one instance whatever the parameter, and so ignores the parameters that come after the first, unless
/// ``scopeOnParameters`` is there. Several parameters make a tuple.
public struct ParameterFactory<P, T>: FactoryModifying {
    /// What the factory runs.
    public typealias Closure = ParameterFactoryType<P, T>

    @usableFromInline package var definition: FactoryDefinition<Self>
    @usableFromInline let factory: Closure

    /// Tells instances for different parameters apart; nil if one instance serves for all.
    @usableFromInline var identify: ((P) -> AnyHashable)?

    /// Defines a factory that is identified by its property's name, its type, its file and the type of its container.
    @inlinable
    public init(
        _ container: any ManagedContainer, name: StaticString = #function, fileID: StaticString = #fileID,
        line: UInt32 = #line, _ factory: @escaping (P) -> T
    ) {
        definition = FactoryDefinition(container, Self.self, name: name, fileID: fileID, line: line)
        self.factory = factory
    }

    /// Defines a factory that is identified by a key of your own, its type and the type of its container, in whatever file it is.
    @inlinable
    public init(_ container: any ManagedContainer, key: StaticString, _ factory: @escaping (P) -> T) {
        definition = FactoryDefinition(container, Self.self, name: key, fileID: nil)
        self.factory = factory
    }

    @inlinable
    public subscript(access: FactoryAccess) -> FactoryDefinition<Self> {
        get { definition }
        _modify { yield &definition }
    }

    /// Returns the instance that the factory's scope keeps, or makes one from the parameter; see ``Factory/resolve()``.
    @inlinable
    public func resolve(_ parameter: P) -> T {
        if let identify { return definition.resolve(for: identify(parameter), factory) { $0(parameter) } }
        return definition.resolve(factory) { $0(parameter) }
    }

    /// Returns the instance that the factory's scope keeps, or makes one from the parameter; see ``Factory/resolve()``.
    @inlinable
    public func callAsFunction(_ parameter: P) -> T {
        resolve(parameter)
    }
}

// Sendable for the same reasons as `Factory`.
extension ParameterFactory: @unchecked Sendable where T: Sendable {}
