public import Injection

/// The settings of one run of the program.
public struct Settings: Sendable, Hashable {
    /// The version of the program.
    public var version: String
    /// The path of the file with the notes.
    public var notesPath: String

    /// Creates settings.
    public init(version: String = "unknown", notesPath: String = "notes.json") {
        self.version = version
        self.notesPath = notesPath
    }
}

extension AppContainer {
    /// The settings, which the program registers before it resolves anything else.
    public var settings: Factory<Settings> {
        self { Settings() }.cached
    }
}
