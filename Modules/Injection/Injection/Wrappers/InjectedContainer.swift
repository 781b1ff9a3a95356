/// The shared instance of a container, as it is when the enclosing value is made.
///
///     @InjectedContainer private var container: AppContainer
///     lazy var catalog = container.catalog()
///
/// What is resolved later is resolved from the same container, also where another one has become the shared one.
@propertyWrapper
public struct InjectedContainer<C: SharedContainer>: Sendable {
    /// The container; setting it replaces it here and nowhere else.
    public var wrappedValue: C

    /// The wrapper: `$container.reset(options: .scope)`.
    public var projectedValue: InjectedContainer<C> {
        get { self }
        set { self = newValue }
    }

    /// Takes the container that the property's type names.
    public init() {
        wrappedValue = C.shared
    }

    /// Takes a container by its type: `@InjectedContainer(AppContainer.self) private var container`.
    public init(_ type: C.Type) {
        wrappedValue = C.shared
    }

    /// Takes back what was registered or cached in the container; see ``ContainerManager/reset(options:)``.
    public func reset(options: FactoryResetOptions = .all) {
        wrappedValue.reset(options: options)
    }
}

extension InjectedContainer where C == Container {
    /// Takes `Container.shared`, which a property without a type means: `@InjectedContainer private var container`.
    public init() {
        self.init(Container.self)
    }
}
