/// A protocol of which a container promises an instance.
package struct Role: Sendable, Hashable {
    /// Where it is declared.
    package enum Home: Sendable, Hashable {
        /// In Core, for services to implement.
        case core
        /// In the interface of that feature.
        case feature(String)

        /// The module.
        package var module: String {
            switch self {
            case .core: "Core"
            case .feature(let name): "\(name)Interface"
            }
        }

        /// The module of its mocks.
        package var testingModule: String {
            switch self {
            case .core: "CoreTesting"
            case .feature(let name): "\(name)Testing"
            }
        }

        /// The folder of the module.
        package var folder: String {
            switch self {
            case .core: "Modules/Core"
            case .feature(let name): "Modules/Features/\(name)/Interface"
            }
        }

        /// The folder of the mocks' module.
        package var testingFolder: String {
            switch self {
            case .core: "Modules/CoreTesting"
            case .feature(let name): "Modules/Features/\(name)/Testing"
            }
        }
    }

    /// The name of the protocol.
    package let name: String
    /// The property of a container that provides it.
    package let property: String
    /// The container protocol that promises it.
    package let container: String
    /// Where it is declared.
    package let home: Home

    /// Names a role.
    package init(name: String, property: String, container: String, home: Home) {
        self.name = name
        self.property = property
        self.container = container
        self.home = home
    }
}
