/// What the start of the program decides; registered once, before anything else is resolved.
public struct Settings: Sendable, Hashable {
    /// The version of the program.
    public var version: String

    /// Makes settings.
    public init(version: String = "unknown") { self.version = version }
}
