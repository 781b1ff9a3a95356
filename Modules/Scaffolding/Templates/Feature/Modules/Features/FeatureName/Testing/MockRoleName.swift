public import FeatureNameInterface

/// A mock `RoleName` whose methods call closures that the test sets.
public struct MockRoleName: RoleName {
    /// The closure for ``example(_:)``.
    public var onExample: @Sendable (String) async throws -> String = { _ in
        fatalError("set 'onExample' before calling 'example(_:)'")
    }

    /// Creates a mock. A method stops the test process if its closure is not set.
    public init() {}

    public func example(_ text: String) async throws -> String {
        try await onExample(text)
    }
}
