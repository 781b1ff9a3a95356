public import Synchronization

/// A container with a shared instance, from which `@Injected(\AppContainer.store)` and similar
/// wrappers resolve.
///
/// Declare `shared` as `@TaskLocal static var`, so that each test can have its own container. The
/// standard macro `@TaskLocal` adds a property `$shared` of the type `TaskLocal`. In a container,
/// this name means ``TaskLocalVariable``.
///
/// A factory in an extension of this protocol is available on every container. Each container has
/// its own registrations, but a singleton is shared by all types of containers.
public protocol SharedContainer: ManagedContainer {
    static var shared: Self { get }
}

extension SharedContainer {
    /// The type of `$shared`. It hides Swift's `TaskLocal` in the expansion of the macro
    /// `@TaskLocal`, because reading a ``TaskLocalVariable`` is faster until a value is bound.
    public typealias TaskLocal = TaskLocalVariable
}

/// The task-local variable of a container type: `Container.$shared.withValue(container) { … }`.
///
/// The expansion of `@TaskLocal` in a container uses this type in place of Swift's `TaskLocal`; see
/// ``SharedContainer/TaskLocal``. Until a value is first bound, reading the variable does not
/// require a lookup. The initial container is never released.
public final class TaskLocalVariable<Value: Sendable>: Sendable {
    @usableFromInline let first: Value
    @usableFromInline let local: _Concurrency.TaskLocal<Value>
    // Relaxed ordering is sufficient, because the flag is set before a value is bound, and a task
    // that inherits the binding is created afterwards.
    @usableFromInline let mayBeBound = Atomic(false)

    public init(wrappedValue: Value) {
        first = wrappedValue
        local = _Concurrency.TaskLocal(wrappedValue: wrappedValue)
    }

    /// The value bound to the current task, or the initial value.
    @inlinable
    public func get() -> Value {
        mayBeBound.load(ordering: .relaxed) ? local.get() : first
    }

    public var wrappedValue: Value { self.get() }

    /// The initial value, or `nil` once any task has bound a value.
    var unbound: Value? {
        mayBeBound.load(ordering: .relaxed) ? nil : first
    }

    /// Binds a value to the current task during the operation.
    @discardableResult
    public func withValue<R>(_ value: Value, operation: () throws -> R) rethrows -> R {
        mayBeBound.store(true, ordering: .relaxed)
        return try local.withValue(value, operation: operation)
    }

    /// Binds a value to the current task during the asynchronous operation.
    @discardableResult
    public func withValue<R>(
        _ value: Value,
        operation: () async throws -> R,
        isolation: isolated (any Actor)? = #isolation
    ) async rethrows -> R {
        mayBeBound.store(true, ordering: .relaxed)
        return try await local.withValue(value, operation: operation, isolation: isolation)
    }
}

/// The default container, from which `@Injected(\.store)` resolves.
public final class Container: SharedContainer {
    /// The container bound to the current task, or the container of the program.
    // `$shared` is a `TaskLocalVariable`; see `SharedContainer.TaskLocal`.
    @TaskLocal public static var shared = Container()

    public let manager = ContainerManager()

    public init() {}
}
