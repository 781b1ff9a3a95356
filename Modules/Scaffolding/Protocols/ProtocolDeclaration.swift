/// A protocol and all that it demands.
package struct ProtocolDeclaration: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// Whether other packages, and modules without package access, see it.
    package let isPublic: Bool
    /// The protocols that it inherits from, those of its module and those of the language, in order.
    package let inherited: [String]
    /// What it demands, with what the protocols of its module that it inherits from demand, in order.
    package let requirements: [Requirement]
    /// The modules that the files in which its requirements stand import publicly, in alphabetical order.
    package let imports: [String]
    /// Where its name stands: `Modules/Core/WallClock.swift:8`.
    package let place: String

    /// Whether only classes conform to it.
    package var isClassBound: Bool { inherited.contains("AnyObject") }
}
