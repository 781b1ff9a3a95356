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

    /// The kept promises of all Core roles: where one has no contract that takes an implementation alone, an empty one is written.
    private func writeContract(of role: String) throws {
        try copy.folder.write(
            """
            public import Core
            public enum \(role)Contract: CaseIterable, Sendable {
                case only
                public func check(_ subject: any \(role)) {}
                public static func mock() -> any \(role) { fatalError() }
            }
            """, to: "Modules/CoreTesting/A\(role)Contract.swift")
    }

    @Test(arguments: ["CheckHistoryStore", "HTTPClient", "LinkStore", "WallClock"])
    func `a service for a role of Core is whole, and compiles without a warning`(_ role: String) async throws {
        try writeContract(of: role)
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
        #expect(bootstrap.contains("public var redisLinkStore: Factory<any LinkStore> {"))
        #expect(bootstrap.contains("RedisLinkStore(base: self.linkStore())"))
    }

    @Test func `a contract makes the mock where it asks more of one than to be new`() async throws {
        _ = try await add("Redis", "CheckHistoryStore")
        let tests = try #require(copy.text("Tests/RedisTests/RedisCheckHistoryStoreTests.swift"))
        #expect(tests.contains("RedisCheckHistoryStore(base: CheckHistoryContract.mock())"))
        let bootstrap = try #require(copy.text("Modules/Bootstrap/AppContainer+Redis.swift"))
        #expect(bootstrap.contains("self.checkHistory()"))
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
        #expect(copy.text("Modules/Bootstrap/AppContainer.swift")?.contains("SessionCacheProviding") == true)
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
                    .module("Core"),
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
                    .module("Core", uses: ["Injection"]),
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
            ("Redis", "LinkChecker", "the name 'LinkChecker'"),
            ("Redis", "Link", "the name 'Link'"),
            ("Redis", "LinkTransaction", "the name 'LinkTransaction'"),
            ("Redis", "HTTPClient", "contract of 'HTTPClient' that takes an implementation alone"),
            ("Redis", "WallClock", "contract of 'WallClock' in Modules/CoreTesting"),
            ("SQLite", "Store", "a type 'SQLiteStore' (Modules/Services/SQLite/SQLiteStore.swift:"),
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
