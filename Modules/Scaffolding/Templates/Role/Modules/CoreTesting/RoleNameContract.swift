public import Core
import Testing

/// What every `RoleName` promises, rule by rule; a test runs each rule on an empty one of its own.
public enum RoleNameContract: String, CaseIterable, Sendable {
    case valuesComeBack = "a value comes back under its key, and under no other"
    case laterValuesReplaceEarlierOnes = "a later value takes the place of an earlier one"
    case removedValuesAreGone = "a removed value is gone, and the others stay"
    case absentKeysAreIgnored = "removing what is not there does nothing"
    case emptyKeysAreRefused = "an empty key is refused, and nothing changes"
    case textIsKept = "keys and values are kept to the letter"

    /// Checks the rule on `subject`, which must be empty.
    public func check(_ subject: any RoleName) async throws {
        switch self {
        case .valuesComeBack:
            #expect(try await subject.value(for: "a") == nil)
            try await subject.set("1", for: "a")
            try await subject.set("2", for: "b")
            #expect(try await subject.value(for: "a") == "1")
            #expect(try await subject.value(for: "b") == "2")
            #expect(try await subject.value(for: "A") == nil)
        case .laterValuesReplaceEarlierOnes:
            try await subject.set("1", for: "a")
            try await subject.set("2", for: "a")
            #expect(try await subject.value(for: "a") == "2")
        case .removedValuesAreGone:
            try await subject.set("1", for: "a")
            try await subject.set("2", for: "b")
            try await subject.removeValue(for: "a")
            #expect(try await subject.value(for: "a") == nil)
            #expect(try await subject.value(for: "b") == "2")
        case .absentKeysAreIgnored:
            try await subject.set("1", for: "a")
            try await subject.removeValue(for: "b")
            #expect(try await subject.value(for: "a") == "1")
        case .emptyKeysAreRefused: try await checkEmptyKey(subject)
        case .textIsKept:
            let text = "'; --\n<b>&amp;</b>\t\\ \"👩‍👩‍👧 עברית \u{0}end"
            try await subject.set(text, for: text)
            #expect(try await subject.value(for: text) == text)
        }
    }

    private func checkEmptyKey(_ subject: any RoleName) async throws {
        try await subject.set("1", for: "a")
        await #expect(throws: RoleNameError.emptyKey) { try await subject.value(for: "") }
        await #expect(throws: RoleNameError.emptyKey) { try await subject.set("2", for: "") }
        await #expect(throws: RoleNameError.emptyKey) { try await subject.removeValue(for: "") }
        #expect(try await subject.value(for: "a") == "1")
    }
}
