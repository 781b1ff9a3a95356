public import Injection
public import Testing

/// A trait that binds a new container and new singletons to each test, so that the tests can run in
/// parallel.
///
/// To declare the trait for a container type, pass its task-local variable. The declaration does
/// not compile if the container's `shared` is not a `@TaskLocal` property.
///
///     extension Trait where Self == ContainerTrait<AppContainer> {
///         static var appContainer: Self {
///             Self(shared: AppContainer.$shared, container: AppContainer())
///         }
///     }
///     @Test(.appContainer { $0.store.register { InMemoryStore() } })
///
/// On a suite, the trait applies to each of its tests. The trait of a test replaces the trait of
/// its suite, except for `live`.
public struct ContainerTrait<C: SharedContainer>: TestTrait, SuiteTrait, TestScoping {
    /// A closure that prepares the container of a test.
    public typealias Transform = @Sendable (C) async -> Void

    private let shared: TaskLocalVariable<C>
    private let container: @Sendable () -> C
    private let live: LiveDefinitions?
    private let transform: Transform?

    public var isRecursive: Bool { true }

    /// Creates a trait for a container type. The expression `container` is evaluated for each test.
    ///
    /// `live` specifies whether a test may use definitions that it has not replaced. If it is
    /// `nil`, the trait of the suite applies, which allows them by default.
    public init(
        shared: TaskLocalVariable<C>,
        container: @autoclosure @escaping @Sendable () -> C,
        live: LiveDefinitions? = nil,
        transform: Transform? = nil
    ) {
        self.shared = shared
        self.container = container
        self.live = live
        self.transform = transform
    }

    /// Returns a copy of the trait with a closure that prepares the container before the test.
    ///
    ///     @Test(.container(live: .fails) { $0.store.register { Fake() } })
    public func callAsFunction(
        live: LiveDefinitions? = nil,
        transform: Transform? = nil
    ) -> Self {
        Self(shared: shared, container: container(), live: live ?? self.live, transform: transform)
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let container = container()
        container.manager.onLiveDefinition =
            switch live {
            case .fails: { LiveDefinitions.recordIssue(for: $0, at: test.sourceLocation) }
            case .allowed: nil
            case nil: shared.wrappedValue.manager.onLiveDefinition
            }
        try await Scope.$singleton.withValue(Scope.Singleton()) {
            try await shared.withValue(container) {
                await transform?(shared.wrappedValue)
                try await function()
            }
        }
    }
}

/// The treatment of a definition that a test uses because it has not replaced it with a
/// registration or a closure for a context.
public enum LiveDefinitions: Sendable {
    /// The definition creates the instance.
    case allowed
    /// The trait records an issue with the factory and its dependents, and then the definition
    /// creates the instance. To allow single factories, use `allowLive()`.
    case fails

    fileprivate static func recordIssue(for chain: [String], at location: SourceLocation) {
        Issue.record(
            """
            The test uses the live definition of \(chain.last ?? ""): \
            \(chain.joined(separator: " → ")). Register a replacement, or call allowLive() on the \
            factory.
            """,
            sourceLocation: location
        )
    }
}

extension Trait where Self == ContainerTrait<Container> {
    /// A trait that binds a new `Container.shared` to each test: `@Test(.container {
    /// $0.store.register { Fake() } })`.
    public static var container: Self { Self(shared: Container.$shared, container: Container()) }
}
