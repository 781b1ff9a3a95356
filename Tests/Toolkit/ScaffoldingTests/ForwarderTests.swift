import ProgramTesting
import Scaffolding
import Testing

/// Tests services that forward every call to another implementation of the protocol `Pen`.
@Suite(.scriptedToolchain)
struct ForwarderTests {
    private let shop: SampleWorkspace

    init() throws {
        shop = try SampleWorkspace()
    }

    @Test(arguments: SampleWorkspace.penMembers)
    func `forwards each kind of requirement`(row: Row) async throws {
        let text = try await shop.addForwarder(row[0])
        let head = row[0].split(separator: " { get")[0]
        #expect(text.hasSuffix("\n    package \(head) {\n        \(row[1])\n    }\n}\n"), "\(text)")
        #expect(!text.contains("Foundation"))
        #expect(text.contains("package struct InkPen: Pen {"))
    }

    @Test func `forwards inherited requirements, and those with a default implementation`()
        async throws
    {
        let text = try await shop.addForwarder(
            "func a(at: Date)\n    func b()",
            head: "public protocol Pen: Base",
            rest: """
                public protocol Base: AnyObject, Sendable { func base() }
                extension Pen { public func b() {} }
                """
        )
        let names = text.matches(of: /package func ([a-z]+)/).map { String($0.1) }
        #expect(names == ["base", "a", "b"])
        #expect(text.hasPrefix("package import Core\npackage import Foundation\n"))
        #expect(text.contains("package final class InkPen: Pen {"))
    }

    @Test(
        arguments: Row.table(
            """
            mutating func a() → 'a' is mutating
            static func a() → 'a' is static
            var a: Int { get set } → 'a' can be set
            init() → 'init()' is 'init'
            subscript(i: Int) -> Int { get } → 'subscript(i:)' is 'subscript'
            associatedtype A → 'A' is 'associatedtype'
            func a(_ x: inout Int) → 'x' is 'inout', so a forwarding type cannot implement the method
            func a(_ x: @autoclosure () -> Int) → 'x' is 'autoclosure', so a forwarding type cannot implement the method
            func a<each T>(_ x: repeat each T) → 'x' is 'each', so a forwarding type cannot implement the method
            func a(_ x: Int...) → 'x' is variadic, so a forwarding type cannot implement the method
            """
        )
    )
    func `names a requirement that it cannot forward`(row: Row) async throws {
        let message = try await errorMessage { try await shop.addForwarder(row[0]) }
        #expect(message.hasPrefix("Modules/Core/Pen.swift:3: \(row[1])"), "\(message)")
        let remedy = "; write the service by hand in Modules/Services/Ink; nothing was changed"
        #expect(message.hasSuffix(remedy), "\(message)")
        #expect(!shop.exists("Modules/Services/Ink/InkPen.swift"))
    }

    @Test func `reports a protocol that other modules cannot use`() async throws {
        let message = try await errorMessage {
            try await shop.addForwarder("func draw()", head: "protocol Pen: Sendable")
        }
        let remedy = "make it public or package"
        #expect(message == "protocol 'Pen' that other modules can use not found; \(remedy)")
    }
}

@Suite(.buildsPackages)
struct ForwarderCompilationTests {
    @Test func `the compiler accepts the members that forward`() async throws {
        let shop = try SampleWorkspace()
        let members = try await shop.addForwarder(
            SampleWorkspace.penMembers.map(\.cells[0]).joined(separator: "\n")
        )
        let core = try shop.text("Modules/Core/Pen.swift").split(separator: "public protocol PenP")
        let file = try shop.write(
            core[0].replacing("public import Foundation", with: "")
                + members.replacing("package import Core", with: ""),
            to: "All.swift"
        )
        let outcome = try await Subprocess.run(
            "swiftc",
            [
                "-typecheck", "-warnings-as-errors", "-swift-version", "6", "-package-name", "shop",
                file,
            ]
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
    }
}

extension SampleWorkspace {
    /// Adds a service for a protocol of Core with the given requirements.
    fileprivate func addForwarder(
        _ requirements: String,
        head: String = "public protocol Pen: Sendable",
        rest: String = ""
    ) async throws -> String {
        try write(
            """
            public import Foundation
            \(head) {
                \(requirements)
            }
            public protocol PenProviding: SharedContainer { var pen: Factory<any Pen> { get } }
            \(rest)
            """,
            to: "Modules/Core/Pen.swift"
        )
        try write(
            """
            public enum PenContract {
                func check(_ subject: any Pen) {}
                static func mock() {}
            }
            """,
            to: "Modules/CoreTesting/PenContract.swift"
        )
        try await make(AddService("Ink", implements: "Pen"))
        return try text("Modules/Services/Ink/InkPen.swift")
    }

    fileprivate static let penMembers = Row.table(
        """
        func draw() → base.draw()
        func draw(_ a: Int, at b: String, c: Bool) async throws -> [String: Int] → try await base.draw(a, at: b, c: c)
        func draw(_ body: @Sendable () async throws -> Void) → base.draw(body)
        func paint(_ body: (Int) throws -> Void) throws(CancellationError) → try base.paint(body)
        func pick() -> @Sendable () async throws -> Void → base.pick()
        func draw<T: Sendable>(_ x: T) -> [T.ID] where T: Identifiable → base.draw(x)
        func fill(_ x: some Sendable, with y: consuming Int) → base.fill(x, with: y)
        var colors: AsyncThrowingStream<Int, any Error> { get } → base.colors
        var width: Int { get async throws } → get async throws { try await base.width }
        """
    )
}
