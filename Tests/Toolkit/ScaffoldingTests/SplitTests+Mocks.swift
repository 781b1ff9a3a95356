import ProgramTesting
import Testing

// The mocks that a split writes.
extension SplitTests {
    @Test func `the parameters of a mock can be generic types and functions`() async throws {
        let parameters =
            "_ bills: Dictionary<String, Bill>, by key: @Sendable (Bill) -> Int, on date: Date"
        let mock = try await split(into: "Testing/MockLedger.swift") {
            $0.replacing("_ bill: Bill, on date: Date", with: parameters)
        }
        let types = "Dictionary<String, Bill>, @Sendable (Bill) -> Int, Date"
        let closure = "    public var onAdd: @Sendable (\(types)) async -> Int = { _, _, _ in\n"
        #expect(mock.contains(closure))
    }

    /// Splits a feature whose type has a method `total()` with the given signature after its name,
    /// and returns the source of the mock.
    private func mock(ofTotal signature: String) async throws -> String {
        try await split(into: "Testing/MockLedger.swift") {
            $0.replacing("public var count: Int {", with: "public func total\(signature) {")
        }
    }

    @Test(
        arguments: Row.table(
            #"""
            () -> Int → 0
            () -> Double → 0
            () -> Bool → false
            () -> String → ""
            () -> Bill? → nil
            () -> [Bill] → []
            () -> [(a: Int, b: () -> Bill)] → []
            () -> [[String: Bill]] → []
            () -> [String: Bill] → [:]
            () throws(BillError) -> Int → 0
            """#
        )
    )
    func `a mock whose closure is not set records an issue and returns a value`(row: Row)
        async throws
    {
        let mock = try await mock(ofTotal: row[0])
        #expect(
            mock.contains(
                """
                 = {
                        _ = UnexpectedCall(of: "total()", setting: "onTotal")
                        return \(row[1])
                    }
                """
            )
        )
        #expect(
            mock.hasPrefix(
                "import CoreTesting\npublic import BillsInterface\npublic import Foundation\n\n"
            )
        )
        #expect(!mock.contains("fatalError"))
        #expect(mock.contains("A call records an issue if its closure is not set.\n"))
    }

    @Test(
        arguments: Row.table(
            """
            () → _ = → records an issue
            () throws -> Bill → throw → records an issue and throws an error, or records an issue
            """
        )
    )
    func `a mock whose closure is not set returns nothing, or throws an error`(row: Row)
        async throws
    {
        let mock = try await mock(ofTotal: row[0])
        let call = "UnexpectedCall(of: \"total()\", setting: \"onTotal\")"
        #expect(mock.contains(" = {\n        \(row[1]) \(call)\n    }\n"))
        #expect(mock.contains("A call \(row[2]) if its closure is not set.\n"))
    }

    @Test(arguments: ["Bill", "[Bill].Index", "@Sendable () -> Bill?"])
    func `a mock that can neither throw an error nor return a value stops the process`(
        type: String
    ) async throws {
        let mock = try await mock(ofTotal: "() -> \(type)")
        #expect(
            mock.contains(
                """
                 = {
                        // This call can neither throw an error nor return a value of its type.
                        fatalError("set 'onTotal' before calling 'total()'")
                    }
                """
            )
        )
        let failure = "records an issue, or stops the test process if its closure is not set.\n"
        #expect(mock.contains("A call \(failure)"))
    }
}
