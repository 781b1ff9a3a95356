/// What the start of the program decides; registered once, before anything else is resolved.
public struct Settings: Sendable, Hashable {
    /// The version of the program.
    public var version: String
    /// The path of the file with the notes.
    public var notesPath: String

    /// Makes settings; without a path, the notes lie in the folder in which the program runs.
    public init(version: String = "unknown", notesPath: String = "notes.json") {
        self.version = version
        self.notesPath = notesPath
    }
}
