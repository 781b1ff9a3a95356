public import FeatureNameInterface

/// A `RoleName` whose methods are closures of a test.
public struct MockRoleName: RoleName {
    /// The closure for ``example(_:)``.
    public var onExample: @Sendable (String) async throws -> String = { _ in fatalError("example(_:) is not set") }

    /// Creates a mock. A call for which the test has no closure ends the test.
    public init() {}

    public func example(_ text: String) async throws -> String { try await onExample(text) }
}
