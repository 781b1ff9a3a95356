import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Tests the split of a single-module feature into an interface, an implementation and mocks.
struct SplitTests {
    let shop: SampleWorkspace
    let folder = "Modules/Features/Bills"

    init() throws {
        shop = try SampleWorkspace()
    }

    @discardableResult func split() async throws -> [String] {
        try await shop.make(FeatureSplit("Bills"))
    }

    @Test(arguments: [
        [AddFeature("Bills", isSingle: true), AddFeature("Bills")],
        [
            AddFeature("Bills", role: "InvoiceKeeper", hasExample: true, isSingle: true),
            AddFeature("Bills", role: "InvoiceKeeper", hasExample: true),
        ],
    ])
    func `a split feature is equal to a feature that was added with an interface`(
        features: [AddFeature]
    ) async throws {
        let other = try SampleWorkspace()
        try other.add(features[1])
        try shop.add(features[0])
        #expect(try shop.differences(from: other.contents()) != [])
        try await split()
        let expected = try other.contents()
        for path in try shop.differences(from: expected) {
            Issue.record(
                "\(path):\n\(String(decoding: expected[path] ?? Data(), as: UTF8.self))\n\((try? shop.text(path)) ?? "")"
            )
        }
    }

    @Test func `adding, splitting, renaming and removing a feature leaves no trace`() async throws {
        let before = try shop.contents()
        try shop.add(AddFeature("Bills", hasExample: true, isSingle: true))
        try await split()
        let added = try shop.contents()
        try shop.rename(.feature, "Bills", to: "Zebra")
        #expect(try shop.places(of: "Bills") == [])
        #expect(try shop.places(of: "bills") == [])
        try shop.rename(.feature, "Zebra", to: "Bills")
        #expect(try shop.differences(from: added) == [])
        try await shop.make(Removal(.feature, "Bills"))
        #expect(try shop.differences(from: before) == [])
    }

    private static let ledger = """
        public import Foundation
        public import Injection

        /// Adds up bills.
        public actor Ledger {
            private var bills: [Bill] = []

            package init() {}

            /// The number of bills.
            public var count: Int { bills.count }

            /// Adds a bill and returns the total.
            @discardableResult
            public func add(_ bill: Bill, on date: Date) -> Int {
                bills.append(bill)
                return total
            }

            private var total: Int { bills.reduce(0) { $0 + $1.amount } }
        }

        /// A bill.
        public struct Bill: Sendable {
            public let amount: Int
            public init(amount: Int) { self.amount = amount }
        }

        public protocol BillsProviding: SharedContainer {
            var ledger: Factory<Ledger> { get }
        }

        """

    func writeLedger(_ change: (String) -> String = { $0 }) throws {
        try shop.add(AddFeature("Bills", role: "Ledger", isSingle: true))
        try shop.write(change(Self.ledger), to: "\(folder)/Ledger.swift")
    }

    /// Splits the feature after a change of its source, and returns a file of the result.
    func split(
        into file: String,
        _ change: (String) -> String
    ) async throws -> String {
        try writeLedger(change)
        try await split()
        return try shop.text("\(folder)/\(file)")
    }

