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
/// its suite.
public struct ContainerTrait<C: SharedContainer>: TestTrait, SuiteTrait, TestScoping {
    /// A closure that prepares the container of a test.
    public typealias Transform = @Sendable (C) async -> Void

    private let shared: TaskLocalVariable<C>
    private let container: @Sendable () -> C
    private let transform: Transform?

    public var isRecursive: Bool { true }

    /// Creates a trait for a container type. The expression `container` is evaluated for each test.
    public init(
        shared: TaskLocalVariable<C>,
        container: @autoclosure @escaping @Sendable () -> C,
        transform: Transform? = nil
    ) {
        self.shared = shared
        self.container = container
        self.transform = transform
    }

    /// Returns a copy of the trait with a closure that prepares the container before the test.
    public func callAsFunction(transform: @escaping Transform) -> Self {
        Self(shared: shared, container: container(), transform: transform)
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Scope.$singleton.withValue(Scope.Singleton()) {
            try await shared.withValue(container()) {
                await transform?(shared.wrappedValue)
                try await function()
            }
        }
    }
}

extension Trait where Self == ContainerTrait<Container> {
    /// A trait that binds a new `Container.shared` to each test: `@Test(.container {
    /// $0.store.register { Fake() } })`.
    public static var container: Self { Self(shared: Container.$shared, container: Container()) }
}
