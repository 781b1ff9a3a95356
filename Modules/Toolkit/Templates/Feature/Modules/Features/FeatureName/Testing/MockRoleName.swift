import CoreTesting
public import FeatureNameInterface

/// A mock `RoleName` whose methods call closures that the test sets.
public struct MockRoleName: RoleName {
    /// The closure for ``example(_:)``.
    public var onExample: @Sendable (String) async throws -> String = { _ in
        throw UnexpectedCall(of: "example(_:)", setting: "onExample")
    }

    /// Creates a mock. A call records an issue and throws an error if its closure is not set.
    public init() {}

    public func example(_ text: String) async throws -> String {
        try await onExample(text)
    }
}
