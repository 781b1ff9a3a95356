package import RoleModule
import Testing

/// A `RoleName` in memory.
package struct InMemoryRoleName: RoleName {
    package init() {}

    package func example(_ text: String) async throws -> String {
        text
    }
}

/// A rule that every `RoleName` must satisfy, and a check of the rule. A failure names the rule.
package struct RoleNameContract: Sendable, CaseIterable, CustomTestStringConvertible {
    package let testDescription: String
    private let body: @Sendable (any RoleName) async throws -> Void

    private init(
        _ rule: String,
        body: @escaping @Sendable (any RoleName) async throws -> Void
    ) {
        testDescription = rule
        self.body = body
    }

    /// Checks that `subject` satisfies the rule.
    package func check(_ subject: any RoleName) async throws {
        try await body(subject)
    }

    package static let allCases: [Self] = [
        Self("the example method returns its argument") { subject in
            let text = try await subject.example("text")
            #expect(text == "text")
        }
    ]
}
