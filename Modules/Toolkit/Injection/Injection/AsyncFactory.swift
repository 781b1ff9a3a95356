/// A factory whose closure can await and throw. In all other respects, it works like ``Factory``.
///
///     extension AppContainer {
///         var database: AsyncFactory<Database> { self { try await Database.open() }.cached }
///     }
///     let database = try await container.database()
///
/// The declared type of the property makes the factory asynchronous, even if the closure does not
/// await.
public typealias AsyncFactory<T: Sendable> = AsyncParameterFactory<Void, T>

/// A factory with a parameter, whose closure can await and throw.
///
///     extension AppContainer {
///         var document: AsyncParameterFactory<URL, Document> {
///             self { try await Document.load($0) }.scopeOnParameters.cached
///         }
///     }
///     let document = try await container.document(url)
///
/// Parameters and scopes work as in ``ParameterFactory``.
// This type is Sendable because the closure is Sendable and the definition never changes.
public struct AsyncParameterFactory<P: Sendable, T: Sendable>: FactoryModifying, @unchecked Sendable
{
    public typealias Closure = @Sendable (P) async throws -> T

    public var definition: FactoryDefinition<Self>
    private let factory: Closure

    public init(_ definition: FactoryDefinition<Self>, factory: @escaping Closure) {
        self.definition = definition
        self.factory = factory
    }

    /// Returns the instance stored by the factory's scope, or creates one.
    ///
    /// Concurrent tasks share one construction of a stored instance. The construction runs in its
    /// own task, with the task-local values of the first caller. If the construction fails, all
    /// waiting tasks receive the error, and the next resolution tries again. The construction is
    /// canceled only when all waiting tasks are canceled. An existing instance is returned without
    /// suspending, even in a canceled task.
    ///
    /// - Throws: The error of the construction. In a canceled task, throws `CancellationError`
    ///   immediately. If factories await each other, throws ``CircularDependencyError``.
    nonisolated(nonsending) public func resolve(_ parameter: P) async throws -> T {
        try await definition.resolve(for: parameter as? AnyHashable, factory) {
            try await $0(parameter)
        }
    }

    nonisolated(nonsending) public func callAsFunction(_ parameter: P) async throws -> T {
        try await resolve(parameter)
    }
}

extension AsyncParameterFactory where P == Void {
    /// Returns the instance stored by the factory's scope, or creates one; see ``resolve(_:)``.
    // This method does not call `resolve(_:)`, because the cast of its parameter takes longer than
    // the lookup of an instance.
    nonisolated(nonsending) public func resolve() async throws -> T {
        try await definition.resolve(factory) { try await $0(()) }
    }

    nonisolated(nonsending) public func callAsFunction() async throws -> T {
        try await resolve()
    }
}

extension ManagedContainer {
    /// Defines an asynchronous factory:
    /// `var database: AsyncFactory<Database> { self { try await Database.open() } }`.
    ///
    /// The closure of an ``AsyncParameterFactory`` receives the parameter:
    /// `var document: AsyncParameterFactory<URL, Document> { self { try await load($0) } }`.
    // This overload is disfavored so that a call without a declared result type defines a
    // synchronous factory. Without the attribute, the compiler of Swift 6.3 would also crash on
    // `Container() { $0.store.register { … } }`.
    @_disfavoredOverload
    public func callAsFunction<P: Sendable, T: Sendable>(
        key: StaticString? = nil,
        name: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ factory: @escaping @Sendable (P) async throws -> T
    ) -> AsyncParameterFactory<P, T> {
        AsyncParameterFactory(
            self,
            key: key,
            name: name,
            fileID: fileID,
            line: line,
            column: column,
            factory
        )
    }
}
