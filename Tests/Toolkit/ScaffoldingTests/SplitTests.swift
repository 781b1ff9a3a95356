import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Tests the split of a single-module feature into an interface, an implementation and mocks.
struct SplitTests {
    private let shop: SmallShop
    private let folder = "Modules/Features/Bills"

    init() throws {
        shop = try SmallShop()
    }

    private func split() async throws -> [String] {
        try await shop.workspace.make(FeatureSplit("Bills"))
    }

    @Test func `a single-module feature has tests and a definition`() throws {
        let before = try shop.folder.contents()
        try shop.workspace.add(AddFeature("Bills", isSingle: true))
        #expect(
            try shop.folder.differences(from: before) == [
                "Modules/Bootstrap/AppContainer+Bills.swift",
                "Modules/Bootstrap/AppContainer.swift", "\(folder)/BillsFeature.swift",
                "Package.swift", "Tests/BillsTests/BillsFeatureTests.swift",
            ]
        )
        let manifest = try shop.text("Package.swift")
        #expect(manifest.contains("    single(\"Bills\"),\n"))
        let container = try shop.text("Modules/Bootstrap/AppContainer.swift")
        #expect(container.hasPrefix("public import Bills\n"))
        #expect(container.contains("TagsProviding, BillsProviding {"))
        #expect(shop.workspace.features == ["Bills", "Notes", "Tags"])
    }

    @Test func `a note says how other features can use a single-module feature`() throws {
        let notes = try shop.workspace.add(AddFeature("Bills", isSingle: true))
        #expect(notes.last?.contains("run 'bulkhead split Bills'") == true)
        #expect(shop.workspace.features.contains("Bills"))
    }

    @Test(.scriptedToolchain)
    func `refuses a feature whose protocol has the name of its module`() async throws {
        await #expect(
            throws: ScaffoldingError.invalidName(
                "Bills",
                reason: "a module and a type with the same name hide each other",
                remedy: "choose another name for the protocol, such as 'BillsFeature'"
            )
        ) {
            try await shop.workspace.make(AddFeature("Bills", role: "Bills"))
        }
    }

    @Test(.scriptedToolchain)
    func `refuses to use a feature that provides nothing`() async throws {
        await #expect(
            throws: ScaffoldingError.missing(
                "property of the form 'Factory<any SomeProtocol>' in a container protocol of 'Tags'",
                remedy: "declare 'TagsProviding' with such a property"
            )
        ) {
            try await shop.workspace.make(AddFeature("Bills", uses: ["Tags"]))
        }
    }

    @Test(.scriptedToolchain, arguments: ["var", "let"])
    func `refuses a feature whose property the container declares already`(keyword: String)
        async throws
    {
        let path = "Modules/Bootstrap/Old.swift"
        let use = "func f() { self.billsFeature() }\n"
        try shop.folder.write("\(use)\(keyword) billsFeature = 1\n", to: path)
        await #expect(
            throws: ScaffoldingError.exists(
                "property 'billsFeature' of the container (\(path):2)",
                remedy: "choose another name"
            )
        ) {
            try await shop.workspace.make(AddFeature("Bills"))
        }
        try shop.folder.write(use, to: path)
        try await shop.workspace.make(AddFeature("Bills"))
        #expect(shop.workspace.features.contains("Bills"))
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
        let other = try SmallShop()
        try other.workspace.add(features[1])
        try shop.workspace.add(features[0])
        #expect(try shop.folder.differences(from: other.folder.contents()) != [])
        _ = try await split()
        let expected = try other.folder.contents()
        for path in try shop.folder.differences(from: expected) {
            Issue.record(
                "\(path):\n\(String(decoding: expected[path] ?? Data(), as: UTF8.self))\n\((try? shop.text(path)) ?? "")"
            )
        }
    }

    @Test(arguments: [true, false])
    func `adding, splitting, renaming and removing a feature leaves no trace`(isSplit: Bool)
        async throws
    {
        let before = try shop.folder.contents()
        try shop.workspace.add(AddFeature("Bills", hasExample: true, isSingle: true))
        if isSplit {
            _ = try await split()
        }
        let added = try shop.folder.contents()
        try shop.workspace.rename(.feature, "Bills", to: "Zebra")
        #expect(try shop.places(of: "Bills") == [])
        #expect(try shop.places(of: "bills") == [])
        try shop.workspace.rename(.feature, "Zebra", to: "Bills")
        #expect(try shop.folder.differences(from: added) == [])
        try await shop.workspace.make(Removal(.feature, "Bills"))
        #expect(try shop.folder.differences(from: before) == [])
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
            public func add(_ bill: Bill, on date: Date = .now) -> Int {
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

    private func writeLedger(_ change: (String) -> String = { $0 }) throws {
        try shop.workspace.add(AddFeature("Bills", role: "Ledger", isSingle: true))
        let text = Self.ledger.replacing(" = .now", with: "")
        try shop.folder.write(change(text), to: "\(folder)/Ledger.swift")
    }

    @Test func `turns public members into a protocol and a mock, and moves other public types`()
        async throws
    {
        try writeLedger()
        try shop.folder.write(
            "import Bills\nimport Bootstrap\nlet ledger: Ledger? = nil\nlet all: [Ledger] = []\n",
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
        let implementation = try shop.text("\(folder)/Implementation/DefaultLedger.swift")
        #expect(
            implementation.hasPrefix("package import BillsInterface\npackage import Foundation\n\n")
        )
        let comment = "/// The implementation of `Ledger` for production.\n"
        #expect(implementation.contains("\n\(comment)package actor DefaultLedger: Ledger {\n"))
        #expect(
            implementation.contains("    package func add(_ bill: Bill, on date: Date) -> Int {\n")
        )
        #expect(!implementation.contains("public"))
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
                == "import BillsInterface\nimport Bootstrap\nlet ledger: (any Ledger)? = nil\nlet all: [any Ledger] = []\n"
        )
        let note =
            "build the workspace, and correct the imports and members that the compiler reports"
        #expect(notes == [note])
    }

    @Test(arguments: [
        ("uses: [\"NotesInterface\"]", "exposes: [\"NotesInterface\"]"),
        (
            "uses: [\"TagsInterface\", \"NotesInterface\"], tests: []",
            "uses: [\"TagsInterface\"], exposes: [\"NotesInterface\"], tests: []"
        ),
    ])
    func `exposes the module of another feature whose types are public`(
        single: String,
        feature: String
    ) async throws {
        try writeLedger {
            "public import NotesInterface\n\($0)"
                .replacing("_ bill: Bill", with: "_ bill: NoteBookmark")
        }
        let manifest = try shop.text("Package.swift")
        let function =
            "func feature(_ name: String, uses: [String] = [], exposes: [String] = [])\n"
        try shop.folder.write(
            manifest.replacing("single(\"Bills\")", with: "single(\"Bills\", \(single))")
                + function,
            to: "Package.swift"
        )
        _ = try await split()
        let line = "    feature(\"Bills\", \(feature)),\n"
        #expect(try shop.text("Package.swift").contains(line))
        let interface = try shop.text("\(folder)/Interface/Ledger.swift")
        #expect(interface.contains("public import NotesInterface\n"))
        let mock = try shop.text("\(folder)/Testing/MockLedger.swift")
        #expect(mock.contains("public import NotesInterface\n"))
    }

    @Test func `does not expose a module that only the implementation uses`() async throws {
        try writeLedger { "package import NotesInterface\n\($0)" }
        let uses = "\"Bills\", uses: [\"NotesInterface\"]"
        let manifest = try shop.text("Package.swift")
        try shop.folder.write(
            manifest.replacing("single(\"Bills\")", with: "single(\(uses))"),
            to: "Package.swift"
        )
        _ = try await split()
        #expect(try shop.text("Package.swift").contains("    feature(\(uses)),\n"))
        let interface = try shop.text("\(folder)/Interface/Ledger.swift")
        #expect(!interface.contains("NotesInterface"))
    }

    @Test
    func `moves a file of public types as a whole, and divides other files`() async throws {
        try writeLedger()
        try shop.folder.write(
            "public enum BillError: Error { case empty }\n",
            to: "\(folder)/Models/BillError.swift"
        )
        try shop.folder.write(
            """
            public import Foundation
            public import Injection
            import SwiftSource

            enum Parser {}

            public struct Draft {}

            """,
            to: "\(folder)/Models/Parser.swift"
        )
        _ = try await split()
        #expect(
            try shop.text("\(folder)/Interface/Models/BillError.swift")
                == "public enum BillError: Error { case empty }\n"
        )
        #expect(
            try shop.text("\(folder)/Interface/Models/Parser.swift")
                == "public import Foundation\n\npublic struct Draft {}\n"
        )
        #expect(
            try shop.text("\(folder)/Implementation/Models/Parser.swift")
                == "import BillsInterface\npackage import Foundation\nimport SwiftSource\n\nenum Parser {}\n"
        )
        #expect(try shop.folder.contents().keys.filter { $0.hasPrefix("\(folder)/Models") } == [])
    }

    @Test func `only a file with a public type has a part in the interface`()
        async throws
    {
        let parts = Self.ledger.replacing(" = .now", with: "")
            .components(separatedBy: "\n/// A bill.\n")
        try writeLedger { _ in parts[0] }
        try shop.folder.write("public import Injection\n\n\(parts[1])", to: "\(folder)/Bill.swift")
        try shop.folder.write("enum Helper {}\n", to: "\(folder)/Helper.swift")
        _ = try await split()
        let ledger = try shop.text("\(folder)/Interface/Ledger.swift")
        #expect(ledger.contains("\npublic protocol Ledger: Sendable {\n"))
        #expect(shop.folder.exists("\(folder)/Interface/Bill.swift"))
        #expect(shop.folder.exists("\(folder)/Implementation/Helper.swift"))
        #expect(!shop.folder.exists("\(folder)/Interface/Helper.swift"))
    }

    @Test func `only the public extensions of a type move to the interface with the type`()
        async throws
    {
        try writeLedger()
        let shown = "extension Draft {\n    public func shown() {}\n}\n"
        let hidden = "extension Draft {\n    func hidden() {}\n}\n"
        let draft = "public struct Draft {}\n"
        try shop.folder.write("\(draft)\n\(shown)\n\(hidden)", to: "\(folder)/Draft.swift")
        _ = try await split()
        #expect(try shop.text("\(folder)/Interface/Draft.swift") == "\(draft)\n\(shown)")
        #expect(
            try shop.text("\(folder)/Implementation/Draft.swift")
                == "import BillsInterface\n\n\(hidden)"
        )
    }

    @Test(arguments: ["Summing", "Sendable, Summing"])
    func `the implementation keeps the conformances of the type`(conformances: String)
        async throws
    {
        try writeLedger {
            $0.replacing("actor Ledger {", with: "actor Ledger: \(conformances) {")
        }
        _ = try await split()
        #expect(
            try shop.text("\(folder)/Implementation/DefaultLedger.swift").contains(
                "\npackage actor DefaultLedger: Ledger, \(conformances) {\n"
            )
        )
    }

    @Test func `the parameters of a mock can be generic types and functions`() async throws {
        let parameters =
            "_ bills: Dictionary<String, Bill>, by key: @Sendable (Bill) -> Int, on date: Date"
        try writeLedger { $0.replacing("_ bill: Bill, on date: Date", with: parameters) }
        _ = try await split()
        let types = "Dictionary<String, Bill>, @Sendable (Bill) -> Int, Date"
        #expect(
            try shop.text("\(folder)/Testing/MockLedger.swift").contains(
                "    public var onAdd: @Sendable (\(types)) async -> Int = { _, _, _ in\n"
            )
        )
    }

    /// Splits a feature whose type has a method `total()` with the given signature after its name,
    /// and returns the source of the mock.
    private func mock(ofTotal signature: String) async throws -> String {
        try writeLedger {
            $0.replacing("public var count: Int {", with: "public func total\(signature) {")
        }
        _ = try await split()
        return try shop.text("\(folder)/Testing/MockLedger.swift")
    }

    @Test(arguments: [
        ("() -> Int", "0"), ("() -> Double", "0"), ("() -> Bool", "false"),
        ("() -> String", "\"\""), ("() -> Bill?", "nil"), ("() -> [Bill]", "[]"),
        ("() -> [(a: Int, b: Int)]", "[]"), ("() -> [String: Bill]", "[:]"),
        ("() throws(BillError) -> Int", "0"),
    ])
    func `a mock whose closure is not set records an issue and returns a value`(
        signature: String,
        value: String
    ) async throws {
        let mock = try await mock(ofTotal: signature)
        #expect(
            mock.contains(
                """
                 = {
                        _ = UnexpectedCall(of: "total()", setting: "onTotal")
                        return \(value)
                    }
                """
            ),
            "\(mock)"
        )
        #expect(
            mock.hasPrefix(
                "import CoreTesting\npublic import BillsInterface\npublic import Foundation\n\n"
            )
        )
        #expect(!mock.contains("fatalError"))
        #expect(mock.contains("A call records an issue if its closure is not set.\n"))
    }

    @Test(arguments: [
        (
            "()", "_ = UnexpectedCall(of: \"total()\", setting: \"onTotal\")\n    }\n",
            "records an issue"
        ),
        (
            "() throws -> Bill",
            "throw UnexpectedCall(of: \"total()\", setting: \"onTotal\")\n    }\n",
            "records an issue and throws an error, or records an issue"
        ),
    ])
    func `a mock whose closure is not set returns nothing, or throws an error`(
        signature: String,
        statement: String,
        failure: String
    ) async throws {
        let mock = try await mock(ofTotal: signature)
        #expect(mock.contains(" = {\n        \(statement)"), "\(mock)")
        #expect(mock.contains("A call \(failure) if its closure is not set.\n"), "\(mock)")
    }

    @Test(arguments: ["Bill", "[Bill].Index", "@Sendable () -> Bill?", "[Int] -> [Int]"])
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
            ),
            "\(mock)"
        )
        let failure = "records an issue, or stops the test process if its closure is not set.\n"
        #expect(mock.contains("A call \(failure)"), "\(mock)")
    }

    @Test func `a nonisolated member of an actor becomes a synchronous requirement`() async throws {
        try writeLedger {
            $0.replacing("public var count: Int {", with: "public nonisolated var count: Int {")
        }
        _ = try await split()
        #expect(
            try shop.text("\(folder)/Interface/Ledger.swift").contains(
                "    var count: Int { get }\n"
            )
        )
    }

    @Test(arguments: ["public private(set) var count: Int = 0", "public let count: Int = 0"])
    func `a property that others cannot set becomes a read-only requirement`(
        property: String
    ) async throws {
        try writeLedger {
            $0.replacing("public var count: Int { bills.count }", with: property)
        }
        _ = try await split()
        #expect(
            try shop.text("\(folder)/Interface/Ledger.swift").contains(
                "    var count: Int { get async }\n"
            )
        )
    }

    @Test func `a variable with a created instance has the type of the protocol`() async throws {
        try writeLedger()
        let path = "Modules/Bootstrap/Extra.swift"
        try shop.folder.write(
            """
            import Bills

            let a = Ledger()
            var b = Ledger()
            func f() { c = Ledger() }
            let d = [Ledger()]

            """,
            to: path
        )
        _ = try await split()
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

    struct Refusal: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let message: String
        let remedy: String
        var testDescription: String { message }
    }

    @Test(arguments: [
        Refusal(
            old: "on date: Date",
            new: "on date: Date = .now",
            message:
                "Ledger.swift:15: 'date' has a default value, which protocol methods do not support",
            remedy: "add an overload without the parameter instead"
        ),
        Refusal(
            old: "public func add(",
            new: "public static func add(",
            message:
                "Ledger.swift:15: 'add' is static, but the protocol is used through a shared instance",
            remedy: "declare it as a nonmutating instance member, or remove 'public'"
        ),
        Refusal(
            old: "public func add(",
            new: "public class func add(",
            message:
                "Ledger.swift:15: 'add' is class, but the protocol is used through a shared instance",
            remedy: "declare it as a nonmutating instance member, or remove 'public'"
        ),
        Refusal(
            old: "public var count: Int {",
            new: "public class var count: Int {",
            message:
                "Ledger.swift:11: 'count' is class, but the protocol is used through a shared instance",
            remedy: "declare it as a nonmutating instance member, or remove 'public'"
        ),
        Refusal(
            old: "public func add(",
            new: "public func add<T>(",
            message:
                "Ledger.swift:15: bulkhead cannot generate a mock for the generic method 'add'",
            remedy: "write the interface by hand"
        ),
        Refusal(
            old: "    private var total: Int { bills.reduce(0) { $0 + $1.amount } }\n",
            new: "    public func rest\n",
            message:
                "Ledger.swift:20: bulkhead cannot generate a mock for the generic method 'rest'",
            remedy: "write the interface by hand"
        ),
        Refusal(
            old: "_ bill: Bill,",
            new: "_ bill: inout Bill,",
            message: "Ledger.swift:15: 'bill' is 'inout', so a mock cannot implement the method",
            remedy: "write the interface by hand"
        ),
        Refusal(
            old: "_ bill: Bill,",
            new: "_ bill,",
            message: "Ledger.swift:15: a parameter has no type",
            remedy: "correct the declaration"
        ),
        Refusal(
            old: "_ bill: Bill,",
            new: "_ bill: Bill...,",
            message: "Ledger.swift:15: 'bill' is variadic, so a mock cannot implement the method",
            remedy: "accept an array instead"
        ),
        Refusal(
            old: "public var count: Int { bills.count }",
            new: "public var count = 1",
            message: "'count' has no type annotation",
            remedy: "add one, as in 'public let count: Int'"
        ),
        Refusal(
            old: "count: Int { bills.count }",
            new: "count: Int = 1",
            message: "other modules can set 'count'",
            remedy: "declare it 'public private(set) var'"
        ),
        Refusal(
            old: "    private var total",
            new: "    public struct Entry {}\n    private var total",
            message: "a public 'struct' cannot become a requirement of the protocol",
            remedy: "move it out of the type, or remove 'public'"
        ),
        Refusal(
            old: "/// A bill.\n",
            new: "#if DEBUG\n#endif\n",
            message: "Ledger.swift:23: it has declarations inside '#if'",
            remedy: "move the condition into the declarations"
        ),
        Refusal(
            old: "Factory<Ledger>",
            new: "Factory<Int>",
            message: "property of the form 'Factory<Type>' in 'BillsProviding' not found",
            remedy: "declare one for the type that becomes the protocol"
        ),
    ])
    func `reports a member that cannot be in the interface, and changes nothing`(
        refusal: Refusal
    ) async throws {
        try writeLedger { $0.replacing(refusal.old, with: refusal.new) }
        let before = try shop.folder.contents()
        let error = await #expect(throws: ScaffoldingError.self) { try await split() }
        #expect(error?.message.contains(refusal.message) == true, "\(error?.message ?? "")")
        #expect(
            error?.message.contains("; \(refusal.remedy)") == true,
            "\(error?.message ?? "")"
        )
        #expect(try shop.folder.differences(from: before) == [])
    }

    @Test func `the closures of overloads have different names`() async throws {
        try writeLedger {
            $0.replacing(
                "public var count: Int { bills.count }",
                with: "public func sum(of ids: Set<Int>) {}\n    public func sum(to date: Date) {}"
            )
        }
        _ = try await split()
        let mock = try shop.text("\(folder)/Testing/MockLedger.swift")
        #expect(mock.contains("var onSum: @Sendable (Set<Int>) async -> Void"))
        #expect(mock.contains("var onSumTo: @Sendable (Date) async -> Void"))
    }

    @Test func `refuses to split a feature that has an interface or does not exist`()
        async throws
    {
        await #expect(
            throws: ScaffoldingError.exists(
                "the interface of 'Notes'",
                remedy: "only a single-module feature can be split"
            )
        ) {
            try await shop.workspace.make(FeatureSplit("Notes"))
        }
        await #expect(
            throws: ScaffoldingError.missing(
                "feature 'Nots'",
                remedy: "the features are Notes, Tags"
            )
        ) {
            try await shop.workspace.make(FeatureSplit("Nots"))
        }
    }

    @Test func `keeps a README that the user changed, and returns a note`() async throws {
        try shop.workspace.add(AddFeature("Bills", isSingle: true))
        try shop.folder.write("# Bills\n\nMine.\n", to: "\(folder)/README.md")
        let notes = try await split()
        #expect(notes.first == "\(folder)/README.md describes a single-module feature; update it")
        #expect(try shop.text("\(folder)/README.md") == "# Bills\n\nMine.\n")
    }
}
