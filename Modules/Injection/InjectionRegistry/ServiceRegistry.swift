import Injection

/// The base class of ``Registry`` and ``AsyncRegistry``.
// Sendable because all mutable state is protected by a lock.
public class ServiceRegistry<Owner>: Hashable, @unchecked Sendable {
    private let enclosing: ServiceRegistry?
    let table = Locked(ServiceTable<Owner>())

    /// Creates a registry. No service is built until it is resolved or `buildEagerServices()` is called.
    public convenience init(
        @RegistrationBuilder<Owner> _ registrations: () -> RegistrationList<Owner> = { RegistrationList {} }
    ) {
        self.init(parent: nil, registrations())
    }

    required init(parent: ServiceRegistry?, _ registrations: RegistrationList<Owner>) {
        enclosing = parent
        register(registrations)
    }

    /// The registry that resolves services not registered in this one.
    public var parent: Self? { enclosing as? Self }

    /// Creates a registry with additional services that falls back to this one.
    ///
    /// The child keeps its parent alive, but the parent does not keep its children alive.
    public func child(@RegistrationBuilder<Owner> _ registrations: () -> RegistrationList<Owner>) -> Self {
        Self(parent: self, registrations())
    }

    /// Adds services. A service with the same key is replaced and its instance released. Instances already in use are not affected.
    public func register(_ registrations: some Registering<Owner>) {
        let definitions = registrations.registrations.definitions
        table.discard { $0.insert(definitions) }
    }

    public func register(@RegistrationBuilder<Owner> _ registrations: () -> RegistrationList<Owner>) {
        register(registrations())
    }

    /// Releases all shared instances of this registry. The next resolution builds them again.
    ///
    /// An instance under construction is returned to its waiting callers, but not stored.
    public func releaseSharedInstances() { table.discard { $0.removeInstances { $0.definition.isShared } } }

    public func clean() { table.discard { exchange(&$0.services, with: [:]) } }
    public static func == (a: ServiceRegistry, b: ServiceRegistry) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Stores the instance of a shared service, or frees its slot for the next attempt. Does nothing if the service was replaced or reset since the
    /// construction began.
    func settle(_ service: Service<Owner>, _ construction: AnyObject, as box: AnyObject?) {
        table.discard { table -> Service<Owner>? in
            if service.building === construction { (service.building, service.built) = (nil, box) }
            return box != nil && table.preparations.first === service ? table.preparations.removeFirst() : nil
        }
    }

    var eagerDefinitions: [ServiceDefinition<Owner>] { table.withLock(\.definitions).filter(\.isEager) }

    var registeredServices: [RegisteredService] {
        sequence(first: self, next: \.enclosing).flatMap { registry in
            registry.table.withLock(\.definitions).map(RegisteredService.init)
        }
    }
}

struct ServiceTable<Owner> {
    typealias Entry = Service<Owner>

    enum Step<Building> {
        case open(AnyObject)
        /// Wait for a construction by another thread or task.
        case wait(Entry, Building)
        case build(Entry, Building)
        case make(Entry)
    }

    var services: [ServiceKey: Entry] = [:]
    private var count = 0
    var preparations: [Entry] = []

    /// Returns the next step for a key, starting a construction if the caller must build; nil if the key is not registered.
    func step<Building: AnyObject>(for key: ServiceKey, _ begin: (FactoryKey) -> Building) -> Step<Building>? {
        guard let service = services[key] else { return nil }
        return service.definition.isShared ? step(for: service, begin) : .make(service)
    }

    func step<Building: AnyObject>(for service: Entry, _ begin: (FactoryKey) -> Building) -> Step<Building> {
        if let box = service.built { return .open(box) }
        // Each type of owner uses one type of construction.
        if let other = service.building { return .wait(service, unsafe unsafeDowncast(other, to: Building.self)) }
        let construction = begin(service.link)
        service.building = construction
        return .build(service, construction)
    }

    /// Adds or replaces services; returns the removed objects for the caller to release after the lock.
    mutating func insert(_ definitions: [ServiceDefinition<Owner>]) -> [AnyObject] {
        var removed: [AnyObject] = []
        for definition in definitions {
            count += 1
            if let old = services.updateValue(Entry(definition, order: count), forKey: definition.key) {
                // Aliases of the replaced service are aliases of the new one.
                removed += [old] + removeInstances { $0.definition.source == definition.key }
            }
        }
        return removed
    }

    /// Removes the instances of services; returns them, for the caller to release after the lock. Also removes running constructions, which then do not store
    /// their instances.
    func removeInstances(where isOutdated: (Entry) -> Bool) -> [AnyObject] {
        services.values.compactMap { service in
            if service.built == nil && service.building == nil || !isOutdated(service) { return nil }
            return exchange(&service.building, with: nil) ?? exchange(&service.built, with: nil)
        }
    }

    var definitions: [ServiceDefinition<Owner>] { services.values.sorted { $0.order < $1.order }.map(\.definition) }
}

// Sendable because its mutable state is protected by the lock of its table, even after removal.
@usableFromInline final class Service<Owner>: @unchecked Sendable {
    let definition: ServiceDefinition<Owner>
    let link: FactoryKey
    let order: Int

    /// The constructions that identify new instances in a chain, one for requests to this registry and one for requests to a child. No thread waits on them.
    let mark: Construction
    let inheritedMark: Construction

    /// The construction of the shared instance; its type depends on the owner.
    var building: AnyObject?
    var built: AnyObject?

    init(_ definition: ServiceDefinition<Owner>, order: Int) {
        self.definition = definition
        self.order = order
        let key = definition.key
        // The parameter is the description of a link with an empty name.
        link = FactoryKey(
            container: Owner.self, factory: key.type, name: "", fileID: nil, parameter: AnyHashable(key))
        mark = Construction(of: link)
        inheritedMark = Construction(of: link)
    }
}
