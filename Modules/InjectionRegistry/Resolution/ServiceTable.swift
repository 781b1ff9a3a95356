import Injection

/// What is registered in one registry, and its instances.
struct ServiceTable<Owner, Building: AnyObject> {
    typealias Entry = Service<Owner, Building>

    /// What a resolution has to do.
    enum Step {
        /// Open this box.
        case open(AnyObject)
        /// Wait for others.
        case wait(Entry, Building)
        /// Build the instance: nobody else does.
        case build(Entry, Building)
        /// Make a new instance.
        case make(Entry)
        /// Look elsewhere.
        case absent
    }

    private(set) var services: [ServiceKey: Entry] = [:]
    private var count = 0

    /// The instance that is there.
    func instance(for key: ServiceKey) -> AnyObject? {
        if case .built(let box)? = services[key]?.instance { box } else { nil }
    }

    /// Finds what is registered under a key, or takes its place for the caller to build it.
    func step(for key: ServiceKey, _ building: (Entry) -> Building) -> Step {
        guard let service = services[key] else { return .absent }
        guard service.blueprint.isShared else { return .make(service) }
        return Self.step(for: service, building)
    }

    static func step(for service: Entry, _ building: (Entry) -> Building) -> Step {
        switch service.instance {
        case .built(let box): return .open(box)
        case .building(let construction): return .wait(service, construction)
        case .none:
            let construction = building(service)
            service.instance = .building(construction)
            return .build(service, construction)
        }
    }

    /// Adds or replaces services; returns what it lets go of, for the caller to release once the lock is free.
    mutating func insert(_ blueprints: [Blueprint<Owner>]) -> [AnyObject] {
        var removed: [AnyObject] = []
        for blueprint in blueprints {
            count += 1
            guard let old = services.updateValue(Entry(blueprint, order: count), forKey: blueprint.key) else {
                continue
            }
            removed.append(old)
            // Other views of what was replaced are views of what replaces it.
            for service in services.values where service.blueprint.source == blueprint.key {
                if let box = release(service) { removed.append(box) }
            }
        }
        return removed
    }

    /// Removes all services; returns them.
    mutating func removeAll() -> [ServiceKey: Entry] {
        defer { services = [:] }
        return services
    }

    /// Forgets all instances; returns them.
    func releaseInstances() -> [AnyObject] {
        services.values.compactMap(release)
    }

    private func release(_ service: Entry) -> AnyObject? {
        defer { service.instance = .none }
        if case .built(let box) = service.instance { return box }
        return nil
    }

    /// What is registered, in order.
    var blueprints: [Blueprint<Owner>] {
        services.values.sorted { $0.order < $1.order }.map(\.blueprint)
    }
}
