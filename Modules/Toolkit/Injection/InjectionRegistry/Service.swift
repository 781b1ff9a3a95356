import Injection

/// A service in a registry, with its shared instance.
// This class is Sendable because the lock of the registry's table guards the state, even after the
// service has been removed from the table.
final class Service: @unchecked Sendable {
    let definition: ServiceDefinition

    /// The position in the order of registration.
    let position: Int

    /// The key that represents the service in a chain of resolutions.
    let link: FactoryKey

    /// The key that represents the service in a chain that may contain it several times.
    let repeatableLink: FactoryKey

    /// The shared instance.
    var content = InstanceContent()

    init(_ definition: ServiceDefinition, at position: Int = 0) {
        self.definition = definition
        self.position = position
        link = definition.key.makeLink()
        repeatableLink = definition.key.makeLink()
    }

    /// Returns the next step of a resolution, and begins a construction if the caller must build
    /// the instance.
    func step<Building: AnyConstruction>(
        _ begin: (FactoryKey) -> Building
    ) -> ConstructionStep<Building> {
        var content = content
        defer {
            self.content = content
        }
        return content.step { begin(link) }
    }
}
