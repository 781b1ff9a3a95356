public import Injection

/// A container for services that are known only at run time. It registers and resolves them by
/// type.
///
///     let registry = Registry {
///         Shared { RouterLive() }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
///         New { (resolver, id: Link.ID) in
///             LinkDetails(id: id, router: try resolver.resolve())
///         }
///     }
///     let router = try registry.resolve((any Router).self)
///
/// A missing registration is detected only at run time, so prefer a container property of type
/// `Factory` where possible.
// This class is Sendable like its base class, because it adds no properties.
public final class Registry: ServiceRegistry<Registry>, @unchecked Sendable {
    /// The registry that property wrappers use by default.
    ///
    /// Tests can replace it with `Registry.$shared.withValue(registry)`.
    @TaskLocal public static var shared = Registry()
}

/// A list of registrations for a ``Registry``.
public typealias Registrations = RegistrationList<Registry>

extension Registry {
    /// Returns the shared instance of the service registered for exactly this type, or a new one.
    ///
    ///     let store: any LinkStore = try registry.resolve()
    ///     let details = try registry.resolve(LinkDetails.self, link.id)
    ///
    /// Arguments are matched by their compile-time types. If an optional type is not registered,
    /// its wrapped type is resolved instead. If the wrapped type is not registered either, the
    /// result is `nil`. Resolving an existing shared instance costs one lock and one lookup.
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        named name: String? = nil,
        _ arguments: repeat each Argument
    ) throws(ResolutionError) -> T {
        let types = typeList(repeat (each Argument).self)
        let key = ServiceKey(type, named: name, arguments: types)
        let box = try box(for: key, with: Box((repeat each arguments)))
        return Box<T>.open(box)
    }

    /// Returns the shared instance of the service registered for exactly this type, or a new one;
    /// see ``resolve(_:named:_:)``.
    // This overload avoids a parameter pack, because the type of a pack is created at run time.
    @inlinable
    public func resolve<T>(
        _ type: T.Type = T.self,
        named name: String? = nil
    ) throws(ResolutionError) -> T {
        let key = ServiceKey(type, named: name)
        return Box<T>.open(try box(for: key))
    }

    /// Adds a closure that runs only once, before the next resolution in this registry.
    ///
    ///     Registry.shared.beforeFirstResolution { registry in
    ///         registry.register(ExportModule.registrations)
    ///     }
    ///
    /// The first thread that resolves a service runs the closure; other threads wait. The closure
    /// itself may resolve services. If it throws an error, the resolution throws the error, and the
    /// next resolution runs the closure again.
    public func beforeFirstResolution(_ prepare: @escaping ServiceFactoryType<Void, Registry>) {
        let registration = Shared { registry in
            try prepare(registry)
            return BeforeFirstResolution()
        }
        let preparations = registration.registrations.definitions.map { Service($0) }
        table.withLock { $0.preparations += preparations }
    }

    /// Builds the eager services that do not have an instance yet, in order of registration.
    ///
    /// - Throws: The error from the first service that fails. Later services are not built.
    public func buildEagerServices() throws(ResolutionError) {
        for definition in definitions where definition.isEager {
            _ = try box(for: definition.key)
        }
    }
}

/// A type that represents a closure of `beforeFirstResolution(_:)` in a chain.
private struct BeforeFirstResolution {}

// MARK: - Resolution

extension Registry {
    /// Returns a box with the instance for a key. The arguments are a tuple in a box.
    ///
    /// - Parameter service: If the key belongs to a parameter of an initializer, the type that the
    ///   initializer creates, otherwise `nil`.
    @usableFromInline
    func box(
        for key: ServiceKey,
        of service: Any.Type? = nil,
        with arguments: AnyObject? = nil
    ) throws(ResolutionError) -> AnyObject {
        do {
            if let box = try find(key, with: arguments, for: self) {
                return box
            }
            if let wrapped = key.wrapped {
                return wrapped.optional(try find(wrapped, with: arguments, for: self))
            }
        } catch {
            throw ResolutionError(error)
        }
        throw error(for: key, parameterOf: service, chain: .current)
    }

    /// Returns the instance from this registry or a parent, or `nil` if the service is not
    /// registered.
    private func find(
        _ key: ServiceKey,
        with arguments: AnyObject?,
        for requester: Registry
    ) throws -> AnyObject? {
        let (found, existing) = table.withLock { table in
            let service = table.nextPreparation ?? table.services[key]
            return (service, service?.content.box)
        }
        if let existing {
            return existing
        }
        guard let service = found else {
            return try parent?.find(key, with: arguments, for: requester)
        }
        guard service.definition.isShared else {
            return try newInstance(of: service, with: arguments, for: requester)
        }
        let box = try Construction.object {
            table.withLock { _ in service.step(Construction.init(of:)) }
        } make: { link in
            try ThreadState.current.run(link) {
                try make(service, nil)
            }
        } settle: { construction, box in
            settle(service, construction, as: box)
        }
        if service.definition.key == key {
            return box
        }
        // The service represented a closure of `beforeFirstResolution(_:)`, which has now run, so
        // the resolution starts again.
        return try find(key, with: arguments, for: requester)
    }

    /// Creates an instance that is not shared.
    ///
    /// - Throws: An error if the service needs itself, or if a permitted recursion exceeds its
    ///   limit.
    private func newInstance(
        of service: Service,
        with arguments: AnyObject?,
        for requester: Registry
    ) throws -> AnyObject {
        // A service may create itself with other arguments, for example to build a tree. It may
        // also resolve itself from a child registry. Recursion deeper than the limit is treated as
        // infinite.
        let mayRepeat = requester !== self || !service.definition.key.arguments.isEmpty
        let link = mayRepeat ? service.repeatableLink : service.link
        let thread = ThreadState.current
        let chain = thread.keys
        let levels = chain.indices.filter { chain[$0] === link }
        if let last = levels.last, !mayRepeat || levels.count >= 32 {
            throw ResolutionError.cycle((chain[last...] + [link]).labels)
        }
        return try thread.run(link, mayRepeat: mayRepeat) {
            try requester.make(service, arguments)
        }
    }

    private func make(_ service: Service, _ arguments: AnyObject?) throws -> AnyObject {
        do {
            return try Box<ServiceDefinition.Make>.open(service.definition.make)(self, arguments)
        } catch {
            throw ResolutionError(error)
        }
    }
}
