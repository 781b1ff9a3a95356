public import Injection
public import Testing

/// Gives each test its own container and its own singletons, so that tests run in parallel without seeing each other.
///
/// It needs the task-local variable of the container type, so a container that forgot `@TaskLocal` does not compile here:
///
///     extension Trait where Self == ContainerTrait<AppContainer> {
///         static var appContainer: Self { Self(shared: AppContainer.$shared, container: AppContainer()) }
///     }
///     @Test(.appContainer { $0.store.register { InMemoryStore() } })
///
/// On a suite it applies to each test of it. A test that has the trait as well gets a container that is fresh again.
public struct ContainerTrait<C: SharedContainer>: TestTrait, SuiteTrait, TestScoping {
    /// Prepares the container of a test.
    public typealias Transform = @Sendable (C) async -> Void

    private let shared: TaskLocal<C>
    private let container: @Sendable () -> C
    private let transform: Transform?

    public var isRecursive: Bool { true }

    /// Makes a trait for a type of container; `container` is evaluated for each test.
    public init(
        shared: TaskLocal<C>, container: @autoclosure @escaping @Sendable () -> C, transform: Transform? = nil
    ) {
        self.init(shared, container, transform)
    }

    private init(_ shared: TaskLocal<C>, _ container: @escaping @Sendable () -> C, _ transform: Transform?) {
        self.shared = shared
        self.container = container
        self.transform = transform
    }

    /// The same trait, with a closure that prepares the container before the test.
    public func callAsFunction(transform: @escaping Transform) -> Self {
        Self(shared, container, transform)
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
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
    /// Gives each test its own `Container.shared`: `@Test(.container { $0.service.register { Fake() } })`.
    public static var container: Self {
        Self(shared: Container.$shared, container: Container())
    }
}
