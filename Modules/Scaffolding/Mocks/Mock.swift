/// A type that stands in for a role in tests.
package struct Mock: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// The module that holds it.
    package let module: String
    /// Whether it is made without arguments.
    package let needsNoArguments: Bool

    /// How a test makes one; nil where it must say more.
    package var expression: String? { needsNoArguments ? "\(name)()" : nil }
}
