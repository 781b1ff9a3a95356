import ProgramTesting
import Scaffolding
import Testing

// The features that cannot be split.
extension SplitTests {
    /// A replacement in the source, and the message and the remedy of the error.
    @Test(
        arguments: Row.table(
            #"""
            on date: Date → on date: Date = .now → Ledger.swift:15: 'date' has a default value, which protocol methods do not support → add an overload without the parameter instead
            public func add( → public static func add( → Ledger.swift:15: 'add' is static, but the protocol is used through a shared instance → declare it as a nonmutating instance member, or remove 'public'
            public func add( → public class func add( → Ledger.swift:15: 'add' is class, but the protocol is used through a shared instance → declare it as a nonmutating instance member, or remove 'public'
            public var count: Int { → public class var count: Int { → Ledger.swift:11: 'count' is class, but the protocol is used through a shared instance → declare it as a nonmutating instance member, or remove 'public'
            public func add( → public func add<T>( → Ledger.swift:15: bulkhead cannot generate a mock for the generic method 'add' → write the interface by hand
                private var total: Int { bills.reduce(0) { $0 + $1.amount } }⏎ →     public func rest⏎ → Ledger.swift:20: bulkhead cannot generate a mock for the generic method 'rest' → write the interface by hand
            _ bill: Bill, → _ bill: inout Bill, → Ledger.swift:15: 'bill' is 'inout', so a mock cannot implement the method → write the interface by hand
            _ bill: Bill, → _ bill, → Ledger.swift:15: a parameter has no type → correct the declaration
            _ bill: Bill, → _ bill: Bill..., → Ledger.swift:15: 'bill' is variadic, so a mock cannot implement the method → accept an array instead
            public var count: Int { bills.count } → public var count = 1 → 'count' has no type annotation → add one, as in 'public let count: Int'
            count: Int { bills.count } → count: Int = sum({ 1 }) → other modules can set 'count' → declare it 'public private(set) var'
                private var total →     public struct Entry {}⏎    private var total → a public 'struct' cannot become a requirement of the protocol → move it out of the type, or remove 'public'
            }⏎⏎/// A bill.⏎ → }⏎⏎#if DEBUG⏎#endif⏎ → Ledger.swift:23: it has declarations inside '#if' → move the condition into the declarations
            Factory<Ledger> → Factory<Int> → property of the form 'Factory<Type>' in 'BillsProviding' not found → declare one for the type that becomes the protocol
            """#
        )
    )
    func `reports a member that cannot be in the interface, and changes nothing`(row: Row)
        async throws
    {
        let texts = row.cells.map { $0.replacing("⏎", with: "\n") }
        try writeLedger { $0.replacing(texts[0], with: texts[1]) }
        let before = try shop.contents()
        let message = try await errorMessage { try await split() }
        #expect(message.contains(row[2]))
        #expect(message.contains("; \(row[3])"))
        #expect(try shop.differences(from: before) == [])
    }

    @Test(
        arguments: Row.table(
            """
            Notes → the interface of 'Notes' already exists; only a single-module feature can be split
            Nots → feature 'Nots' not found; the features are Notes, Tags
            """
        )
    )
    func `refuses to split a feature that has an interface or does not exist`(row: Row)
        async throws
    {
        let message = try await errorMessage { try await shop.make(FeatureSplit(row[0])) }
        #expect(message == row[1])
    }

    @Test(arguments: ["DefaultBillsFeature", "MockBillsFeature"])
    func `refuses to split a feature if a new type has the name of another`(
        name: String
    ) async throws {
        try shop.add(AddFeature("Bills", isSingle: true))
        let path = "Modules/Core/\(name).swift"
        try shop.write("struct \(name) {}\n", to: path)
        let message = try await errorMessage {
            try await split()
        }
        #expect(message == "type '\(name)' (\(path):1) already exists; choose another name")
    }
}
