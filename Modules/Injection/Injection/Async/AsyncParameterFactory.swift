/// How to make a `T` from a `P` that is known only when it is resolved, with a closure that may await and throw.
///
///     extension AppContainer {
///         var document: AsyncParameterFactory<URL, Document> { self { try await Document.load($0) }.scopeOnParameters.cached }
///     }
///     let document = try await container.document(url)
///
/// Otherwise as ``AsyncFactory``, and as to parameters and scopes as ``ParameterFactory``.
// Sendable because the closures are, and so is the definition, whose key has no parameter.
public struct AsyncParameterFactory<P: Sendable, T: Sendable>: FactoryModifying, @unchecked Sendable {
    /// What the factory runs.
    public typealias Closure = @Sendable (P) async throws -> T

    @usableFromInline package var definition: FactoryDefinition<Self>
    private let factory: Closure

    /// Tells instances for different parameters apart; nil if one instance serves for all.
    fileprivate var identify: (@Sendable (P) -> AnyHashable)?

    /// Defines a factory that is identified by its property's name, its type, its file and the type of its container.
    public init(
        _ container: any ManagedContainer, name: StaticString = #function, fileID: StaticString = #fileID,
        line: UInt32 = #line, _ factory: @escaping Closure
    ) {
        definition = FactoryDefinition(container, Self.self, name: name, fileID: fileID, line: line)
        self.factory = factory
    }

    /// Defines a factory that is identified by a key of your own, its type and the type of its container, in whatever file it is.
    public init(_ container: any ManagedContainer, key: StaticString, _ factory: @escaping Closure) {
        definition = FactoryDefinition(container, Self.self, name: key, fileID: nil)
        self.factory = factory
    }

    @inlinable
    public subscript(access: FactoryAccess) -> FactoryDefinition<Self> {
        get { definition }
        _modify { yield &definition }
    }

    /// Returns the instance that the factory's scope keeps, or makes one from the parameter; see ``AsyncFactory/resolve()``.
    nonisolated(nonsending) public func resolve(_ parameter: P) async throws -> T {
        try await definition.resolve(for: identify?(parameter)) { [factory] closure in
            guard let closure else { return try await factory(parameter) }
            return try await Box<Closure>.open(closure)(parameter)
        }
    }

    /// Returns the instance that the factory's scope keeps, or makes one from the parameter; see ``AsyncFactory/resolve()``.
    nonisolated(nonsending) public func callAsFunction(_ parameter: P) async throws -> T {
        try await resolve(parameter)
    }
}

extension AsyncParameterFactory where P: Hashable {
    /// Keeps an instance for each value of the parameter, and not one for all; see ``ParameterFactory/scopeOnParameters``.
    public var scopeOnParameters: Self {
        var copy = self
        copy.identify = { AnyHashable($0) }
        return copy
    }
}
