import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct MockWriterTests {
    private let copy: WorkspaceCopy

    init() throws { copy = try WorkspaceCopy() }

    private static let homes: [Role.Home] =
        [.core] + ["Checking", "Library", "Pages", "Reports", "Transfer"].map(Role.Home.feature)

    private func roles(_ home: Role.Home, in workspace: Workspace) throws -> [Role] {
        guard case .feature(let name) = home else { return try workspace.rolesInCore() }
        return try workspace.roles(ofFeature: name)
    }

    @Test(arguments: homes)
    func `the mocks of this workspace's own roles compile, without a warning`(_ home: Role.Home) async throws {
        if FileManager.default.fileExists(atPath: copy.folder.path(home.testingFolder)) {
            try copy.remove(home.testingFolder)
        }
        let roles = try roles(home, in: copy.workspace).filter { $0.name != "LinkStore" }
        #expect(!roles.isEmpty)
        for role in roles {
            let ensured = try copy.workspace.ensureMock(of: role)
            #expect(ensured.isNew && ensured.mock.expression == "Mock\(role.name)()")
            #expect(try copy.workspace.mock(of: role) == ensured.mock)
            #expect(try !copy.workspace.ensureMock(of: role).isNew)
        }
        let outcome = try await copy.check(roles.map { "\(home.testingFolder)/Mock\($0.name).swift" })
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test(
        arguments: [
            ("Transfer", []), ("Reports", []), ("Pages", []), ("Library", ["Core"]),
        ])
    func `a mock says which modules of the workspace it imports`(_ feature: String, _ modules: [String]) throws {
        try? copy.remove("Modules/Features/\(feature)/Testing")
        let role = try #require(try copy.workspace.roles(ofFeature: feature).first)
        let imports = try copy.workspace.ensureMock(of: role).imports
        #expect(imports == modules)
    }

    @Test(
        arguments: [
            ("Ink", []), ("[String: Int]", []), ("(_ url: Ink.URL) -> Void", []), ("Inks", []),
            ("URL", ["Foundation"]), ("Foundation.URL?", ["Foundation"]), ("[Link.ID]", ["Core"]),
            ("Result<Link, any Error>", ["Core"]), ("(Date, LinkTag)", ["Core", "Foundation"]),
        ])
    func `a mock imports what its types need, and nothing that the file needs for others`(
        _ type: String, _ modules: [String]
    ) throws {
        try copy.folder.write(
            """
            public import Core
            public import Foundation
            public import Injection
            public protocol Pen { func write(with a: \(type)) }
            public struct Ink { public var url: URL }
            public typealias Inks = [Ink]
            """, to: "Modules/Features/Pens/Interface/Pen.swift")
        let role = Role(name: "Pen", property: "pen", container: "PensProviding", home: .feature("Pens"))
        _ = try copy.workspace.ensureMock(of: role)
        let mock = try #require(copy.text("Modules/Features/Pens/Testing/MockPen.swift"))
        let imports = mock.split(separator: "\n").filter { $0.hasPrefix("public import ") }
        #expect(imports.map { String($0.dropFirst("public import ".count)) } == modules + ["PensInterface"])
    }

    @Test func `a mock that is there is left alone`() throws {
        let role = try #require(try copy.workspace.roles(ofFeature: "Library").first)
        let ensured = try copy.workspace.ensureMock(of: role)
        #expect((ensured.mock.name, ensured.isNew, ensured.imports) == ("InMemoryLinkLibrary", false, []))
        #expect(copy.text("Modules/Features/Library/Testing/MockLinkLibrary.swift") == nil)
    }

    @Test(arguments: [
        ("func a<T>(_ b: T)", "'Pen.a(_:)' is generic"), ("func a(_ b: some Error)", "'Pen.a(_:)' is generic"),
        ("func a(_ b: [UnsafePointer<Int>])", "'Pen.a(_:)' speaks of 'UnsafePointer'"),
    ])
    func `what no closure can stand for is refused, with the file to write`(_ body: String, _ reason: String) throws {
        try copy.folder.write("public protocol Pen { \(body) }", to: "Modules/Features/Pens/Interface/Pen.swift")
        let role = Role(name: "Pen", property: "pen", container: "PensProviding", home: .feature("Pens"))
        let error = #expect(throws: ScaffoldingError.self) { try copy.workspace.ensureMock(of: role) }
        guard case .sourceNotUnderstood(_, let said, let remedy) = error else { return }
        #expect(said.hasPrefix(reason))
        #expect(remedy.contains("by hand, in Modules/Features/Pens/Testing"))
    }

    /// Runs a program of a protocol, its mock, and some statements.
    private func run(_ body: String, inherits: String = ": Sendable", _ main: String) async throws -> Outcome {
        let text = "public protocol Pen\(inherits) { \(body) }"
        try copy.folder.write(text, to: "Modules/Features/Pens/Interface/Pen.swift")
        let role = Role(name: "Pen", property: "pen", container: "PensProviding", home: .feature("Pens"))
        _ = try copy.workspace.ensureMock(of: role)
        let mock = try #require(copy.text("Modules/Features/Pens/Testing/MockPen.swift"))
        try copy.folder.write(text + mock.replacing("public import PensInterface", with: ""), to: "Pen.swift")
        try copy.folder.write(main, to: "main.swift")
        let program = copy.folder.path("pen")
        let files = [copy.folder.path("Pen.swift"), copy.folder.path("main.swift")]
        let build = try await Call.run("swiftc", ["-swift-version", "6", "-warnings-as-errors", "-o", program] + files)
        #expect(build.code == 0, "\(build.errors)\n\(mock)")
        return try await Call.run(program, [])
    }

    @Test func `a mock does what a test says`() async throws {
        let outcome = try await run(
            """
            func write(_ text: String) async throws(CancellationError) -> Int
            func write(text: String, in colour: String)
            func write(text: Int, in colour: String) -> Int
            @discardableResult func fill(_ ink: inout Int, _ body: @escaping () -> Void) throws -> Bool
            func with(_ body: (Int) throws -> Void)
            var length: Int { get set }
            var `default`: String { get }
            var later: Int { get async throws }
            func onWrite()
            """,
            """
            var pen = MockPen()
            pen.onWrite2 = { $0.count }
            pen.onWriteTextIn = { print($0, $1) }
            pen.onWriteTextIn2 = { a, _ in a }
            pen.onFill = { ink, body in ink += 1; body(); return true }
            pen.onWith = { try? $0(1) }
            pen.onLength = { 7 }
            pen.onSetLength = { print("set", $0) }
            pen.onDefault = { "default" }
            pen.onLater = { 8 }
            pen.onOnWrite = { print("on") }
            var ink = 1
            let any: any Pen = pen
            print(try await any.write("abc"))
            any.write(text: "a", in: "red")
            print(any.write(text: 3, in: "red") as Int)
            try any.fill(&ink) { print("body") }
            any.with { print($0) }
            pen.length = 9
            print(ink, any.length, any.default, try await any.later)
            any.onWrite()
            """)
        #expect(outcome.output == "3\na red\n3\nbody\n1\nset 9\n2 7 default 8\non\n", "\(outcome.errors)")
    }

    @Test func `what a test does not say stops it, and says what was missing`() async throws {
        let outcome = try await run("func write(_ text: String, in colour: Int)", "MockPen().write(\"\", in: 1)")
        #expect(outcome.code != 0)
        #expect(outcome.errors.contains("MockPen.write(_:in:) is not configured"))
    }

    @Test func `optionals that unwrap themselves are plain ones in closures`() async throws {
        let outcome = try await run(
            "func write(_ a: Int!, _ b: inout Int!) -> Int!\nvar length: Int! { get set }",
            """
            var pen = MockPen()
            pen.onWrite = { a, b in b = 2; return a }
            pen.onLength = { nil }
            pen.onSetLength = { print($0 as Any) }
            var b: Int! = 1
            print(pen.write(3, &b) as Any, b as Any, pen.length as Any)
            pen.length = 4
            """)
        #expect(outcome.output == "Optional(3) Optional(2) nil\nOptional(4)\n", "\(outcome.errors)")
    }

    @Test func `a role for classes has a class for its mock`() async throws {
        let outcome = try await run(
            "var a: Int { get set }", inherits: ": AnyObject",
            "let pen = MockPen()\npen.onSetA = { print($0) }\n(pen as any Pen).a = 5")
        #expect(outcome.output == "5\n", "\(outcome.errors)")
    }
}
