import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct AddServiceTests {
    private let copy: WorkspaceCopy

    init() throws { copy = try WorkspaceCopy() }

    private func add(_ name: String, _ role: String) async throws -> [String] {
        try await copy.workspace.make(AddService(name, implements: role, core: WorkspaceCopy.core))
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

    @Test(arguments: [
        ("check(_ subject: any CheckHistoryStore)", "contract of 'LinkStore'"),
        ("check(_ subject: any LinkStore & CheckHistoryStore)", "contract of 'LinkStore'"),
        ("check(_ subject: any LinkStore, of a: Int = 1)", "mock of 'LinkStore'"),
    ])
    func `a role without a contract or a mock is refused`(_ check: String, _ missing: String) async throws {
        try copy.remove("Modules/CoreTesting")
        try copy.folder.write("public enum C { public func \(check) {} }", to: "Modules/CoreTesting/C.swift")
        let error = await #expect(throws: ScaffoldingError.self) { try await add("Redis", "LinkStore") }
        guard case .missing(let what, _)? = error else { return }
        #expect(what.hasPrefix(missing))
    }

    @Test func `a new role comes with its contract, a mock and their tests`() async throws {
        let notes = try await add("Redis", "SessionCache")
        for file in [
            "Tests/CoreTests/InMemorySessionCacheTests.swift", "Tests/RedisTests/RedisSessionCacheTests.swift",
        ] {
            #expect(copy.text(file)?.contains("SessionCacheContract.allCases") == true)
        }
        #expect(
            copy.text("Modules/Bootstrap/AppContainer.swift")?.contains("StoreProviding, SessionCacheProviding {}")
                == true)
        #expect(copy.text("Modules/Bootstrap/AppContainer+Redis.swift")?.contains("var sessionCache: ") == true)
        #expect(copy.text("Package.swift")?.contains("    Service(\"Redis\"),\n]") == true)
        #expect(notes.first?.contains("Modules/Core/SessionCache.swift") == true)
        let role = try #require(try copy.workspace.roles(at: .core).first { $0.name == "SessionCache" })
        #expect(try copy.workspace.mock(of: role) == "InMemorySessionCache()")
        #expect(try copy.workspace.contract(of: role).name == "SessionCacheContract")
        // Core is built without the role, so that everything is one module here.
        let files = [
            "Modules/Core/SessionCache.swift", "Modules/CoreTesting/InMemorySessionCache.swift",
            "Modules/Services/Redis/RedisSessionCache.swift",
        ]
        let text = try files.map { try #require(copy.text($0)) }.joined()
            .replacing("public import Core\n", with: "").replacing("package import Core\n", with: "")
        try copy.folder.write(text, to: "All.swift")
        let outcome = try await copy.check(["All.swift"], seesPackage: true)
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test(arguments: [
        ("SessionCache", "Modules/CoreTesting/SessionCacheContract.swift"),
        ("LinkStore", "Modules/Bootstrap/AppContainer+Redis.swift"),
    ])
    func `an existing file is not replaced`(_ role: String, _ file: String) async throws {
        try copy.folder.write("// mine", to: file)
        let error = await #expect(throws: ScaffoldingError.self) { try await add("Redis", role) }
        guard case .exists(let what, _)? = error else { return }
        #expect(what == "'\(file)'")
    }

    @Test(arguments: [
        ("Redis", "LinkChecker", "the name 'LinkChecker'"), ("Redis", "Link", "the name 'Link'"),
        ("Redis", "LinkTransaction", "the name 'LinkTransaction'"),
        ("InMemoryLink", "Library", "a type 'InMemoryLinkLibrary' (Modules/Features/Library/Testing/InMemory"),
        ("Redis", "Library", "a module 'Library'"),
        ("Redis", "Reporter", "a property 'reporter' of the container (Modules/Bootstrap/AppContainer+Reports.swift:"),
        ("Redis", "Redis", "Redis"), ("Redis", "Default", "Default"), ("Redis", "URL", "URL"),
        ("Redis", "no-name", "no-name"),
    ])
    func `names that clash are refused`(_ name: String, _ role: String, _ subject: String) async throws {
        let error = await #expect(throws: ScaffoldingError.self) { try await add(name, role) }
        switch error {
        case .exists(let what, _), .missing(let what, _), .inUse(let what, _, _), .badName(let what, _, _):
            #expect(what.hasPrefix(subject))
        default: Issue.record("\(String(describing: error))")
        }
    }
}
