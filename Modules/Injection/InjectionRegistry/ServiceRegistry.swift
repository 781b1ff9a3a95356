import Injection

/// What a ``Registry`` and an ``AsyncRegistry`` have in common.
// Sendable because all that changes is under a lock.
public class ServiceRegistry<Owner>: Hashable, @unchecked Sendable {
    private let enclosing: ServiceRegistry?
    let table = Locked(ServiceTable<Owner>())

    /// Makes a registry. Nothing is built until it is asked for, or told to build its eager services.
    public convenience init(
        @RegistrationBuilder<Owner> _ registrations: () -> RegistrationList<Owner> = { RegistrationList {} }
    ) {
        self.init(parent: nil, registrations())
    }

    required init(parent: ServiceRegistry?, _ registrations: RegistrationList<Owner>) {
        enclosing = parent
        register(registrations)
    }

    /// The registry that is asked for what is not registered in this one.
    public var parent: Self? { enclosing as? Self }

    /// Makes a registry that has services of its own, and falls back to this one for all others.
    ///
    /// It keeps its parent alive, and not the other way round.
    public func child(@RegistrationBuilder<Owner> _ registrations: () -> RegistrationList<Owner>) -> Self {
        Self(parent: self, registrations())
    }

    /// Adds services, at any time; one that was registered for the same key is replaced, and its instance let go.
    ///
    /// What others were given before stays as it is.
    public func register(_ registrations: some Registering<Owner>) {
        let blueprints = registrations.registrations.blueprints
        table.discard { $0.insert(blueprints) }
    }

    /// Adds services, at any time; see ``register(_:)``.
    public func register(@RegistrationBuilder<Owner> _ registrations: () -> RegistrationList<Owner>) {
        register(registrations())
    }

    /// Lets go of all shared instances of this registry; they are made again when they are next asked for.
    ///
    /// An instance that is being built is still handed to those who wait for it, and not kept.
    public func releaseSharedInstances() {
        table.discard { $0.removeInstances(where: \.isShared) }
    }

    /// Removes all registrations of this registry, and with them its instances.
    public func clean() {
        table.discard { exchange(&$0.services, with: [:]) }
    }

    /// Whether both are the same registry.
    public static func == (a: ServiceRegistry, b: ServiceRegistry) -> Bool { a === b }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// Stores the instance of a shared service, or frees its place for the next attempt. Does nothing if the service was replaced or
    /// reset since the construction began.
    func settle(_ service: Service<Owner>, _ construction: AnyObject, as box: AnyObject?) {
        table.discard { table -> Service<Owner>? in
            if case .building(let current) = service.instance, current === construction {
                service.instance = box.map { .built($0) } ?? .none
            }
            return box != nil && table.preparations.first === service ? table.preparations.removeFirst() : nil
        }
    }

    /// The eager services, in order of registration.
    var eagerBlueprints: [Blueprint<Owner>] { table.withLock(\.blueprints).filter(\.isEager) }

    /// The services of this registry and its parents.
    var registeredServices: [RegisteredService] {
        sequence(first: self, next: \.enclosing).flatMap { registry in
            registry.table.withLock(\.blueprints).map(RegisteredService.init)
        }
    }
}

/// What is registered in one registry, and its instances.
struct ServiceTable<Owner> {
    typealias Entry = Service<Owner>

    /// What a resolution has to do.
    enum Step<Building> {
        /// Open this box.
        case open(AnyObject)
        /// Wait for others.
        case wait(Entry, Building)
        /// Build the instance: nobody else does.
        case build(Entry, Building)
        /// Make a new instance.
        case make(Entry)
    }

    var services: [ServiceKey: Entry] = [:]
    private var count = 0

    /// What has to run before the next resolution, in order.
    var preparations: [Entry] = []

    /// Finds what is registered under a key, or takes its place for the caller to build it; nil if there is nothing.
    func step<Building: AnyObject>(for key: ServiceKey, _ begin: (FactoryKey) -> Building) -> Step<Building>? {
        guard let service = services[key] else { return nil }
        return service.blueprint.isShared ? step(for: service, begin) : .make(service)
    }

    func step<Building: AnyObject>(for service: Entry, _ begin: (FactoryKey) -> Building) -> Step<Building> {
        switch service.instance {
        case .built(let box): return .open(box)
        // What an owner's resolutions begin is of one kind.
        case .building(let other): return .wait(service, unsafe unsafeDowncast(other, to: Building.self))
        case .none:
            let construction = begin(service.link)
            service.instance = .building(construction)
            return .build(service, construction)
        }
    }

    /// Adds or replaces services; returns what it removes, for the caller to release after the lock.
    mutating func insert(_ blueprints: [Blueprint<Owner>]) -> [AnyObject] {
        var removed: [AnyObject] = []
        for blueprint in blueprints {
            count += 1
            if let old = services.updateValue(Entry(blueprint, order: count), forKey: blueprint.key) {
                // Aliases of the replaced service are aliases of the new one.
                removed += [old] + removeInstances { $0.source == blueprint.key }
            }
        }
        return removed
    }

    /// Removes the instances of services; returns them, for the caller to release after the lock.
    ///
    /// A construction that is running is removed too, and does not store its instance.
    func removeInstances(where isOutdated: (Blueprint<Owner>) -> Bool) -> [AnyObject] {
        services.values.compactMap { service in
            guard isOutdated(service.blueprint) else { return nil }
            switch exchange(&service.instance, with: .none) {
            case .none: return nil
            case .building(let object), .built(let object): return object
            }
        }
    }

    /// What is registered, in order.
    var blueprints: [Blueprint<Owner>] {
        services.values.sorted { $0.order < $1.order }.map(\.blueprint)
    }
}

/// A blueprint in a registry, and its instance.
// Sendable because all that changes is guarded by the lock of the table that it is in, or was.
final class Service<Owner>: @unchecked Sendable {
    enum Instance {
        case none
        /// By a construction of the kind that the owner's resolutions use.
        case building(AnyObject)
        case built(AnyObject)
    }

    let blueprint: Blueprint<Owner>
    /// The link of the chain that makes it.
    let link: FactoryKey
    /// Its place among the registrations of the table.
    let order: Int

    /// What the chain tells the services that it makes anew by, apart for those that this registry was asked for and those that a
    /// child was, which are other instances. Nobody waits for them.
    let mark: Construction
    let inheritedMark: Construction

    var instance = Instance.none

    init(_ blueprint: Blueprint<Owner>, order: Int) {
        self.blueprint = blueprint
        self.order = order
        let key = blueprint.key
        // A link with an empty name is described by its parameter.
        link = FactoryKey(
            container: Owner.self, factory: key.type, name: "", fileID: nil, parameter: AnyHashable(key))
        mark = Construction(of: link)
        inheritedMark = Construction(of: link)
    }
}
