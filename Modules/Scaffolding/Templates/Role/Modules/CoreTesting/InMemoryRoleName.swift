public import Core
import Testing

/// A `RoleName` in memory.
public struct InMemoryRoleName: RoleName {
    public init() {}

    public func example(_ text: String) async throws -> String {
        text
    }
}

/// The rules for every implementation of `RoleName`.
public enum RoleNameContract: String, CaseIterable, Sendable {
    case example = "the example returns its text"

    public func check(_ subject: any RoleName) async throws {
        switch self {
        case .example: #expect(try await subject.example("text") == "text")
        }
    }
}
