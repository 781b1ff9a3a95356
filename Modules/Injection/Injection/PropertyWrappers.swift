/// Resolves a factory of a shared container when the enclosing value is created.
///
///     @Injected(\.store) private var store               // Container.shared
///     @Injected(\AppContainer.store) private var store   // AppContainer.shared
///
/// Dependencies that an initializer takes need no wrapper, and are the better choice where possible.
@propertyWrapper
public struct Injected<T> {
    @usableFromInline let path: FactoryPath<T>

    /// The instance; setting it replaces it here and nowhere else.
    public var wrappedValue: T

    /// Resolves a factory of `Container.shared`.
    @inline(always)
    @inlinable
    public init(_ keyPath: @autoclosure @escaping () -> KeyPath<Container, Factory<T>>) {
        path = FactoryPath(keyPath)
        wrappedValue = Container.shared[keyPath: keyPath()]()
    }

    /// Resolves a factory of the container's shared instance.
    @inline(always)
    @inlinable
    public init<C: SharedContainer>(_ keyPath: @autoclosure @escaping () -> KeyPath<C, Factory<T>>) {
        path = FactoryPath(keyPath)
        wrappedValue = C.shared[keyPath: keyPath()]()
    }

    /// The wrapper: `$store.resolve(reset: .scope)`.
    public var projectedValue: Injected<T> {
        get { self }
        set { self = newValue }
    }

    /// The factory of the container that is the shared one now.
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
///     @DynamicInjected(\.settings) private var settings   // as registered now, in the container that is the shared one now
@propertyWrapper
public struct DynamicInjected<T>: Sendable {
    @usableFromInline let path: FactoryPath<T>

    /// Resolves a factory of `Container.shared`.
    @inlinable
    public init(_ keyPath: @autoclosure @escaping () -> KeyPath<Container, Factory<T>>) { path = FactoryPath(keyPath) }

    /// Resolves a factory of the container's shared instance.
    @inlinable
    public init<C: SharedContainer>(_ keyPath: @autoclosure @escaping () -> KeyPath<C, Factory<T>>) {
        path = FactoryPath(keyPath)
    }

    /// The instance that the factory resolves to now.
    public var wrappedValue: T { path.factory() }

    /// The factory of the container that is the shared one now: `$settings.register { … }`, `$settings.reset()`, `$settings()`.
    public var projectedValue: Factory<T> { path.factory }
}

/// The way to a factory: a property of the shared instance of a type of container.
// Sendable because a key path never changes. Values that a subscript's key path captures are only read.
//
// A closure, because creating a key path of a generic type takes a microsecond, and most wrappers never need it.
@usableFromInline struct FactoryPath<T>: @unchecked Sendable {
    @usableFromInline let container: any SharedContainer.Type
    @usableFromInline let keyPath: () -> AnyKeyPath

    @inlinable
    init<C: SharedContainer>(_ keyPath: @escaping () -> KeyPath<C, Factory<T>>) {
        container = C.self
        self.keyPath = keyPath
    }

    /// The factory of the container that is the shared one now.
    var factory: Factory<T> {
        func open<C: SharedContainer>(_ container: C.Type) -> Factory<T> {
            // The initializer received both from the same C.
            container.shared[keyPath: keyPath() as! KeyPath<C, Factory<T>>]
        }
        return open(container)
    }

    /// Resets the factory with the given options, and resolves it.
    func resolve(reset options: FactoryResetOptions) -> T {
        // Finds it twice, because the second time restores the modifiers of the definition that the reset removed.
        factory.reset(options)
        return factory()
    }
}

/// The shared instance of a container, at the time when the enclosing value is created.
///
///     @InjectedContainer private var container: AppContainer
///     lazy var catalog = container.catalog()
///
/// Later resolutions use the same container, even if another one is the shared one by then.
@propertyWrapper
public struct InjectedContainer<C: SharedContainer>: Sendable {
    /// The container; setting it replaces it here and nowhere else.
    public var wrappedValue: C

    /// The wrapper: `$container.reset(options: .scope)`.
    public var projectedValue: InjectedContainer<C> {
        get { self }
        set { self = newValue }
    }

    /// Uses the container of the property's type.
    public init() { wrappedValue = C.shared }

    /// Uses a container by its type: `@InjectedContainer(AppContainer.self) private var container`.
    public init(_ type: C.Type) { wrappedValue = C.shared }

    /// Removes what was registered or cached in the container; see ``ContainerManager/reset(options:)``.
    public func reset(options: FactoryResetOptions = .all) { wrappedValue.reset(options: options) }
}

extension InjectedContainer where C == Container {
    /// Uses `Container.shared`, for a property without a type: `@InjectedContainer private var container`.
    public init() { self.init(Container.self) }
}
