import Injection

/// A service in a registry, with its shared instance.
// Sendable because the lock of the registry's table guards the state, even after the service has
// been removed from the table.
final class Service: @unchecked Sendable {
    enum State {
        /// The object is a `Construction` or an `AsyncConstruction`.
        case building(AnyObject)
        case built(AnyObject)
    }

    /// The next step of a resolution.
    enum Step<Building> {
        /// Use the shared instance.
        case use(AnyObject)
        /// Build the shared instance if the construction is new; otherwise wait for it.
        case construct(Service, Building, isNew: Bool)
        /// Create an instance that is not shared.
        case create(Service)
    }

    let definition: ServiceDefinition

    /// The position in the order of registration.
    let position: Int

    /// The key that represents the service in a chain of resolutions.
    let link: FactoryKey

    /// The key that represents the service in a chain that may contain it several times.
    let repeatableLink: FactoryKey

    var state: State?

    init(_ definition: ServiceDefinition, at position: Int = 0) {
        self.definition = definition
        self.position = position
        link = definition.key.makeLink()
        repeatableLink = definition.key.makeLink()
    }

    /// Returns the next step, and begins a construction if the caller must build the shared
    /// instance.
    func step<Building: AnyObject>(_ begin: (FactoryKey) -> Building) -> Step<Building> {
        switch state {
        case .built(let box):
            return .use(box)
        case .building(let construction as Building):
            return .construct(self, construction, isNew: false)
        default:
            guard definition.isShared else { return .create(self) }
            let construction = begin(link)
            state = .building(construction)
            return .construct(self, construction, isNew: true)
        }
    }
}
