/// A closure that creates a `T`, with modifiers such as a scope. A factory is declared as a
/// computed property of a container.
///
///     extension AppContainer {
///         var store: Factory<any Store> {
///             self { FileStore(path: self.settings().path) }.cached
///         }
///     }
///
/// The factory value is created each time the property is read. The container stores the
/// registrations and the instances. A factory is Sendable if `T` is.
@frozen public struct Factory<T>: FactoryModifying {
    public typealias P = Void
    public typealias Closure = VoidFactoryType<T>

    public var definition: FactoryDefinition<Self>
    @usableFromInline let factory: Closure

    @inlinable
    public init(_ definition: FactoryDefinition<Self>, factory: @escaping Closure) {
        self.definition = definition
        self.factory = factory
    }

    /// Returns the instance stored by the factory's scope, or creates one.
    ///
    /// This method can be called on any thread. If several threads need a stored instance that does
    /// not exist yet, one thread creates it and the others wait, which does not raise the priority
    /// of that thread. A dependency cycle stops the program with a message that lists the factories
    /// in the cycle.
    @inlinable
    public func resolve() -> T {
        definition.resolve(for: nil, factory) { $0() }
    }

    @inlinable
    public func callAsFunction() -> T {
        resolve()
    }
}

// The definition never changes, and the closure is Sendable, except with the trait
// `FactoryKitClosures`: then the compiler does not check that the closure may run on any thread.
extension Factory: @unchecked Sendable where T: Sendable {}

extension Factory where T: Sendable {
    /// Resolves the factory on the main actor, from any context: `let screen = await
    /// container.screen.resolveOnMainActor()`.
    @MainActor
    public func resolveOnMainActor() -> T {
        resolve()
    }

    /// Resolves the factory on an actor, from any context: `await
    /// container.index.resolveOnGlobalActor(IndexActor.shared)`.
    public func resolveOnGlobalActor(_ isolation: isolated any Actor) -> T {
        resolve()
    }
}
