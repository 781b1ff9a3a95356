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
        table.discard { $0.renew(where: \.isShared) }
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

    /// Keeps the instance of a shared service, or makes room for the next try.
    func settle(_ service: Service<Owner>, as box: AnyObject?) {
        table.discard { table -> Service<Owner>? in
            if service.blueprint.isShared { service.instance = box.map { .built($0) } ?? .none }
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
