/// Resolves a factory of a shared container when the value is first read, and holds what it made weakly.
///
///     @WeakLazyInjected(\.delegate) private var delegate   // nil once nobody else holds it
///
/// It is not resolved again by itself; see ``resolve(reset:)``. What is no object is not held. Threads and copies of the wrapper share it
/// as they share a ``LazyInjected``.
@propertyWrapper
public struct WeakLazyInjected<T> {
    private var instance: LazyInstance<T>

    /// Resolves a factory of `Container.shared`.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
        instance = LazyInstance(FactoryPath(keyPath))
    }

    /// Resolves a factory of the container's shared instance.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
        instance = LazyInstance(FactoryPath(keyPath))
    }

    /// The instance, as long as someone else holds it; setting it replaces it in this copy of the wrapper and nowhere else.
    public var wrappedValue: T? {
        get {
            if let object = heldObject() { return object as? T }
            // Nil if another thread resolved or set it in the meantime.
            return instance.resolve { Self.reference(to: $0.content) } ?? resolvedOrNil()
        }
        set { instance = LazyInstance(instance.path, Self.reference(to: newValue)) }
    }

    /// The wrapper: `$delegate.resolve(reset: .scope)`.
    public var projectedValue: WeakLazyInjected<T> {
        get { self }
        set { self = newValue }
    }

    /// The factory of the container that is the shared one now.
    public var factory: Factory<T> { instance.path.factory }

    /// Resets the factory as far as asked, resolves it (again), and returns the new value.
    @discardableResult
    public func resolve(reset options: FactoryResetOptions = .none) -> T? {
        let resolved = instance.path.resolve(reset: options)
        instance.hold(Self.reference(to: resolved))
        return resolved
    }

    /// The instance, if it was resolved or set and is still there; it is not resolved by this.
    public func resolvedOrNil() -> T? {
        heldObject().flatMap { $0 } as? T
    }

    /// The object that the wrapper holds, if it is still there; nil if the wrapper was not resolved or set.
    private func heldObject() -> AnyObject?? {
        withExtendedLifetime(instance) {
            guard let reading = instance.beginReading() else { return nil }
            defer { reading.thread.endReading() }
            // Nothing but a box with a reference is ever put in.
            let object = unsafe reading.result.assumingMemoryBound(to: Reference.self).pointee.object
            return .some(object)
        }
    }

    /// A weak reference to an object, in a box; to nothing if the value is none.
    private static func reference(to value: T?) -> AnyBox {
        // Asked of the dynamic type, as a cast to AnyObject always succeeds: it boxes what is no object.
        let object = unwrapped(value as Any).flatMap { type(of: $0) is AnyObject.Type ? $0 as AnyObject : nil }
        return Box(Reference(object))
    }

    // A class, as a structure with a weak reference is copied before it is read.
    private final class Reference {
        weak let object: AnyObject?

        init(_ object: AnyObject?) {
            self.object = object
        }
    }
}

extension WeakLazyInjected: Sendable where T: Sendable {}
