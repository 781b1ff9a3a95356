public import Core
public import Testing

/// A `RoleName` in memory.
public struct InMemoryRoleName: RoleName {
    public init() {}

    public func example(_ text: String) async throws -> String {
        text
    }
}

/// A rule that every `RoleName` must satisfy, and a check of the rule. A failure names the rule.
public struct RoleNameContract: Sendable, CaseIterable, CustomTestStringConvertible {
    public let testDescription: String
    private let body: @Sendable (any RoleName) async throws -> Void

    private init(
        _ rule: String,
        body: @escaping @Sendable (any RoleName) async throws -> Void
    ) {
        testDescription = rule
        self.body = body
    }

    /// Checks that `subject` satisfies the rule.
    public func check(_ subject: any RoleName) async throws {
        try await body(subject)
    }

    public static let allCases: [Self] = [
        Self("the example method returns its argument") { subject in
            let text = try await subject.example("text")
            #expect(text == "text")
        }
    ]
}
