import Injection

/// The base class of ``Registry`` and ``AsyncRegistry``.
// This class is Sendable because a lock guards the table. The compiler can only check final
// classes.
public class ServiceRegistry<Owner>: Hashable, @unchecked Sendable {
    private let enclosing: ServiceRegistry?
    let table = Locked(ServiceTable())

    /// Creates a registry.
    ///
    /// No service is built until it is resolved or `buildEagerServices()` is called.
    public convenience init(
        @RegistrationBuilder<Owner> _ registrations: () -> RegistrationList<Owner> = {
            RegistrationList {}
        }
    ) {
        self.init(parent: nil, registrations())
    }

    required init(parent: ServiceRegistry?, _ registrations: RegistrationList<Owner>) {
        enclosing = parent
        register(registrations)
    }

    /// The registry to which this registry falls back for services that are not registered in it.
    public var parent: Self? { enclosing as? Self }

    /// Creates a registry with additional services. The new registry falls back to this registry.
    ///
    /// The child retains its parent. The parent does not retain its children.
    public func child(
        @RegistrationBuilder<Owner> _ registrations: () -> RegistrationList<Owner>
    ) -> Self {
        Self(parent: self, registrations())
    }

    /// Adds services.
    ///
    /// An added service replaces a registered service with the same key, whose instance is
    /// released. Instances that are already in use are not affected.
    public func register(_ registrations: some Registering<Owner>) {
        let definitions = registrations.registrations.definitions
        change { table in
            definitions.flatMap { table.insert($0) }
        }
    }

    /// Adds the services in a list.
    public func register(
        @RegistrationBuilder<Owner> _ registrations: () -> RegistrationList<Owner>
    ) {
        register(registrations())
    }

    /// Releases all shared instances of this registry. The next resolution builds them again.
    ///
    /// An instance under construction is returned to its waiting callers, but not stored.
    public func releaseSharedInstances() {
        change { $0.reset($0.services) }
    }

    /// Removes all services from this registry.
    public func clean() {
        change { $0.removeServices() }
    }

    public static func == (a: ServiceRegistry, b: ServiceRegistry) -> Bool {
        a === b
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension ServiceRegistry {
    /// Changes the table, and then releases the objects that the change removed and returned.
    private func change<Removed>(_ change: (inout ServiceTable) -> Removed) {
        // The objects are released after unlocking, because a deinitializer may resolve services.
        let removed = table.withLock(change)
        withExtendedLifetime(removed) {}
    }

    /// Stores the instance of a service after its construction, or allows another attempt if `box`
    /// is `nil`. If another construction has begun in the meantime, this method does nothing.
    func settle(_ service: Service, _ construction: AnyConstruction, as box: AnyObject?) {
        // The caller retains the service and the construction, so neither is released under the
        // lock.
        table.withLock { table in
            guard service.content.object === construction else { return }
            service.content = InstanceContent(.box, box)
            table.preparations.removeAll { $0 === service && box != nil }
        }
    }

    /// The services in order of registration.
    var definitions: [ServiceDefinition] {
        let services = table.withLock { $0.services.values }
        return services.sorted { $0.position < $1.position }.map(\.definition)
    }

    /// Returns the error for a key that was not found in this registry or its parents.
    ///
    /// - Parameter service: If the key belongs to a parameter of an initializer, the type that the
    ///   initializer creates, otherwise `nil`.
    func error(
        for key: ServiceKey,
        parameterOf service: Any.Type?,
        chain: [String]
    ) -> ResolutionError {
        let chain = chain + [key.description]
        let registries = sequence(first: self, next: \.enclosing)
        let registered = registries.flatMap(\.definitions).map(RegisteredService.init)
        let sameService = registered.filter { $0.key.type == key.type && $0.key.name == key.name }
        if sameService.isEmpty {
            let nearMisses = registered.filter { $0.isNear(key) }
            return .notRegistered(key, parameterOf: service, chain: chain, nearMisses: nearMisses)
        }
        return .wrongArguments(key, parameterOf: service, chain: chain, registered: sameService)
    }
}

/// The services of a registry.
struct ServiceTable {
    private(set) var services: [ServiceKey: Service] = [:]

    /// The keys that have been registered as aliases of a service.
    private var aliases: [ServiceKey: Set<ServiceKey>] = [:]

    /// The closures of `beforeFirstResolution(_:)` that have not run. Each closure is represented
    /// by a service without an instance.
    var preparations: [Service] = []

    private var insertions = 0

    /// The first preparation that has not run, or `nil` if there is none. The property is also
    /// `nil` while the calling thread runs that preparation, so that the closure can resolve
    /// services.
    var nextPreparation: Service? {
        guard let next = preparations.first else { return nil }
        let construction = next.content.object as? Construction
        return construction?.isOwnedByThisThread == true ? nil : next
    }

    /// Adds a service, and returns the services that it replaces for the caller to release.
    mutating func insert(_ definition: ServiceDefinition) -> [Service] {
        let key = definition.key
        let service = Service(definition, at: insertions)
        insertions += 1
        if let original = definition.original {
            aliases[original, default: []].insert(key)
        }
        guard let replaced = services.updateValue(service, forKey: key) else {
            return []
        }
        // Aliases of the replaced service become aliases of the new service, so their instances are
        // outdated.
        let outdated = aliases[key, default: []].compactMap { alias in
            services[alias].map { (key: alias, value: $0) }
        }
        return [replaced] + reset(outdated.filter { $0.value.definition.original == key })
    }

    /// Replaces each of the services that has an instance or a construction with a service that has
    /// neither. Returns the replaced services for the caller to release.
    ///
    /// A running construction stores its instance in the replaced service, which is no longer in
    /// the table.
    mutating func reset(_ outdated: some Sequence<(key: ServiceKey, value: Service)>) -> [Service] {
        var replaced: [Service] = []
        for (key, service) in outdated where service.content.object != nil {
            services[key] = Service(service.definition, at: service.position)
            replaced.append(service)
        }
        return replaced
    }

    /// Removes all services, and returns them for the caller to release.
    mutating func removeServices() -> [ServiceKey: Service] {
        aliases = [:]
        defer {
            services = [:]
        }
        return services
    }
}
