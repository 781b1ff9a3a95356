/// A type that stands in for a role in tests.
public struct Mock: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// The module that holds it.
    public let module: String
    /// Whether it is made without arguments.
    public let needsNoArguments: Bool

    /// How a test makes one; nil where it must say more.
    public var expression: String? { needsNoArguments ? "\(name)()" : nil }
}
