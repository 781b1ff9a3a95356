public import Core

/// A `RoleName` without a system behind it.
public struct InMemoryRoleName: RoleName {
    /// Creates a mock.
    public init() {}

    public func example(_ text: String) async throws -> String { text }
}
