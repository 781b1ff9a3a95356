import Injection

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

    /// Adds or replaces services; returns those that it lets go of, for the caller to release once the lock is free.
    mutating func insert(_ blueprints: [Blueprint<Owner>]) -> [Entry] {
        var removed: [Entry] = []
        for blueprint in blueprints {
            count += 1
            if let old = services.updateValue(Entry(blueprint, order: count), forKey: blueprint.key) {
                // Other views of what was replaced are views of what replaces it.
                removed += [old] + renew { $0.source == blueprint.key }
            }
        }
        return removed
    }

    /// Replaces services by the same without an instance; returns the old ones, for the caller to release.
    ///
    /// A construction that is under way settles the service that it began with, and nobody finds that any more.
    mutating func renew(where isOutdated: (Blueprint<Owner>) -> Bool) -> [Entry] {
        let outdated = services.values.filter { isOutdated($0.blueprint) }
        for old in outdated { services[old.blueprint.key] = Entry(old.blueprint, order: old.order) }
        return outdated
    }

    /// What is registered, in order.
    var blueprints: [Blueprint<Owner>] {
        services.values.sorted { $0.order < $1.order }.map(\.blueprint)
    }
}
