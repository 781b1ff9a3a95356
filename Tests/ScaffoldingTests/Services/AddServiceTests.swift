import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct AddServiceTests {
    private let copy: WorkspaceCopy

    init() throws { copy = try WorkspaceCopy() }

    private func add(_ name: String, _ role: String) async throws -> [String] {
        try await AddService(name, implements: role).apply(to: copy.workspace)
    }

    @Test(arguments: ["CheckHistoryStore", "HTTPClient", "LinkStore", "WallClock"])
    func `a service for a role of Core is whole, and compiles without a warning`(_ role: String) async throws {
        _ = try await add("Remote", role)
        let file = "Modules/Services/Remote/Remote\(role).swift"
        let outcome = try await copy.check([file], seesPackage: true)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(copy.text(file)?.contains("// The requirements.") == false)
        let files = try FileManager.default.subpathsOfDirectory(atPath: copy.folder.url.path)
        #expect(!files.contains { $0.contains("RoleName") || $0.contains("ServiceName") })
    }

    @Test func `the contract is run on the service, over a mock`() async throws {
        _ = try await add("Redis", "LinkStore")
        let tests = try #require(copy.text("Tests/RedisTests/RedisLinkStoreTests.swift"))
        #expect(tests.contains("@Test(arguments: LinkStoreContract.allCases)"))
        #expect(tests.contains("RedisLinkStore(base: InMemoryLinkStore())"))
        #expect(tests.contains("try await rule.check(subject)"))
        let bootstrap = try #require(copy.text("Modules/Bootstrap/AppContainer+Redis.swift"))
        #expect(bootstrap.contains("package var redisLinkStore: Factory<any LinkStore> {"))
        #expect(bootstrap.contains("RedisLinkStore(base: self.store())"))
    }

    @Test(
        arguments: [
            ("CheckHistoryStore", "CheckHistoryContract.mock()", "store"),
            ("HTTPClient", "HTTPClientContract.mock()", "httpClient"), ("WallClock", "ManualClock()", "clock"),
        ])
    func `a contract makes the mock where it asks more of one than to be new`(
        _ role: String, _ mock: String, _ property: String
    ) async throws {
        _ = try await add("Redis", role)
        #expect(copy.text("Tests/RedisTests/Redis\(role)Tests.swift")?.contains("Redis\(role)(base: \(mock))") == true)
        #expect(copy.text("Modules/Bootstrap/AppContainer+Redis.swift")?.contains("self.\(property)()") == true)
    }

    @Test(
        arguments: [
            (
                "check(_ subject: any LinkStore, of a: Int)",
                "contract of 'LinkStore' that takes an implementation alone"
            ),
            ("check(_ subject: any LinkStore, of a: Int = 1, b: Int)", "contract of 'LinkStore' that takes"),
            ("check(_ subject: any CheckHistoryStore)", "contract of 'LinkStore' in Modules/CoreTesting"),
            ("check(_ subject: any LinkStore, of a: Int = 1)", "mock of 'LinkStore'"),
            ("check(_ subject: any LinkStore)", "mock of 'LinkStore'"),
        ])
    func `a role without rules or a mock to hold against them is refused`(_ check: String, _ missing: String)
        async throws
    {
        try copy.remove("Modules/CoreTesting")
        try copy.folder.write("public enum C { public func \(check) {} }", to: "Modules/CoreTesting/C.swift")
        let error = await #expect(throws: ScaffoldingError.self) { try await add("Redis", "LinkStore") }
        guard case .missing(let what, _) = error else { return }
        #expect(what.hasPrefix(missing))
    }

    /// Has Core demand one more thing, with rules and a mock.
    private func writePen(_ requirement: String) throws {
        let pen = """
            public import Foundation
            public import Injection
            public protocol Pen: Sendable { \(requirement) }
            public protocol PenProviding: SharedContainer { var pen: Factory<any Pen> { get } }
            """
        let rules = """
            public enum PenContract: CaseIterable { public func check(_ subject: any Pen) {} }
            public struct MockPen: Pen { public init() {} }
            """
        try copy.folder.write(pen, to: "Modules/Core/Pen/Pen.swift")
        try copy.folder.write(rules, to: "Modules/CoreTesting/PenContract.swift")
    }

    @Test(
        arguments: [
            ("func a<T: Sendable>(_ x: T) -> [T.ID] where T: Identifiable", false),
            ("func a<E: Error, F>(_ x: F) throws(E)", false), ("func a<Date>(_ x: Date)", false),
            ("func a<T: Sequence<Date>>(_ x: T)", true), ("func a<T>(_ x: T, at: Date)", true),
            ("func a(_ x: PartialRangeThrough<Int>, _ y: SystemRandomNumberGenerator)", false),
        ])
    func `Foundation is imported where a type of it is named, and nowhere else`(requirement: String, isNeeded: Bool)
        async throws
    {
        try writePen(requirement)
        _ = try await add("Remote", "Pen")
        let text = try #require(copy.text("Modules/Services/Remote/RemotePen.swift"))
        #expect(text.contains("package import Foundation\n") == isNeeded)
    }

    @Test(
        arguments: [
            "func a(_ x: UnsafePointer<Int>)", "func a() -> Unmanaged<AnyObject>?",
            "var a: Swift.UnsafeRawBufferPointer { get }",
        ])
    func `what is not safe is left to people`(requirement: String) async throws {
        try writePen(requirement)
        let error = await #expect(throws: ScaffoldingError.self) { try await add("Remote", "Pen") }
        guard case .sourceNotUnderstood("Modules/Core/Pen/Pen.swift:3", let reason, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("whoever uses that has to answer for it with 'unsafe'"))
    }

    @Test func `the manifest and the map of modules name the service`() async throws {
        let notes = try await add("Redis", "LinkStore")
        let manifest = try ManifestEditor(try #require(copy.text("Package.swift")))
        #expect(manifest.entry("service", named: "Redis") != nil)
        #expect(manifest.entry("tests", named: "Redis")?.strings("uses") == ["Core", "CoreTesting"])
        #expect(manifest.entry("bootstrap")?.strings("services").last == "Redis")
        #expect(copy.text("README.md")?.contains("| [Modules/Services/Redis](Modules/Services/Redis) |") == true)
        #expect(notes.first?.contains("Modules/Services/Redis") == true)
    }

    @Test func `a new role comes with its error, its contract, a mock and their tests`() async throws {
        _ = try await add("Redis", "SessionCache")
        let core = ["SessionCache", "SessionCacheError"].map { "Modules/Core/SessionCache/\($0).swift" }
        let service = "Modules/Services/Redis/RedisSessionCache.swift"
        for file in [
            "Tests/CoreTests/InMemorySessionCacheTests.swift", "Tests/RedisTests/RedisSessionCacheTests.swift",
        ] {
            #expect(copy.text(file)?.contains("SessionCacheContract.allCases") == true)
        }
        #expect(
            copy.text("Modules/Bootstrap/AppContainer.swift")?.contains("StoreProviding, SessionCacheProviding {}")
                == true)
        #expect(copy.text("Modules/Bootstrap/AppContainer+Redis.swift")?.contains("var sessionCache: ") == true)
        let role = try #require(try copy.workspace.rolesInCore().first { $0.name == "SessionCache" })
        #expect(try copy.workspace.mock(of: role)?.expression == "InMemorySessionCache()")
        #expect(try copy.workspace.contract(of: role)?.name == "SessionCacheContract")
        // Core itself is built without it, so that everything is one module here.
        let mock = "Modules/CoreTesting/InMemorySessionCache.swift"
        let text = try (core + [service, mock]).map { try #require(copy.text($0)) }.joined()
            .replacing("public import Core\n", with: "").replacing("package import Core\n", with: "")
        try copy.folder.write(text, to: "All.swift")
        let outcome = try await copy.check(["All.swift"], seesPackage: true)
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test func `the first role gets Core a module of mocks`() async throws {
        try copy.remove("Modules/CoreTesting")
        try copy.folder.write(
            """
            let package = Package(
                name: "A",
                targets: [
                    .module("Core", packageAccess: true),
                    .tests("Core"),
                    // Services
                    .bootstrap(services: [], features: []),
                ]
            )
            extension Target {
                static func service(_ name: String) -> Target { .target(name: name) }
                static func tests(_ name: String) -> Target { .target(name: name) }
                static func module(_ name: String) -> Target { .target(name: name) }
                static func bootstrap(services: [String], features: [String]) -> Target { .target(name: "Bootstrap") }
            }
            """, to: "Package.swift")
        _ = try await add("Redis", "SessionCache")
        #expect(copy.text("Modules/CoreTesting/README.md")?.isEmpty == false)
        let manifest = try #require(copy.text("Package.swift"))
        let targets = """
                    .module("Core", uses: ["Injection"], packageAccess: true),
                    .module("CoreTesting", uses: ["Core"]),
                    .tests("Core", uses: ["CoreTesting"]),
                    // Services
                    .service("Redis"),
                    .tests("Redis", uses: ["Core", "CoreTesting"]),
                    .bootstrap(services: ["Redis"], features: []),
            """
        #expect(manifest.contains(targets), "\(manifest)")
    }

    @Test(
        arguments: [
            ("SessionCache", "Modules/CoreTesting/SessionCacheContract.swift"),
            ("LinkStore", "Modules/Bootstrap/AppContainer+Redis.swift"),
        ])
    func `a file that is there is not written over`(_ role: String, _ file: String) async throws {
        try copy.folder.write("// mine", to: file)
        let error = await #expect(throws: ScaffoldingError.self) { try await add("Redis", role) }
        guard case .exists(let what, _) = error else { return }
        #expect(what == "'\(file)'")
    }

    @Test(
        arguments: [
            ("Redis", "LinkChecker", "the name 'LinkChecker'"),
            ("Redis", "Link", "the name 'Link'"),
            ("Redis", "LinkTransaction", "the name 'LinkTransaction'"),
            ("InMemoryLink", "Library", "a type 'InMemoryLinkLibrary' (Modules/Features/Library/Testing/InMemory"),
            ("Redis", "Library", "a module 'Library'"),
            (
                "Redis", "Reporter",
                "a property 'reporter' of the container (Modules/Bootstrap/AppContainer+Reports.swift:"
            ),
            ("Redis", "Redis", "Redis"),
            ("Redis", "Default", "Default"),
            ("Redis", "URL", "URL"),
            ("Redis", "no-name", "no-name"),
        ])
    func `what would clash or has no rules is refused`(_ name: String, _ role: String, _ subject: String) async throws {
        let error = await #expect(throws: ScaffoldingError.self) { try await add(name, role) }
        switch error {
        case .exists(let what, _), .missing(let what, _), .inUse(let what, _, _), .badName(let what, _, _):
            #expect(what.hasPrefix(subject))
        default: Issue.record("\(String(describing: error))")
        }
    }
}
