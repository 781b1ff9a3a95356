import Injection

/// A registry whose services are created by asynchronous closures.
///
///     let registry = AsyncRegistry {
///         AsyncShared { try await SQLiteStore.open(path) }.as { $0 as any LinkStore }
///         AsyncNew { (resolver, id: Link.ID) in try await LinkDetails.load(id, from: resolver.resolve()) }
///     }
///     let store = try await registry.resolve((any LinkStore).self)
// Sendable like its base class, without properties of its own.
public final class AsyncRegistry: ServiceRegistry<AsyncRegistry>, @unchecked Sendable {
    /// Builds the eager services that do not have an instance yet, one at a time in order of registration.
    ///
    /// - Throws: The error of the first service that fails. Later services are not built.
    public func buildEagerServices() async throws {
        for eager in eagerDefinitions { try await build(eager.factory, of: eager.key) }
    }

    nonisolated(nonsending) private func build<R: ServiceFactory>(_ factory: R, of key: ServiceKey) async throws {
        _ = try await instance(key) as R.Instance
    }
}

public typealias AsyncRegistrations = RegistrationList<AsyncRegistry>

extension AsyncRegistry {
    /// Returns the shared instance of the service registered for exactly this type, or a new one.
    ///
    /// Concurrent tasks await one construction of a shared instance, which runs in its own task with the task-local values of the first caller. If it fails,
    /// all waiting tasks receive the error, and the next resolution tries again. Arguments and optional types are handled as in
    /// ``Registry/resolve(_:named:_:)``.
    ///
    /// - Throws: ``ResolutionError``, or `CancellationError` immediately if the calling task is canceled. The construction is canceled with the last task that
    ///   awaits it.
    nonisolated(nonsending) public func resolve<T: Sendable, each Argument: Sendable>(
        _ type: T.Type = T.self, named name: String? = nil, _ arguments: repeat each Argument
    ) async throws -> T {
        let key = ServiceKey(type, named: name, arguments: Arguments<repeat each Argument>.list)
        return try await instance(key, repeat each arguments)
    }

    /// Resolves a key of this type and these arguments; `service` is the type that takes it as a parameter, if any. The type need not be Sendable: an alias
    /// resolves its original, whose Sendable conformance was checked at registration.
    nonisolated(nonsending) func instance<T, each Argument>(
        _ key: ServiceKey, for service: Any.Type? = nil, _ arguments: repeat each Argument
    ) async throws -> T {
        if let instance = try await find(T.self, key, repeat each arguments) { return instance }
        if let optional = T.self as? any Wrapping.Type {
            return Box<T>.open(try await findOptional(optional.wrappedType, key, repeat each arguments))
        }
        let chain = (Self.chain + [key]).map(\.description)
        throw error(for: key, parameterOf: service, chain: chain)
    }

    nonisolated(nonsending) private func findOptional<Wrapped, each Argument>(
        _ type: Wrapped.Type, _ key: ServiceKey, _ arguments: repeat each Argument
    ) async throws -> AnyObject {
        Box<Wrapped?>(try await find(type, key.with(type), repeat each arguments))
    }

    /// The services under construction in the current task. Tasks that a closure starts inherit the value.
    @TaskLocal private static var chain: [ServiceKey] = []

    nonisolated(nonsending) private func find<T, each Argument>(
        _ type: T.Type, _ key: ServiceKey, _ arguments: repeat each Argument
    ) async throws -> T? {
        var next: AsyncRegistry? = self
        while let owner = next {
            let (service, construction, requester): (Service<AsyncRegistry>, AsyncConstruction, AsyncRegistry)
            switch owner.table.withLock({ $0.step(for: key, AsyncConstruction.init(of:)) }) {
            case .open(let box): return Box<AsyncInstance<T>>.open(box).instance
            case .wait(let found, let shared), .build(let found, let shared):
                (service, construction, requester) = (found, shared, owner)
            case .make(let found): (service, construction, requester) = (found, AsyncConstruction(of: found.link), self)
            case nil:
                next = owner.parent
                continue
            }
            do {
                // A construction that was finished or abandoned returns nil; look up the key again.
                let box = try await construction.join(
                    owner.build(type, service, construction, for: requester, repeat each arguments))
                if let box { return Box<AsyncInstance<T>>.open(box).instance }
            } catch let error as CircularDependencyError {
                throw ResolutionError(error)
            }
        }
        return nil
    }

    private func build<T, each Argument>(
        _ type: T.Type, _ service: Service<AsyncRegistry>, _ construction: AsyncConstruction,
        for requester: AsyncRegistry,
        _ arguments: repeat each Argument
    ) -> AsyncConstruction.Build {
        // `resolve` requires Sendable arguments.
        nonisolated(unsafe) let arguments = (repeat each arguments)
        let chain = Self.chain + [service.definition.key]
        return { [self] in
            do {
                let box = try await Self.$chain.withValue(chain) {
                    let factory = AsyncClosureFactory<T, repeat each Argument>.open(service.definition.factory)
                    return Box(AsyncInstance(instance: try await factory.make(requester, repeat each unsafe arguments)))
                }
                settle(service, construction, as: box)
                return box
            } catch {
                settle(service, construction, as: nil)
                throw ResolutionError(error, chain: chain.map(\.description))
            }
        }
    }
}

// Sendable because `resolve` requires the instance to be Sendable, or it is the original of an alias.
private struct AsyncInstance<Instance>: @unchecked Sendable {
    let instance: Instance
}
