/// A factory whose closure is isolated to the main actor. In all other respects, it works like
/// ``Factory``.
///
///     extension AppContainer {
///         var window: MainActorFactory<LinkWindow> { self { LinkWindow() }.cached }
///     }
///     let window = container.window()         // on the main actor
///     let same = await container.window()     // elsewhere
///
/// The declared type of the property isolates the closure and each registration. The factory cannot
/// be called on another thread: without `await`, such a call does not compile. A type that is
/// isolated to the main actor calls the factory in the initial value of a property, because the
/// wrappers are not isolated: `private let window = Container.shared.window()`.
public typealias MainActorFactory<T: Sendable> = MainActorParameterFactory<Void, T>

/// A factory with a parameter, whose closure is isolated to the main actor. In all other respects,
/// it works like ``MainActorFactory``.
// This type is Sendable because the closure is Sendable and the definition never changes.
public struct MainActorParameterFactory<P, T: Sendable>: FactoryModifying, @unchecked Sendable {
    public typealias Closure = @MainActor @Sendable (P) -> T

    public var definition: FactoryDefinition<Self>
    private let factory: Closure

    public init(_ definition: FactoryDefinition<Self>, factory: @escaping Closure) {
        self.definition = definition
        self.factory = factory
    }

    /// Returns the instance stored by the factory's scope, or creates one.
    @MainActor
    public func resolve(_ parameter: P) -> T {
        definition.resolve(for: parameter as? AnyHashable, factory) { $0(parameter) }
    }

    @MainActor
    public func callAsFunction(_ parameter: P) -> T {
        resolve(parameter)
    }
}

extension MainActorParameterFactory where P == Void {
    @MainActor
    public func resolve() -> T {
        resolve(())
    }

    @MainActor
    public func callAsFunction() -> T {
        resolve()
    }
}

extension ManagedContainer {
    /// Defines a factory of the main actor:
    /// `var window: MainActorFactory<LinkWindow> { self { LinkWindow() } }`.
    ///
    /// The closure of a ``MainActorParameterFactory`` receives the parameter:
    /// `var page: MainActorParameterFactory<URL, Page> { self { Page(url: $0) } }`.
    // This overload is disfavored so that a call without a declared result type defines a factory
    // that any thread can call.
    @_disfavoredOverload
    public func callAsFunction<P, T: Sendable>(
        key: StaticString? = nil,
        name: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ factory: @escaping @MainActor @Sendable (P) -> T
    ) -> MainActorParameterFactory<P, T> {
        MainActorParameterFactory(
            self,
            key: key,
            name: name,
            fileID: fileID,
            line: line,
            column: column,
            factory
        )
    }
}
