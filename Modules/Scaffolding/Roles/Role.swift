/// A protocol of which a container promises an instance.
public struct Role: Sendable, Hashable {
    /// Where it is declared.
    public enum Home: Sendable, Hashable {
        /// In Core, for services to implement.
        case core
        /// In the interface of that feature.
        case feature(String)

        /// The module.
        public var module: String {
            switch self {
            case .core: "Core"
            case .feature(let name): "\(name)Interface"
            }
        }

        /// The module of its mocks.
        public var testingModule: String {
            switch self {
            case .core: "CoreTesting"
            case .feature(let name): "\(name)Testing"
            }
        }

        /// The folder of the module.
        public var folder: String {
            switch self {
            case .core: "Modules/Core"
            case .feature(let name): "Modules/Features/\(name)/Interface"
            }
        }

        /// The folder of the mocks' module.
        public var testingFolder: String {
            switch self {
            case .core: "Modules/CoreTesting"
            case .feature(let name): "Modules/Features/\(name)/Testing"
            }
        }
    }

    /// The name of the protocol.
    public let name: String
    /// The property of a container that provides it.
    public let property: String
    /// The container protocol that promises it.
    public let container: String
    /// Where it is declared.
    public let home: Home

    /// Names a role.
    public init(name: String, property: String, container: String, home: Home) {
        self.name = name
        self.property = property
        self.container = container
        self.home = home
    }
}
