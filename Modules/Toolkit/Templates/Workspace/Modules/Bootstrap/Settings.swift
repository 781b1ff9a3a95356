public import Injection

/// The settings of one run of the program.
public struct Settings: Sendable, Hashable {
    public var version: String
    /// The path of the file with the notes.  // starter
    public var notesPath: String  // starter

    public init(version: String = "unknown") { self.version = version }  // empty
    // starter
    public init(version: String = "unknown", notesPath: String = "notes.json") {
        self.version = version
        self.notesPath = notesPath
    }
    // end
}

extension AppContainer {
    /// The settings. The program registers them before it resolves anything else.
    public var settings: Factory<Settings> {
        self { Settings() }.cached
    }
}
