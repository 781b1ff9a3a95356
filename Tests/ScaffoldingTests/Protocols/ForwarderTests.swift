import ProgramTesting
import Scaffolding
import Testing

struct ForwarderTests {
    private let copy: WorkspaceCopy

    init() throws { copy = try WorkspaceCopy() }

    private static let homes: [Role.Home] =
        [.core] + ["Checking", "Library", "Pages", "Reports", "Transfer"].map(Role.Home.feature)

    /// A structure that forwards the protocol, with all imports that there could be.
    private func forwarder(of declaration: ProtocolDeclaration, _ modules: [String]) throws -> String {
        let forwarder = Forwarder(declaration)
        return """
            \(modules.map { "public import \($0)\n" }.joined())
            package \(declaration.isClassBound ? "final class" : "struct") Forwarding\(declaration.name): \(declaration.name) {
                private \(forwarder.changesBase ? "var" : "let") base: any \(declaration.name)
                package init(base: any \(declaration.name)) { self.base = base }

            \(try forwarder.members(remedy: "by hand"))
            }
            """
    }

    @Test(arguments: homes)
    func `whatever this workspace promises can be forwarded`(_ home: Role.Home) async throws {
        let roles: [Role]
        if case .feature(let name) = home {
            roles = try copy.workspace.roles(ofFeature: name)
        } else {
            roles = try copy.workspace.rolesInCore()
        }
        #expect(!roles.isEmpty)
        for role in roles {
            let declaration = try copy.workspace.declaration(of: role, remedy: "")
            #expect(!declaration.requirements.isEmpty)
            let text = try forwarder(of: declaration, declaration.imports.filter { $0 != "Injection" } + [home.module])
            try copy.folder.write(text, to: "\(role.name).swift")
            let outcome = try await copy.check(
                ["\(role.name).swift"], seesPackage: true, allowsWarnings: true)
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
    }

    /// Runs a program of a protocol, what forwards it, and some statements.
    private func run(_ header: String, _ body: String, _ main: String) async throws -> Outcome {
        let text = "public protocol Pen: \(header) {\n\(body)\n}\n"
        let declaration = try #require(try ProtocolReader(sources: ["Pen.swift": text], remedy: "").read("Pen"))
        try copy.folder.write(text + forwarder(of: declaration, []), to: "Pen.swift")
        try copy.folder.write(main, to: "main.swift")
        let program = copy.folder.path("pen")
        let build = try await Call.run(
            "swiftc",
            ["-swift-version", "6", "-package-name", "pens", "-o", program, copy.folder.path("Pen.swift")]
                + [copy.folder.path("main.swift")])
        #expect(build.code == 0, "\(build.errors)")
        return try await Call.run(program, [])
    }

    @Test func `every kind of requirement reaches the base`() async throws {
        let outcome = try await run(
            "Sendable",
            """
            func write<T: Sendable>(_ value: T, in: String) async throws -> [T] where T: Equatable
            @discardableResult func fill(_ ink: inout Int, base: Int, _ body: () -> Void) -> Bool
            func some(_ x: some Sequence<Int>, _: Int) -> Int
            var length: Int { get set }
            var later: Int { get async throws }
            """,
            """
            struct Real: Pen {
                var length = 1
                var later: Int { get async throws { 8 } }
                func write<T: Equatable & Sendable>(_ value: T, in: String) async throws -> [T] { print(`in`); return [value] }
                func fill(_ ink: inout Int, base: Int, _ body: () -> Void) -> Bool { ink += base; body(); return true }
                func some(_ x: some Sequence<Int>, _ y: Int) -> Int { x.reduce(y, +) }
            }
            var pen = ForwardingPen(base: Real())
            var ink = 1
            print(try await pen.write(5, in: "red"))
            pen.fill(&ink, base: 2) { print("body") }
            pen.length += 4
            print(ink, pen.length, try await pen.later, pen.some([1, 2], 3))
            """)
        #expect(outcome.output == "red\n[5]\nbody\n3 5 8 6\n", "\(outcome.errors)")
    }

    @Test func `a protocol for classes is forwarded by a class`() async throws {
        let outcome = try await run(
            "AnyObject", "var a: Int { get set }",
            """
            final class Real: Pen { var a = 1 }
            let real = Real()
            ForwardingPen(base: real).a = 4
            print(real.a)
            """)
        #expect(outcome.output == "4\n", "\(outcome.errors)")
    }

    @Test func `a requirement with the name of what is kept is refused`() throws {
        let text = "public protocol Pen {\nvar base: Int { get }\n}"
        let declaration = try #require(try ProtocolReader(sources: ["Pen.swift": text], remedy: "").read("Pen"))
        #expect(throws: ScaffoldingError.self) { try Forwarder(declaration).members(remedy: "") }
    }
}
