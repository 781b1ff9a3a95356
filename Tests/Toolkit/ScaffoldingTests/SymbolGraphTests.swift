import Foundation
import PackageManifest
import ProgramTesting
import Scaffolding
import Testing

/// Tests types that forward the requirements of a protocol. The toolchain creates the symbol graph
/// of the module that declares the protocol.
@Suite(.buildsPackages)
struct SymbolGraphTests {
    private let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
    }

    /// Builds a module named Core that declares the protocol `Pen`, and returns a type that
    /// forwards the requirements of `Pen`.
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
    func `forwards each kind of requirement`(requirement: String, member: String) async throws {
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

    @Test func `sorts requirements, and forwards inherited requirements`() async throws {
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

/// Tests how symbols are read, with a stand-in for the toolchain.
struct SymbolGraphCallTests {
    @Test func `builds Core to read its symbols`() async throws {
        let shop = try SmallShop()
        try shop.folder.write(
            """
            public protocol Clock: Sendable {}
            public protocol ClockProviding: SharedContainer { var clock: Factory<any Clock> { get } }
            """,
            to: "Modules/Core/Clock.swift"
        )
        try shop.folder.write(
            """
            public struct MockClock: Clock { public init() {} }
            public enum ClockContract { public func check(_ subject: any Clock) {} }
            """,
            to: "Modules/CoreTesting/MockClock.swift"
        )
        let toolchain = ScriptedToolchain([
            "swift build": .exit(0, "/built\n"),
            "swift -print-target-info": .exit(0, #"{"target": {"triple": "x86_64-linux"}}"#),
            "xcrun": .exit(0, "/sdk\n"),
            "swift symbolgraph-extract": .exit(1, errors: "error: no module"),
        ])
        await #expect(
            throws: ScaffoldingError.program(
                "swift symbolgraph-extract",
                reason: "error: no module"
            )
        ) {
            try await toolchain.use {
                try await shop.workspace.make(AddService("Redis", implements: "Clock"))
            }
        }
        let build = "swift build --package-path \(shop.workspace.root)"
        #expect(
            toolchain.calls("swift build") == [
                "\(build) --target Core", "\(build) --show-bin-path",
            ]
        )
        let extraction = toolchain.calls("swift symbolgraph-extract").first ?? ""
        #expect(extraction.contains(" -module-name Core -I /built/Modules "))
        #expect(extraction.contains(" -target x86_64-linux"))
    }

    @Test(arguments: [
        (Program.Outcome.exit(1, "note: a\nerror: b\n", errors: "error: c\n"), "error: b"),
        (.exit(1, "note: a\n", errors: "warning: b\nerror: c\n"), "error: c"),
        (.exit(3, "note: a\n"), "exit code 3"),
    ])
    func `reports the first error of a program, or its exit code`(
        outcome: Program.Outcome,
        reason: String
    ) async throws {
        let toolchain = ScriptedToolchain(["swift -print-target-info": outcome])
        await #expect(throws: ScaffoldingError.program("swift", reason: reason)) {
            try await toolchain.use { try await SymbolGraph(of: "Core", in: "/built") }
        }
    }
}

/// Tests types that forward the requirements of the protocol `Pen`. The symbol graph is created
/// without the toolchain.
struct ForwarderTests {
    /// A part of a declaration, such as a keyword, a parameter, or a type with its module.
    private enum Part {
        case keyword(String)
        case name(String)
        case external(String)
        case `internal`(String)
        case type(String, String)
        case text(String)

        var fragment: [String: String] {
            switch self {
            case .keyword(let text): ["kind": "keyword", "spelling": text]
            case .name(let text): ["kind": "identifier", "spelling": text]
            case .external(let text): ["kind": "externalParam", "spelling": text]
            case .internal(let text): ["kind": "internalParam", "spelling": text]
            case .type(let text, let id):
                ["kind": "typeIdentifier", "spelling": text, "preciseIdentifier": id]
            case .text(let text): ["kind": "text", "spelling": text]
            }
        }
    }

    private static func symbol(_ kind: String, _ name: String, _ parts: [Part]) -> [String: Any] {
        [
            "kind": ["identifier": "swift.\(kind)"], "identifier": ["precise": name],
            "pathComponents": ["Pen", name], "declarationFragments": parts.map(\.fragment),
        ]
    }

