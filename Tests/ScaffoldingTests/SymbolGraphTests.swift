import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Types that forward the requirements of a protocol, which the symbol graph of its module
/// describes.
@Suite(.buildsPackages)
struct SymbolGraphTests {
    private let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
    }

    /// Builds a module Core with a protocol `Pen`, and returns a type that forwards its
    /// requirements.
    private func forwarder(
        _ requirements: String,
        inherits: String = "Sendable"
    ) async throws -> Forwarder {
        let text = """
            public import Foundation
            public protocol Base: Sendable { func base() }
            public protocol Pen: \(inherits) { \(requirements) }
            """
        let file = try folder.write(text, to: "Pen.swift")
        let options = [
            "-emit-module", "-module-name", "Core", "-swift-version", "6", "-parse-as-library",
            file,
        ]
        let outcome = try await Subprocess.run(
            "swiftc",
            options + ["-emit-module-path", folder.path("Core.swiftmodule")]
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try await SymbolGraph(of: "Core", in: folder.url.path).forwarder(
            for: "Pen",
            remedy: "write it by hand"
        )
    }

    @Test(arguments: [
        ("func draw()", "package func draw() {\n    base.draw()\n}"),
        (
            "func draw(_ a: Int, at b: String, c: Bool) async throws -> [String: Int]",
            "    try await base.draw(a, at: b, c: c)\n}"
        ),
        ("func draw(_ body: @Sendable () async throws -> Void)", "    base.draw(body)\n}"),
        (
            "func draw(_ body: (Int) throws -> Void) throws(CancellationError)",
            "    try base.draw(body)\n}"
        ),
        ("func draw() -> @Sendable () async throws -> Void", "    base.draw()\n}"),
        ("func draw<T: Sendable>(_ x: T) -> [T.ID] where T: Identifiable", "    base.draw(x)\n}"),
        ("var color: Int { get }", "package var color: Int { base.color }"),
        (
            "var color: Int { get async throws }",
            "package var color: Int { get async throws { try await base.color } }"
        ),
    ])
    func `forwards a requirement`(requirement: String, member: String) async throws {
        let forwarder = try await forwarder(requirement)
        #expect(
            forwarder.members.count == 1,
            "\(forwarder)"
        )
        #expect(
            forwarder.members.first?.hasSuffix(member) == true,
            "\(forwarder)"
        )
        #expect(forwarder.modules == [])
        #expect(!forwarder.isClassBound)
        let type =
            "import Core\nstruct Copy: Pen {\nlet base: any Pen\n\(forwarder.members.joined(separator: "\n"))\n}"
        let file = try folder.write(type.replacing("package ", with: ""), to: "Copy.swift")
        let outcome = try await Subprocess.run(
            "swiftc",
            [
                "-typecheck", "-warnings-as-errors", "-swift-version", "6", "-I", folder.url.path,
                file,
            ]
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test func `sorts requirements, and forwards inherited ones`() async throws {
        let forwarder = try await forwarder(
            "func b()\nfunc a(at: Date)",
            inherits: "Base, AnyObject"
        )
        let names = forwarder.members.map { $0.split(separator: "(").first ?? "" }
        #expect(names == ["package func a", "package func b", "package func base"])
        #expect(forwarder.modules == ["Foundation"])
        #expect(forwarder.isClassBound)
    }

    @Test(arguments: [
        "mutating func a()", "var a: Int { get set }", "static func a()", "init()",
        "subscript(i: Int) -> Int { get }", "func a(_ x: inout Int)",
        "func a(_ x: UnsafePointer<Int>)", "func a() -> Unmanaged<NSString>", "associatedtype A",
    ])
    func `refuses a requirement that cannot be forwarded`(requirement: String) async throws {
        let error = await #expect(throws: ScaffoldingError.self) {
            try await forwarder(requirement)
        }
        let message = error?.message ?? ""
        #expect(message.hasPrefix("Modules/Core: cannot forward '"))
        #expect(message.contains("; write it by hand"))
    }

    @Test func `reports a module that was not built`() async throws {
        await #expect(throws: ScaffoldingError.self) {
            try await SymbolGraph(of: "Core", in: folder.url.path)
        }
    }
}
