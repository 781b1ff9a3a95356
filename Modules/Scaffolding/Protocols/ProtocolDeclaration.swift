/// A protocol and all that it demands.
public struct ProtocolDeclaration: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Whether other packages, and modules without package access, see it.
    public let isPublic: Bool
    /// The protocols that it inherits from, those of its module and those of the language, in order.
    public let inherited: [String]
    /// What it demands, with what the protocols of its module that it inherits from demand, in order.
    public let requirements: [Requirement]
    /// The modules that the files in which its requirements stand import publicly, in alphabetical order.
    public let imports: [String]
    /// Where its name stands: `Modules/Core/WallClock.swift:8`.
    public let place: String

    /// Whether only classes conform to it.
    public var isClassBound: Bool { inherited.contains("AnyObject") }
}
