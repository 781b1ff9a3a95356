public import Injection

/// The settings of one run of the program.
public struct Settings: Sendable, Hashable {
    /// The version of the program.
    public var version: String

    /// Creates settings.
    public init(version: String = "unknown") { self.version = version }
}

extension AppContainer {
    /// The settings, which the program registers before it resolves anything else.
    public var settings: Factory<Settings> {
        self { Settings() }.cached
    }
}
