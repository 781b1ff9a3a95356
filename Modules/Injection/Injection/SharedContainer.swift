public import Synchronization

/// A container with a shared instance, from which `@Injected(\AppContainer.store)` and similar wrappers resolve.
///
/// Declare `shared` as `@TaskLocal static var`, so that each test can have a container of its own.
///
/// A factory in an extension of this protocol is available on every container. Each container has its own registrations; a singleton is shared by all types of
/// containers.
public protocol SharedContainer: ManagedContainer {
    static var shared: Self { get }
}

extension SharedContainer {
    /// The type that `@TaskLocal static var shared` expands to in a container.
    public typealias TaskLocal = TaskLocalContainer
}

/// The task-local variable of a type of containers: `Container.$shared.withValue(container) { … }`.
///
/// Like Swift's `TaskLocal`, in whose place it stands in the expansion of `@TaskLocal`, but until a container is first bound it is read without a look-up. The
/// container that it is declared with is never released.
public final class TaskLocalContainer<C: SharedContainer>: Sendable {
    @usableFromInline let first: C
    @usableFromInline let local: _Concurrency.TaskLocal<C>
    /// Whether a task may have bound a container. Relaxed, because it is set before the container is bound, and a task that inherits the binding is created
    /// after that.
    @usableFromInline let mayBeBound = Atomic(false)

    public init(wrappedValue: C) {
        first = wrappedValue
        local = _Concurrency.TaskLocal(wrappedValue: wrappedValue)
        wrappedValue.manager.retainForever(wrappedValue)
    }

    /// The container bound to the current task, or the one of the declaration.
    @inlinable
    public func get() -> C { mayBeBound.load(ordering: .relaxed) ? local.get() : first }

    public var wrappedValue: C { self.get() }

    /// Binds a container to the current task during the operation.
    @discardableResult
    public func withValue<R>(_ container: C, operation: () throws -> R) rethrows -> R {
        mayBeBound.store(true, ordering: .relaxed)
        return try local.withValue(container, operation: operation)
    }

    /// Binds a container to the current task during the asynchronous operation.
    @discardableResult
    public func withValue<R>(
        _ container: C, operation: () async throws -> R, isolation: isolated (any Actor)? = #isolation
    ) async rethrows -> R {
        mayBeBound.store(true, ordering: .relaxed)
        return try await local.withValue(container, operation: operation, isolation: isolation)
    }
}

/// The default container, from which `@Injected(\.service)` resolves.
public final class Container: SharedContainer {
    /// The container bound to the current task, or the program's.
    @TaskLocal public static var shared = Container()

    public let manager = ContainerManager()

    public init() {}
}
