public import Synchronization

/// A container with a shared instance, from which `@Injected(\AppContainer.store)` and similar
/// wrappers resolve.
///
/// Declare `shared` as `@TaskLocal static var`, so that each test can have a container of its own.
///
/// A factory in an extension of this protocol is available on every container. Each container has
/// its own registrations; a singleton is shared by all types of containers.
public protocol SharedContainer: ManagedContainer {
    static var shared: Self { get }
}

extension SharedContainer {
    /// The type that `@TaskLocal static var` expands to in a container.
    public typealias TaskLocal = TaskLocalVariable
}

/// A task-local variable of a type of containers: `Container.$shared.withValue(container) { … }`.
///
/// Like Swift's `TaskLocal`, in whose place it stands in the expansion of `@TaskLocal`, but read
/// without a look-up until a value is first bound. The container that `shared` is declared with is
/// never released.
public final class TaskLocalVariable<Value: Sendable>: Sendable {
    @usableFromInline let first: Value
    @usableFromInline let local: _Concurrency.TaskLocal<Value>
    // Relaxed, because it is set before a value is bound, and a task that inherits the binding is
    // created after that.
    @usableFromInline let mayBeBound = Atomic(false)

    public init(wrappedValue: Value) {
        first = wrappedValue
        local = _Concurrency.TaskLocal(wrappedValue: wrappedValue)
    }

    /// The value bound to the current task, or the one of the declaration.
    @inlinable
    public func get() -> Value {
        mayBeBound.load(ordering: .relaxed) ? local.get() : first
    }

    public var wrappedValue: Value { self.get() }

    /// The value of the declaration; nil once a value has been bound.
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

/// The default container, from which `@Injected(\.service)` resolves.
public final class Container: SharedContainer {
    /// The container bound to the current task, or the program's.
    @TaskLocal public static var shared = Container()

    public let manager = ContainerManager()

    public init() {}

    // Any module may declare the conformance. The search for it takes some hundred microseconds,
    // once.
    public static var registersAutomatically: Bool {
        self is any AutoRegistering.Type
    }
}
