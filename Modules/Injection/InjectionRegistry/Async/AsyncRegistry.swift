import Injection

/// A ``Registry`` whose services are made by closures that may await.
///
///     let registry = AsyncRegistry {
///         AsyncShared { try await SQLiteStore.open(path) }.as { $0 as any LinkStore }
///         AsyncNew { (resolver, id: Link.ID) in try await LinkDetails.load(id, from: resolver.resolve()) }
///     }
///     let store = try await registry.resolve((any LinkStore).self)
public final class AsyncRegistry: ServiceRegistry<AsyncRegistry>, @unchecked Sendable {
    /// Builds the shared services that are marked as eager and not there yet, one after the other in order of registration.
    ///
    /// - Throws: The error of the first that fails; those after it are not built.
    public func buildEagerServices() async throws {
        for eager in eagerBlueprints { try await build(eager.recipe, of: eager.key) }
    }

    nonisolated(nonsending) private func build<R: Recipe>(_ recipe: R, of key: ServiceKey) async throws {
        _ = try await instance(key) as R.Instance
    }
}

/// Registrations for an ``AsyncRegistry``.
public typealias AsyncRegistrations = RegistrationList<AsyncRegistry>
