import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Tests the completion of mocks after a change of a protocol.
struct AddMocksTests {
    private let shop: SampleWorkspace
    private let interface = "Modules/Features/Notes/Interface/NotesBook.swift"
    private let mock = "Modules/Features/Notes/Testing/MockNotesBook.swift"

    init() throws {
        shop = try SampleWorkspace()
    }

    /// Replaces the interface of Notes by a protocol with the given members.
    private func write(
        _ members: String,
        head: String = "public protocol NotesBook: Sendable",
        rest: String = ""
    ) throws {
        try shop.write(
            "public import Foundation\n\n\(head) {\n\(members)\n}\n\(rest)\(Self.container)",
            to: interface
        )
    }

    private static let container = """

        public protocol NotesProviding: SharedContainer {
            var notesBook: Factory<any NotesBook> { get }
        }

        """

    private func writeMock(_ members: String, of type: String = "MockNotesBook") throws {
        try shop.write(
            "public import NotesInterface\n\npublic struct \(type): NotesBook {\n\(members)}\n",
            to: mock
        )
    }

    @discardableResult private func addMocks() async throws -> [String] {
        try await shop.make(AddMocks("Notes"))
    }

    @Test func `adds a mock for a protocol without one`() async throws {
        try write("    func add(_ text: String) async throws -> Int")
        let complete = ["every protocol of 'Notes' has a complete mock"]
        #expect(try await addMocks() == complete)
        #expect(
            try shop.text(mock) == """
                import CoreTesting
                public import NotesInterface

                /// A mock `NotesBook` whose methods call closures that the test sets.
                public struct MockNotesBook: NotesBook {
                    /// The closure for ``add(_:)``.
                    public var onAdd: @Sendable (String) async throws -> Int = { _ in
                        throw UnexpectedCall(of: "add(_:)", setting: "onAdd")
                    }

                    /// Creates a mock. A call records an issue and throws an error if its \
                closure is not set.
                    public init() {}

                    public func add(_ text: String) async throws -> Int {
                        try await onAdd(text)
                    }
                }

                """
        )
        let before = try shop.contents()
        #expect(try await addMocks() == complete)
        #expect(try shop.differences(from: before) == [])
    }

    @Test func `the mock of a package protocol has package access`() async throws {
        try write(
            "    var count: Int { get async }",
            head: "package protocol NotesBook: Sendable"
        )
        try await addMocks()
        let text = try shop.text(mock)
        #expect(text.contains("package import NotesInterface\n"))
        #expect(text.contains("    package var count: Int {\n"))
        #expect(!text.contains("public"))
    }

    @Test func `a mock imports only the modules whose types it names`() async throws {
        try write(
            "    func add(_ text: Text, for amount: Amount)",
            head: "public import Core\npublic import Money\npublic protocol NotesBook: Sendable"
        )
        try shop.write("public struct Amount {}\n", to: "Modules/Libraries/Money/Amount.swift")
        try await addMocks()
        let imports = try shop.text(mock).split(separator: "\n").filter { $0.contains("import ") }
        #expect(
            imports == [
                "public import Core", "import CoreTesting", "public import Money",
                "public import NotesInterface",
            ]
        )
    }

    @Test func `a mock imports no module for types of the standard library`() async throws {
        let types = """
            Any AnyObject Array AsyncStream AsyncThrowingStream Bool CancellationError Character
            ClosedRange Codable Collection Comparable Decodable Dictionary Double Duration Encodable
            Equatable Error Float Hashable Identifiable Int Int16 Int32 Int64 Int8 KeyPath MainActor
            Never Optional Range Result Self Sendable Sequence Set String Substring UInt UInt16
            UInt32 UInt64 UInt8 Void
            """.split { $0.isWhitespace }
        try write("    func add(_ values: (\(types.joined(separator: ", "))))")
        try await addMocks()
        #expect(try !shop.text(mock).contains("import Foundation"))
    }

    @Test func `only mocks that record issues import CoreTesting, except in Core`() async throws {
        try write("    func make() -> Note")
        try await addMocks()
        #expect(try !shop.text(mock).contains("CoreTesting"))
        for members in ["func now() -> Int", "func now() -> Int\n    func zone() -> Int"] {
            try shop.write(
                """
                public protocol Clock {
                    \(members)
                }
                public protocol ClockProviding: SharedContainer {
                    var clock: Factory<any Clock> { get }
                }
                """,
                to: "Modules/Core/Clock.swift"
            )
            try await shop.make(AddMocks("Core"))
            let text = try shop.text("Modules/CoreTesting/MockClock.swift")
            #expect(text.hasPrefix("public import Core\n\n"))
        }
    }

    @Test func `adds the missing members of a mock, and changes no other line`() async throws {
        try write(
            """
                func add(_ text: String) async throws -> Int
                /// Removes a note.
                @discardableResult func remove(_ id: Int, at date: Date) async throws(NotesError) -> Bool
                var count: Int { get }
            """
        )
        let members = """
                // mine
                public var onAdd: @Sendable (String) -> Int = { _ in 7 }
                public init() {}

                public func add(_ text: Swift.String) -> Int { onAdd(text) }

            """
        try writeMock(members)
        #expect(try await addMocks() == ["MockNotesBook has the new closures onRemove, onCount"])
        #expect(
            try shop.text(mock) == """
                import CoreTesting
                public import Foundation
                public import NotesInterface

                public struct MockNotesBook: NotesBook {
                    // mine
                    public var onAdd: @Sendable (String) -> Int = { _ in 7 }
                    /// The closure for ``remove(_:at:)``.
                    public var onRemove: @Sendable (Int, Date) async throws(NotesError) -> Bool = { _, _ in
                        _ = UnexpectedCall(of: "remove(_:at:)", setting: "onRemove")
                        return false
                    }
                    /// The closure for ``count``.
                    public var onCount: @Sendable () -> Int = {
                        _ = UnexpectedCall(of: "count", setting: "onCount")
                        return 0
                    }
                    public init() {}

                    public func add(_ text: Swift.String) -> Int { onAdd(text) }

                    public func remove(_ id: Int, at date: Date) async throws(NotesError) -> Bool {
                        try await onRemove(id, date)
                    }

                    public var count: Int {
                        onCount()
                    }
                }

                """
        )
    }

    @Test func `names a member that the protocol no longer requires`() async throws {
        try write("    func remove()")
        try writeMock(
            """
                public var onAdd: @Sendable () -> Void = {}
                public init() { onAdd = {} }
                public func add() { onAdd() }
                public func helper() {}

            """
        )
        let unused = "MockNotesBook still has 'add()', which NotesBook does not require"
        let first = ["MockNotesBook has the new closures onRemove", unused]
        #expect(try await addMocks() == first)
        #expect(try await addMocks() == [unused])
    }

    @Test(arguments: ["AnyObject", "Actor"])
    func `adds no mock for a protocol to which no structure can conform`(
        parent: String
    ) async throws {
        try write("    func add()", head: "public protocol NotesBook: \(parent)")
        #expect(
            try await addMocks() == [
                "NotesBook has no mock; write one by hand, because no structure can conform"
            ]
        )
        #expect(!shop.exists(mock))
    }

    @Test func `adds no mock for a protocol that no container provides`() async throws {
        try write("    func add()", rest: "\npublic protocol Named {}\n")
        try await addMocks()
        let names = try shop.contents().keys.filter { $0.contains("/Testing/") }
        #expect(names == [mock])
    }

    @Test func `the closures of overloads have different names`() async throws {
        try write(
            """
                func add(_ text: String) -> Int
                func add(_ text: Int) -> Int
                func add(_ text: String, to list: Int) -> Int
                func add(text: Bool) -> Int
            """
        )
        try writeMock(
            "    public var onAdd = 1\n    public func add(_ text: String) -> Int { 1 }\n"
        )
        #expect(
            try await addMocks() == [
                "MockNotesBook has the new closures onAddText, onAddTextTo, onAddText2"
            ]
        )
        let text = try shop.text(mock)
        #expect(text.matches(of: /func add\(_ text: String\) -> Int/).count == 1)
        #expect(text.contains("public func add(_ text: Int) -> Int {\n        onAddText(text)\n"))
    }

    @Test(
        arguments: Row.table(
            """
            associatedtype Item → 'Item' is 'associatedtype'
            init(text: String) → 'init(text:)' is 'init'
            subscript(_ id: Int) -> String { get } → 'subscript(_:)' is 'subscript'
            var limit: Int { get set } → 'limit' can be set
            func load<T: Decodable>(_ type: T.Type) async throws -> T → bulkhead cannot generate a mock for the generic method 'load'
            func fill(_ x: some Sendable) → 'x' is 'some', so a mock cannot implement the method
            func fill(_ x: borrowing Int) → 'x' is 'borrowing', so a mock cannot implement the method
            func fill(_ x: consuming Int) → 'x' is 'consuming', so a mock cannot implement the method
            static func make() -> Int → 'make' is static, but the protocol is used through a shared instance
            """
        )
    )
    func `names a requirement that it cannot write in one line`(row: Row) async throws {
        try write("    func add()\n    \(row[0])")
        try writeMock("")
        let notes = try await addMocks()
        let place = "\(interface):5"
        #expect(
            notes == [
                "MockNotesBook has the new closures onAdd",
                "\(place): \(row[1]); write it in MockNotesBook by hand",
            ]
        )
        let known = try shop.text(mock).replacing(
            "struct MockNotesBook: NotesBook {\n",
            with:
                "struct MockNotesBook: NotesBook {\n    public \(row[0].replacing("associatedtype Item", with: "typealias Item = Int"))\n"
        )
        try shop.write(known, to: mock)
        #expect(try await addMocks() == ["every protocol of 'Notes' has a complete mock"])
    }

    @Test func `names the members of a mock that keeps state instead of closures`() async throws {
        try write("    func add()\n    func remove()")
        let members = "    public init() {}\n    var isOpen = true\n    var online = 1\n"
        try writeMock(members, of: "InMemoryNotesBook")
        let before = try shop.contents()
        #expect(
            try await addMocks() == [
                "\(mock):3: InMemoryNotesBook has no closures; write 'add()' and 'remove()' by hand"
            ]
        )
        #expect(try shop.differences(from: before) == [])
    }

    @Test func `a mock has the requirements of refined protocols, without those with a default`()
        async throws
    {
        try write(
            "    func add()\n    func clear()",
            head: "public protocol NotesBook: NoteReader, Sendable",
            rest: """

                extension NotesBook {
                    public func clear() {}
                }

                public protocol NoteReader {
                    func all() -> [Int]
                }

                """
        )
        try writeMock("")
        try shop.write(
            "public struct R: NoteReader { public func all() -> [Int] { [] } }\n",
            to: "Modules/Features/Notes/Testing/R.swift"
        )
        #expect(try await addMocks() == ["MockNotesBook has the new closures onAll, onAdd"])
    }

    @Test(
        arguments: Row.table(
            """
            Bills → interface of the single-module feature 'Bills' not found; run 'bulkhead split Bills' first
            Nots → feature 'Nots' not found; the features are Bills, Notes, Tags
            Notes → type 'MockNotesBook' (Modules/Core/A.swift:1) already exists; choose another name
            """
        )
    )
    func `refuses a feature without an interface, and the name of another type`(row: Row)
        async throws
    {
        try shop.add(AddFeature("Bills", isSingle: true))
        try shop.write("enum MockNotesBook {}\n", to: "Modules/Core/A.swift")
        let message = try await errorMessage { try await shop.make(AddMocks(row[0])) }
        #expect(message == row[1])
    }
}