    @Test func `turns public members into a protocol and a mock, and moves other public types`()
        async throws
    {
        try writeLedger()
        try shop.write(
            "import Bootstrap\npublic import Bills\nlet ledger: Ledger? = nil\nlet all: [Ledger] = []\n",
            to: "App/Shop/Bills.swift"
        )
        let notes = try await split()
        #expect(
            try shop.text("\(folder)/Interface/Ledger.swift") == """
                public import Foundation
                public import Injection

                /// Adds up bills.
                public protocol Ledger: Sendable {
                    /// The number of bills.
                    var count: Int { get async }

                    /// Adds a bill and returns the total.
                    @discardableResult func add(_ bill: Bill, on date: Date) async -> Int
                }

                /// A bill.
                public struct Bill: Sendable {
                    public let amount: Int
                    public init(amount: Int) { self.amount = amount }
                }

                public protocol BillsProviding: SharedContainer {
                    var ledger: Factory<any Ledger> { get }
                }

                """
        )
        #expect(
            try shop.text("\(folder)/Implementation/DefaultLedger.swift") == """
                package import BillsInterface
                package import Foundation

                /// The implementation of `Ledger` for production.
                package actor DefaultLedger: Ledger {
                    private var bills: [Bill] = []

                    package init() {}

                    package var count: Int { bills.count }

                    @discardableResult
                    package func add(_ bill: Bill, on date: Date) -> Int {
                        bills.append(bill)
                        return total
                    }

                    private var total: Int { bills.reduce(0) { $0 + $1.amount } }
                }

                """
        )
        let mock = try shop.text("\(folder)/Testing/MockLedger.swift")
        #expect(
            mock.contains(
                "    public var onAdd: @Sendable (Bill, Date) async -> Int = { _, _ in\n"
            )
        )
        #expect(
            mock.contains(
                "    public var count: Int {\n        get async { await onCount() }\n    }\n"
            )
        )
        #expect(
            try shop.text("App/Shop/Bills.swift")
                == "public import BillsInterface\nimport Bootstrap\nlet ledger: (any Ledger)? = nil\nlet all: [any Ledger] = []\n"
        )
        let note =
            "build the workspace, and correct the imports and members that the compiler reports"
        #expect(notes == [note])
    }

    @Test(
        arguments: Row.table(
            """
            uses: ["NotesInterface"] → exposes: ["NotesInterface"]
            uses: ["TagsInterface", "NotesInterface"], tests: [] → uses: ["TagsInterface"], exposes: ["NotesInterface"], tests: []
            """
        )
    )
    func `exposes the module of another feature whose types are public`(row: Row) async throws {
        try writeLedger {
            "public import NotesInterface\n\($0)"
                .replacing("_ bill: Bill", with: "_ bill: NoteBookmark")
        }
        let manifest = try shop.text("Package.swift")
        let function =
            "func feature(_ name: String, uses: [String] = [], exposes: [String] = [])\n"
        try shop.write(
            manifest.replacing("single(\"Bills\")", with: "single(\"Bills\", \(row[0]))")
                + function,
            to: "Package.swift"
        )
        try await split()
        let line = "    feature(\"Bills\", \(row[1])),\n"
        #expect(try shop.text("Package.swift").contains(line))
        let interface = try shop.text("\(folder)/Interface/Ledger.swift")
        #expect(interface.contains("public import NotesInterface\n"))
        let mock = try shop.text("\(folder)/Testing/MockLedger.swift")
        #expect(mock.contains("public import NotesInterface\n"))
    }

    @Test func `a public member can have any modifier, and follow any declaration`() async throws {
        let modifiers = "nonisolated override required dynamic borrowing consuming unsafe final"
        let keywords = "typealias let var init subscript struct class enum func actor extension"
        var members = modifiers.split(separator: " ").map { word in
            "    \(word) public func \(word)Member() {}\n"
        }
        members += keywords.split(separator: " ").map { word in
            "    private \(word) name\n    public func \(word)Member() {}\n"
        }
        let interface = try await split(into: "Interface/Ledger.swift") { text in
            text.replacing("    package init() {}\n", with: members.joined())
        }
        for word in "\(modifiers) \(keywords)".split(separator: " ") {
            #expect(interface.contains("func \(word)Member()"))
        }
    }

    @Test func `does not change a page that contains an import of the feature`() async throws {
        try writeLedger()
        let page = "import Bills\n"
        try shop.write(page, to: "Docs/Bills.md")
        try await split()
        #expect(try shop.text("Docs/Bills.md") == page)
    }

    @Test func `does not expose a module that only the implementation uses`() async throws {
        try writeLedger { "package import NotesInterface\n\($0)" }
        let uses = "\"Bills\", uses: [\"NotesInterface\"]"
        let manifest = try shop.text("Package.swift")
        try shop.write(
            manifest.replacing("single(\"Bills\")", with: "single(\(uses))"),
            to: "Package.swift"
        )
        try await split()
        #expect(try shop.text("Package.swift").contains("    feature(\(uses)),\n"))
        let interface = try shop.text("\(folder)/Interface/Ledger.swift")
        #expect(!interface.contains("NotesInterface"))
    }

    @Test
    func `moves a file of public types as a whole, and divides other files`() async throws {
        try writeLedger()
        try shop.write(
            "public enum BillError: Error { case empty }\npublic final class Cart {}\n",
            to: "\(folder)/Models/BillError.swift"
        )
        try shop.write(
            """
            public import Foundation
            public import Injection
            import SwiftSource

            enum Parser {}

            public struct Draft {}

            """,
            to: "\(folder)/Models/Parser.swift"
        )
        try await split()
        #expect(
            try shop.text("\(folder)/Interface/Models/BillError.swift")
                == "public enum BillError: Error { case empty }\npublic final class Cart {}\n"
        )
        #expect(
            try shop.text("\(folder)/Interface/Models/Parser.swift")
                == "public import Foundation\n\npublic struct Draft {}\n"
        )
        #expect(
            try shop.text("\(folder)/Implementation/Models/Parser.swift")
                == "import BillsInterface\npackage import Foundation\nimport SwiftSource\n\nenum Parser {}\n"
        )
        #expect(!shop.exists("\(folder)/Models"))
    }

    @Test(arguments: ["SharedContainer", "Factory", "Container", "Injected", "Scope"])
    func `a file that names a type of the engine keeps the import`(type: String) async throws {
        try writeLedger()
        try shop.write("import Injection\n\nlet a: \(type)\n", to: "\(folder)/A.swift")
        try await split()
        let text = try shop.text("\(folder)/Implementation/A.swift")
        #expect(text.contains("import Injection\n"))
    }

    @Test func `only a file with a public type has a part in the interface`() async throws {
        let parts = Self.ledger.components(separatedBy: "\n/// A bill.\n")
        try writeLedger { _ in parts[0] }
        try shop.write("public import Injection\n\n\(parts[1])", to: "\(folder)/Bill.swift")
        try shop.write("enum Helper {}\n", to: "\(folder)/Helper.swift")
        try await split()
        let ledger = try shop.text("\(folder)/Interface/Ledger.swift")
        #expect(ledger.contains("\npublic protocol Ledger: Sendable {\n"))
        #expect(shop.exists("\(folder)/Interface/Bill.swift"))
        #expect(shop.exists("\(folder)/Implementation/Helper.swift"))
        #expect(!shop.exists("\(folder)/Interface/Helper.swift"))
    }

    @Test func `only the public extensions of a type move to the interface with the type`()
        async throws
    {
        try writeLedger()
        let shown = "extension Draft {\n    public func shown() {}\n}\n"
        let hidden = "extension Draft {\n    func hidden() {}\n}\n"
        let draft = "public struct Draft {}\n"
        try shop.write("\(draft)\n\(shown)\n\(hidden)", to: "\(folder)/Draft.swift")
        try await split()
        #expect(try shop.text("\(folder)/Interface/Draft.swift") == "\(draft)\n\(shown)")
        #expect(
            try shop.text("\(folder)/Implementation/Draft.swift")
                == "import BillsInterface\n\n\(hidden)"
        )
    }

    @Test func `the public members of extensions become requirements`() async throws {
        let text = try await split(into: "Interface/Ledger.swift") {
            """
            \($0)
            extension Ledger {
                public func clear() {}
                func hide() {}
                /// Reads the bills.
                public init(text: String) {}
            }

            public extension Ledger {
                func reset() {}
                init(count: Int) {}
            }

            """
        }
        let names = text.matches(of: #/    func (\w+)/#).map { String($0.1) }
        #expect(names == ["clear", "reset"])
        let implementation = try shop.text("\(folder)/Implementation/DefaultLedger.swift")
        #expect(implementation.contains("    /// Reads the bills.\n    package init"))
    }

    @Test func `recognizes the former name of the new modules`() {
        let names = ["BillsInterface", "BillsTesting", "BillsTests"]
        let formerNames = names.map { FeatureSplit("Bills").formerName(of: $0) }
        #expect(formerNames == ["Bills", "Bills", "BillsTests"])
    }

    @Test(arguments: ["Summing", "Sendable, Summing"])
    func `the implementation keeps the conformances of the type`(conformances: String)
        async throws
    {
        let text = try await split(into: "Implementation/DefaultLedger.swift") {
            $0.replacing("actor Ledger {", with: "actor Ledger: \(conformances) {")
        }
        #expect(text.contains("\npackage actor DefaultLedger: Ledger, \(conformances) {\n"))
    }

    @Test(
        arguments: Row.table(
            """
            public nonisolated var count: Int { 0 } → get
            public private(set) var count: Int = 0 → get async
            public let count: Int = 0 → get async
            """
        )
    )
    func `a property becomes a read-only requirement, which is synchronous if it is nonisolated`(
        row: Row
    ) async throws {
        let text = try await split(into: "Interface/Ledger.swift") {
            $0.replacing("public var count: Int { bills.count }", with: row[0])
        }
        #expect(text.contains("    var count: Int { \(row[1]) }\n"))
    }

    @Test func `a variable with a created instance has the type of the protocol`() async throws {
        try writeLedger()
        let path = "Modules/Bootstrap/Extra.swift"
        try shop.write(
            """
            import Bills

            let a = Ledger()
            var b = Ledger()
            func f() { c = Ledger() }
            let d = [Ledger()]

            """,
            to: path
        )
        try await split()
        #expect(
            try shop.text(path) == """
                import Bills
                import BillsInterface

                let a: any Ledger = DefaultLedger()
                var b: any Ledger = DefaultLedger()
                func f() { c = DefaultLedger() }
                let d = [DefaultLedger()]

                """
        )
    }

    @Test func `keeps a README that the user changed, and returns a note`() async throws {
        try shop.add(AddFeature("Bills", isSingle: true))
        try shop.write("# Bills\n\nMine.\n", to: "\(folder)/README.md")
        let notes = try await split()
        #expect(notes.first == "\(folder)/README.md describes a single-module feature; update it")
        #expect(try shop.text("\(folder)/README.md") == "# Bills\n\nMine.\n")
    }
}
