import Injection

/// Services that are registered, and found, by type: a second door to Injection's ideas, for what is only known at run time.
///
///     let registry = Registry {
///         Shared { RouterLive() }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
///         New { (resolver, id: Link.ID) in LinkDetails(id: id, router: try resolver.resolve()) }
///     }
///     let router = try registry.resolve((any Router).self)
///
/// Whether a type is registered shows only when the program runs. A container's property that is a `Factory` is the better choice
/// where it serves.
public final class Registry: Hashable, Sendable {
    typealias Node = RegistryNode<Registry, Construction>
    typealias WarmUp = (Registry) throws(ResolutionError) -> Void

    let node: Node

    /// The registry that is asked for what is not registered in this one.
    public let parent: Registry?

    /// The registry of wrappers that name no other. In a test, `Registry.$shared.withValue(registry) { … }` replaces it.
    @TaskLocal public static var shared = Registry()

    /// Makes a registry. Nothing is built until it is asked for; see ``buildEagerServices()``.
    public convenience init(@RegistrationBuilder<Registry> _ registrations: () -> Registrations = { Registrations {} })
    {
        self.init(parent: nil, registrations())
    }

    private init(parent: Registry?, _ registrations: Registrations) {
        self.parent = parent
        node = Node(parent: parent?.node, registrations)
    }

    /// Makes a registry that has services of its own, and falls back to this one for all others.
    ///
    /// It keeps its parent alive, and not the other way round.
    public func child(@RegistrationBuilder<Registry> _ registrations: () -> Registrations) -> Registry {
        Registry(parent: self, registrations())
    }

    /// Adds services, at any time; one that was registered for the same key is replaced, and its instance let go.
    ///
    /// What others were given before stays as it is.
    public func register(_ registrations: some Registering<Registry>) {
        node.register(registrations.registrations)
    }

    /// Adds services, at any time; see ``register(_:)``.
    public func register(@RegistrationBuilder<Registry> _ registrations: () -> Registrations) {
        register(registrations())
    }

    /// Whether both are the same registry.
    public static func == (a: Registry, b: Registry) -> Bool { a === b }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// Lets go of all shared instances of this registry; they are made again when they are next asked for.
    ///
    /// An instance that is being built is still handed to those who wait for it, and not kept.
    public func releaseSharedInstances() {
        node.releaseInstances()
    }

    /// Removes all registrations of this registry, and with them its instances.
    public func clean() {
        node.clean()
    }
}
