import Injection

/// A registry whose services are created by asynchronous closures.
///
///     let registry = AsyncRegistry {
///         AsyncShared { try await SQLiteStore.open(path) }.as { $0 as any LinkStore }
///         AsyncNew { (resolver, id: Link.ID) in
///             try await LinkDetails.load(id, from: resolver.resolve())
///         }
///     }
///     let store = try await registry.resolve((any LinkStore).self)
// This class is Sendable like its base class, because it adds no properties.
public final class AsyncRegistry: ServiceRegistry<AsyncRegistry>, @unchecked Sendable {
    /// Builds the eager services that do not have an instance yet, one at a time in order of
    /// registration.
    ///
    /// - Throws: The error from the first service that fails. Later services are not built.
    public func buildEagerServices() async throws {
        for definition in definitions where definition.isEager {
            _ = try await box(for: definition.key)
        }
    }
}

/// A list of registrations for an ``AsyncRegistry``.
public typealias AsyncRegistrations = RegistrationList<AsyncRegistry>

extension AsyncRegistry {
    /// Returns the shared instance of the service registered for exactly this type, or a new one.
    ///
    /// Concurrent tasks share one construction of a shared instance. The construction runs in its
    /// own task, with the task-local values of the first caller. If the construction fails, all
    /// waiting tasks receive the error, and the next resolution tries again. Arguments and optional
    /// types are handled as in ``Registry/resolve(_:named:_:)``.
    ///
    /// - Throws: ``ResolutionError``, or `CancellationError` immediately if the calling task is
    ///   canceled. The construction itself is canceled only when all waiting tasks are canceled.
    nonisolated(nonsending) public func resolve<T: Sendable, each Argument: Sendable>(
        _ type: T.Type = T.self,
        named name: String? = nil,
        _ arguments: repeat each Argument
    ) async throws -> T {
        let types = typeList(repeat (each Argument).self)
        let key = ServiceKey(type, named: name, arguments: types)
        let box = try await box(for: key, with: Box((repeat each arguments)))
        return Box<T>.open(box)
    }
}

// MARK: - Resolution

extension AsyncRegistry {
    /// The services under construction in the current task. Tasks that a closure starts inherit the
    /// value.
    @TaskLocal private static var chain: [ServiceKey] = []

    /// Returns a box with the instance for a key, as in `Registry`.
    nonisolated(nonsending) func box(
        for key: ServiceKey,
        of service: Any.Type? = nil,
        with arguments: SendableObject? = nil
    ) async throws -> AnyObject {
        if let box = try await find(key, with: arguments, for: self) {
            return box
        }
        if let wrapped = key.wrapped {
            return wrapped.optional(try await find(wrapped, with: arguments, for: self))
        }
        let chain = Self.chain.map(\.description)
        throw error(for: key, parameterOf: service, chain: chain)
    }

    /// Returns the instance from this registry or a parent, or `nil` if the service is not
    /// registered.
    nonisolated(nonsending) private func find(
        _ key: ServiceKey,
        with arguments: SendableObject?,
        for requester: AsyncRegistry
    ) async throws -> AnyObject? {
        guard let found = table.withLock({ $0.services[key] }) else {
            return try await parent?.find(key, with: arguments, for: requester)
        }
        let isShared = found.definition.isShared
        let service = isShared ? found : Service(found.definition)
        switch table.withLock({ _ in service.step(AsyncConstruction.init(of:)) }) {
        case .use(let box):
            return box
        case .wait(let construction), .build(let construction):
            let resolver = isShared ? self : requester
            let build = build(service, construction, with: arguments, for: resolver)
            do {
                _ = try await construction.join(build)
            } catch let error as CircularDependencyError {
                throw ResolutionError(error)
            }
        }
        if let box = table.withLock({ _ in service.content.box }) {
            return box
        }
        // The construction was canceled, so the resolution starts again.
        return try await find(key, with: arguments, for: requester)
    }

    private func build(
        _ service: Service,
        _ construction: AsyncConstruction,
        with arguments: SendableObject?,
        for requester: AsyncRegistry
    ) -> AsyncConstruction.Build {
        let chain = Self.chain + [service.definition.key]
        return { [self] in
            let make = Box<ServiceDefinition.AsyncMake>.open(service.definition.make)
            do {
                let box = try await Self.$chain.withValue(chain) {
                    try await make(requester, arguments)
                }
                settle(service, construction, as: box)
                return service
            } catch {
                settle(service, construction, as: nil)
                throw ResolutionError(error, chain: chain.map(\.description))
            }
        }
    }
}
