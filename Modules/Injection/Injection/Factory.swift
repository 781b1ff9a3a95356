/// The closure of a ``Factory``.
public typealias VoidFactoryType<T> = () -> T

/// How to make a `T`: a light value, defined as a computed property of a container.
///
///     extension AppContainer {
///         var store: Factory<any Store> {
///             self { FileStore(path: self.settings().path) }.cached
///         }
///     }
///
/// The factory is created each time the property is read; the container stores what is registered and cached. It is Sendable where `T` is.
public struct Factory<T>: FactoryModifying {
    public typealias P = Void
    public typealias Closure = VoidFactoryType<T>

    @usableFromInline package var definition: FactoryDefinition<Self>
    @usableFromInline let factory: Closure

    /// Defines a factory that is identified by its property's name, its type, its file and the type of its container, or by a custom key
    /// instead of the name and the file.
    @inlinable
    public init(
        _ container: any ManagedContainer, key: StaticString? = nil, name: StaticString = #function,
        fileID: StaticString = #fileID, line: UInt32 = #line, _ factory: @escaping () -> T
    ) {
        definition = FactoryDefinition(container, key: key, name: name, fileID: fileID, line: line)
        self.factory = factory
    }

    @inlinable
    public subscript(access: FactoryAccess) -> FactoryDefinition<Self> {
        get { definition }
        _modify { yield &definition }
    }

    /// Returns the instance that the factory's scope stores, or makes one.
    ///
    /// Safe on any thread. A stored instance is made once, however many threads resolve it first; they wait for the thread
    /// that makes it. Factories that need each other while they are built stop the program with a message that names them.
    @inlinable
    public func resolve() -> T { definition.resolve(factory) { $0() } }

    /// Returns the instance that the factory's scope stores, or makes one; see ``resolve()``.
    @inlinable
    public func callAsFunction() -> T { resolve() }
}

// Sendable although the closure need not be: a container, which is Sendable, hands out the same closure on every thread, and runs it on
// whichever thread resolves first. The definition does not change.
extension Factory: @unchecked Sendable where T: Sendable {}

// What is made may belong to the actor, or be used from there by others. That is the contract of the factory, like the thread that it runs
// on; hence the unchecked transfers.
extension Factory {
    /// Resolves on the main actor, from any context: `let screen = await container.screen.resolveOnMainActor()`.
    @MainActor
    public func resolveOnMainActor() -> sending T { Unchecked(value: resolve()).value }

    /// Resolves on an actor, from any context: `await container.index.resolveOnGlobalActor(IndexActor.shared)`.
    public func resolveOnGlobalActor(_ isolation: isolated any Actor) -> sending T { Unchecked(value: resolve()).value }

    /// Resolves on a global actor, from any context: `await container.index.resolveOnGlobalActor(IndexActor.self)`.
    public func resolveOnGlobalActor<A: GlobalActor>(_ type: A.Type) async -> sending T {
        // By way of constants, because Swift 6.3 crashes on `A.shared` as an argument.
        let (factory, actor): (Unchecked, any Actor) = (Unchecked(value: self), A.shared)
        return await factory.value.resolveOnGlobalActor(actor)
    }
}
