import Injection

/// A ``Registry`` whose services are made by closures that may await.
///
///     let registry = AsyncRegistry {
///         AsyncShared { try await SQLiteStore.open(path) }.as { $0 as any LinkStore }
///         AsyncNew { (resolver, id: Link.ID) in try await LinkDetails.load(id, from: resolver.resolve()) }
///     }
///     let store = try await registry.resolve((any LinkStore).self)
public final class AsyncRegistry: Sendable {
    typealias Node = RegistryNode<AsyncRegistry, AsyncConstruction>
    typealias WarmUp = (AsyncRegistry) async throws -> Void

    let node: Node

    /// The registry that is asked for what is not registered in this one.
    public let parent: AsyncRegistry?

    /// Makes a registry. Nothing is built until it is asked for; see ``buildEagerServices()``.
    public convenience init(
        @RegistrationBuilder<AsyncRegistry> _ registrations: () -> AsyncRegistrations = { AsyncRegistrations {} }
    ) {
        self.init(parent: nil, registrations())
    }

    private init(parent: AsyncRegistry?, _ registrations: AsyncRegistrations) {
        self.parent = parent
        node = Node(parent: parent?.node, registrations)
    }

    /// Makes a registry that has services of its own, and falls back to this one; see ``Registry/child(_:)``.
    public func child(@RegistrationBuilder<AsyncRegistry> _ registrations: () -> AsyncRegistrations) -> AsyncRegistry {
        AsyncRegistry(parent: self, registrations())
    }

    /// Adds services, at any time; see ``Registry/register(_:)``.
    public func register(_ registrations: some Registering<AsyncRegistry>) {
        node.register(registrations.registrations)
    }

    /// Adds services, at any time; see ``Registry/register(_:)``.
    public func register(@RegistrationBuilder<AsyncRegistry> _ registrations: () -> AsyncRegistrations) {
        register(registrations())
    }

    /// Builds the shared services that are marked as eager and not there yet, one after the other in order of registration.
    ///
    /// - Throws: The error of the first that fails; those after it are not built.
    public func buildEagerServices() async throws {
        for warmUp in node.warmUps { try await Box<WarmUp>.open(warmUp)(self) }
    }

    /// Lets go of all shared instances of this registry; see ``Registry/releaseSharedInstances()``.
    public func releaseSharedInstances() {
        node.releaseInstances()
    }

    /// Removes all registrations of this registry, and with them its instances.
    public func clean() {
        node.clean()
    }
}

/// Registrations for an ``AsyncRegistry``.
public typealias AsyncRegistrations = RegistrationList<AsyncRegistry>
