/// How to make a `T` with a closure that may await and throw; otherwise as ``Factory``.
///
///     extension AppContainer {
///         var database: AsyncFactory<Database> { self { try await Database.open() }.cached }
///     }
///     let database = try await container.database()
///
/// The declared type of the property makes it asynchronous, whether the closure awaits anything or not.
// Sendable because the closure is, and so is the definition, whose key has no parameter.
public struct AsyncFactory<T: Sendable>: FactoryModifying, @unchecked Sendable {
    /// What the factory makes an instance from: nothing.
    public typealias P = Void
    /// What the factory runs.
    public typealias Closure = @Sendable () async throws -> T

    @usableFromInline package var definition: FactoryDefinition<Self>
    private let factory: Closure

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

    /// Returns the instance that the factory's scope keeps, or makes one.
    ///
    /// An instance that is kept is made once, however many tasks ask for it first: they await one construction, and get its error if it
    /// fails, after which the next resolution tries again. The construction runs in a task of its own, with the task-local values
    /// of the first who asked. A task that is cancelled gets `CancellationError` at once, and the construction is cancelled with
    /// the last of them. What is there already is returned without suspending, also in a task that is cancelled.
    ///
    /// Factories that await each other throw ``CircularDependencyError``.
    nonisolated(nonsending) public func resolve() async throws -> T {
        try await definition.resolve { [factory] closure in
            guard let closure else { return try await factory() }
            return try await Box<Closure>.open(closure)()
        }
    }

    /// Returns the instance that the factory's scope keeps, or makes one; see ``resolve()``.
    nonisolated(nonsending) public func callAsFunction() async throws -> T {
        try await resolve()
    }
}
