/// Resolves a factory of a shared container when the enclosing value is created.
///
///     @Injected(\.store) private var store               // Container.shared
///     @Injected(\AppContainer.store) private var store   // AppContainer.shared
///
/// Prefer an initializer parameter where possible.
@propertyWrapper
@frozen public struct Injected<T> {
    @usableFromInline let path: FactoryPath<T>

    /// The instance. Setting this property does not affect the container or other properties.
    public var wrappedValue: T

    @inline(always)
    @inlinable
    public init(_ keyPath: @autoclosure @escaping () -> KeyPath<Container, Factory<T>>) {
        path = FactoryPath(keyPath)
        wrappedValue = Container.shared[keyPath: keyPath()]()
    }

    @inline(always)
    @inlinable
    public init<C: SharedContainer>(
        _ keyPath: @autoclosure @escaping () -> KeyPath<C, Factory<T>>
    ) {
        path = FactoryPath(keyPath)
        wrappedValue = C.shared[keyPath: keyPath()]()
    }

    public var projectedValue: Injected<T> {
        get { self }
        set { self = newValue }
    }

    public var factory: Factory<T> { path.factory }

    /// Resets the factory with the given options, resolves it again, and returns the new value.
    @discardableResult
    public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
        wrappedValue = path.resolve(reset: options)
        return wrappedValue
    }
}

extension Injected: Sendable where T: Sendable {}

/// Resolves a factory of a shared container each time the value is read.
///
///     @DynamicInjected(\.settings) private var settings   // from the current shared container
@propertyWrapper
@frozen public struct DynamicInjected<T>: Sendable {
    @usableFromInline let path: FactoryPath<T>

    @inlinable
    public init(_ keyPath: @autoclosure @escaping () -> KeyPath<Container, Factory<T>>) {
        path = FactoryPath(keyPath)
    }

    @inlinable
    public init<C: SharedContainer>(
        _ keyPath: @autoclosure @escaping () -> KeyPath<C, Factory<T>>
    ) {
        path = FactoryPath(keyPath)
    }

    public var wrappedValue: T { path.factory() }

    /// The factory in the current shared container, for example for `$settings.register { … }`,
    /// `$settings.reset()` and `$settings()`.
    public var projectedValue: Factory<T> { path.factory }
}

/// A reference to a factory in the shared instance of a container type.
// This type is Sendable because the closure only creates and applies a key path, which never
// changes. Subscript arguments that the key path captures are read but never modified.
@frozen @usableFromInline struct FactoryPath<T>: @unchecked Sendable {
    @usableFromInline let read: () -> Factory<T>

    // The key path is in a closure, because creating a key path of a generic type takes a
    // microsecond, and most wrappers never use it.
    @inlinable
    init<C: SharedContainer>(_ keyPath: @escaping () -> KeyPath<C, Factory<T>>) {
        read = { C.shared[keyPath: keyPath()] }
    }

    @usableFromInline var factory: Factory<T> {
        read()
    }

    func resolve(reset options: FactoryResetOptions) -> T {
        // The reset may remove the modifiers that the container stores, so the container's property
        // is read again. This stores the definition's modifiers.
        factory.reset(options)
        return factory()
    }
}

/// The container that was shared when the enclosing value was created.
///
///     @InjectedContainer private var container: AppContainer
///     lazy var catalog = container.catalog()
///
/// Later resolutions use the same container, even if the shared container changes.
@propertyWrapper
public struct InjectedContainer<C: SharedContainer>: Sendable {
    /// The container. Setting this property does not affect other properties.
    public var wrappedValue: C

    public var projectedValue: InjectedContainer<C> {
        get { self }
        set { self = newValue }
    }

    /// Creates a wrapper for a container type: `@InjectedContainer(AppContainer.self) private var
    /// container`.
    public init(_ type: C.Type = C.self) {
        wrappedValue = C.shared
    }

    public func reset(options: FactoryResetOptions = .all) {
        wrappedValue.reset(options: options)
    }
}

extension InjectedContainer where C == Container {
    /// Creates a wrapper for `Container`, for a property without a declared type:
    /// `@InjectedContainer private var container`.
    public init() {
        self.init(Container.self)
    }
}