    private func forwarder(
        _ kind: String,
        _ name: String,
        _ parts: [Part],
        role: String = "Pen"
    ) throws -> Forwarder {
        let graph: [String: Any] = [
            "symbols": [
                Self.symbol("protocol", "Pen", [.keyword("protocol"), .text(" "), .name("Pen")]),
                Self.symbol(
                    "protocol",
                    "Base",
                    [.keyword("protocol"), .text(" "), .name("Base"), .text(" : AnyObject")]
                ),
                Self.symbol(kind, name, parts),
                Self.symbol("method", "base()", [.keyword("func"), .text(" base()")]),
                Self.symbol("method", "other()", [.keyword("func"), .text(" other()")]),
            ],
            "relationships": [
                ["kind": "conformsTo", "source": "Pen", "target": "Base"],
                ["kind": "requirementOf", "source": "base()", "target": "Base"],
                ["kind": "requirementOf", "source": name, "target": "Pen"],
                ["kind": "memberOf", "source": "other()", "target": "Pen"],
            ],
        ]
        let data = try JSONSerialization.data(withJSONObject: graph)
        return try JSONDecoder().decode(SymbolGraph.self, from: data)
            .forwarder(for: role, remedy: "write it by hand")
    }

    private static let int = Part.type("Int", "s:Si")
    private static let drawing: [Part] = [
        .keyword("func"), .text(" "), .name("draw"), .text("("), .external("_"), .text(" "),
        .internal("a"), .text(": "), int, .text(", "), .external("at"), .text(" "), .internal("b"),
        .text(": "), .type("Date", "s:20FoundationEssentials4DateV"), .text(", "), .external("c"),
        .text(": ("), int, .text(") "), .keyword("throws"), .text(" -> "), int, .text(") "),
        .keyword("async"), .text(" -> () "), .keyword("throws"), .text(" -> "), int,
    ]

    @Test func `forwards a method with its labels and its effects`() throws {
        let forwarder = try forwarder("method", "draw(_:at:c:)", Self.drawing)
        #expect(
            forwarder.members == [
                "package func base() {\n    base.base()\n}",
                """
                package func draw(_ a: Int, at b: Date, c: (Int) throws -> Int) async -> () throws -> Int {
                    await base.draw(a, at: b, c: c)
                }
                """,
            ]
        )
        #expect(forwarder.modules == ["Foundation"])
        #expect(forwarder.isClassBound)
    }

    @Test(arguments: [
        ("", "package var color: Int { base.color }"),
        (" async", "package var color: Int { get async { await base.color } }"),
        (" throws", "package var color: Int { get throws { try base.color } }"),
    ])
    func `forwards a property with its effects`(effects: String, member: String) throws {
        let parts: [Part] = [
            .keyword("var"), .text(" "), .name("color"), .text(": "), Self.int,
            .text(" { get\(effects) }"),
        ]
        #expect(try forwarder("property", "color", parts).members.last == member)
    }

    @Test(arguments: [
        ("s:4Core4PageV", "Core"), ("s:Si", nil), ("s:12_Concurrency4TaskV", nil),
        ("s:3Ink5ColorV", "Ink"), ("c:objc(cs)NSString", "Foundation"),
    ])
    func `lists the modules of the types, except for the standard library`(
        type: String,
        module: String?
    ) throws {
        let parts: [Part] = [.keyword("func"), .text(" a() -> "), .type("T", type)]
        let modules = try forwarder("method", "a()", parts).modules
        #expect(modules == Set([module].compactMap(\.self)))
    }

    @Test(
        arguments: [
            ("method", [.keyword("mutating"), .text(" func a()")]),
            ("property", [.text("var a: Int { get "), .keyword("set"), .text(" }")]),
            ("method", [.text("func a() -> "), .type("UnsafePointer", "s:SP"), .text("<Int>")]),
            ("method", [.text("func a() -> "), .type("Unmanaged", "s:s9UnmanagedV")]),
            ("init", [.text("init()")]),
        ] as [(String, [Part])]
    )
    private func `refuses a requirement that cannot be forwarded`(
        kind: String,
        parts: [Part]
    ) throws {
        let text = parts.compactMap { $0.fragment["spelling"] }.joined()
        let error = #expect(throws: ScaffoldingError.self) { try forwarder(kind, "a", parts) }
        let message = "Modules/Core: cannot forward '\(text)' to another implementation"
        #expect(error?.message == "\(message); write it by hand; nothing was changed")
    }

    @Test func `reports a name that is not a protocol of the module`() throws {
        #expect(
            throws: ScaffoldingError.missing(
                "protocol 'draw()' that other modules can use",
                remedy: "make it public or package"
            )
        ) {
            try forwarder("method", "draw()", [.text("func draw()")], role: "draw()")
        }
    }
}
