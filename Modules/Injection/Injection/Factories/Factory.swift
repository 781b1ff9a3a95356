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
/// The factory is made anew each time the property is read; the container keeps what is registered and cached. It is Sendable where `T` is.
public struct Factory<T>: FactoryModifying {
    /// What the factory makes an instance from: nothing.
    public typealias P = Void
    /// What the factory runs.
    public typealias Closure = VoidFactoryType<T>

    @usableFromInline package var definition: FactoryDefinition<Self>
    @usableFromInline let factory: Closure

    /// Defines a factory that is identified by its property's name, its type, its file and the type of its container.
    @inlinable
    public init(
        _ container: any ManagedContainer, name: StaticString = #function, fileID: StaticString = #fileID,
        line: UInt32 = #line, _ factory: @escaping () -> T
    ) {
        definition = FactoryDefinition(container, Self.self, name: name, fileID: fileID, line: line)
        self.factory = factory
    }

    /// Defines a factory that is identified by a key of your own, its type and the type of its container, in whatever file it is.
    @inlinable
    public init(_ container: any ManagedContainer, key: StaticString, _ factory: @escaping () -> T) {
        definition = FactoryDefinition(container, Self.self, name: key, fileID: nil)
        self.factory = factory
    }

    @inlinable
    public subscript(access: FactoryAccess) -> FactoryDefinition<Self> {
        get { definition }
        _modify { yield &definition }
    }

    /// Returns the instance that the factory's scope keeps, or makes one.
    ///
    /// Safe on any thread. An instance that is kept is made once, however many threads ask for it first; they wait for the one
    /// that makes it. Factories that need each other to be made stop the program with a message that names them.
    @inlinable
    public func resolve() -> T {
        definition.resolve(factory) { $0() }
    }

    /// Returns the instance that the factory's scope keeps, or makes one; see ``resolve()``.
    @inlinable
    public func callAsFunction() -> T {
        resolve()
    }
}

// Sendable although the closure need not be: a container, which is Sendable, hands out the same closure on every thread, and runs it on
// whichever thread resolves first. The definition does not change, and its key has no parameter.
extension Factory: @unchecked Sendable where T: Sendable {}
