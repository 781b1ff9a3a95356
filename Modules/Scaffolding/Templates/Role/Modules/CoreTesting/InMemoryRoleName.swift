public import Core
import Testing

/// A `RoleName` without a system behind it.
public struct InMemoryRoleName: RoleName {
    /// Creates a mock.
    public init() {}

    public func example(_ text: String) async throws -> String { text }
}

/// The rules for every implementation of `RoleName`.
public enum RoleNameContract: String, CaseIterable, Sendable {
    case example = "the example returns its text"

    /// Checks the rule.
    public func check(_ subject: any RoleName) async throws {
        switch self {
        case .example: #expect(try await subject.example("text") == "text")
        }
    }
}
