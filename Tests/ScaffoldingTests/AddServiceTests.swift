import Foundation
import ProgramTesting
import Scaffolding
import Testing

@Suite(.buildsPackages)
struct AddServiceTests {
    private let copy: WorkspaceCopy
    init() throws {
        copy = try WorkspaceCopy()
    }

    private func add(_ name: String, _ role: String) async throws -> [String] {
        try await copy.workspace.make(
            AddService(name, implements: role, modules: WorkspaceCopy.modules)
        )
    }

    @Test(
        arguments: [
            ("LinkStore", "InMemoryLinkStore()", "store"),
            ("CheckHistoryStore", "CheckHistoryContract.mock()", "store"),
            ("HTTPClient", "HTTPClientContract.mock()", "httpClient"),
            ("WallClock", "ManualClock()", "clock"),
        ])
    func `adds a service that compiles, and tests that check the contract`(
        _ role: String,
        _ mock: String,
        _ property: String
    ) async throws {
        _ = try await add("Redis", role)
        let file = "Modules/Services/Redis/Redis\(role).swift"
        let outcome = try await copy.check([file])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(copy.text(file)?.contains("// The requirements.") == false)
        let tests = try #require(copy.text("Tests/RedisTests/Redis\(role)Tests.swift"))
        #expect(tests.contains("@Test(arguments: "))
        #expect(tests.contains("Redis\(role)(base: \(mock))"))
        #expect(tests.contains("try await rule.check(subject)"))
        let bootstrap = try #require(copy.text("Modules/Bootstrap/AppContainer+Redis.swift"))
        #expect(bootstrap.contains("package var redis\(role): Factory<any \(role)> {"))
        #expect(bootstrap.contains("Redis\(role)(base: self.\(property)())"))
    }

    @Test(arguments: [
        (
            "check(_ subject: any CheckHistoryStore)",
            "contract of 'LinkStore' in Modules/CoreTesting"
        ),
        (
            "check(_ subject: any LinkStore & CheckHistoryStore)",
            "contract of 'LinkStore' in Modules/CoreTesting"
        ),
        (
            "check(_ subject: any LinkStore, of a: Int = 1)",
            "mock of 'LinkStore' in Modules/CoreTesting"
        ),
    ])
    func `throws an error if a role has no contract or no mock`(
        _ check: String,
        _ missing: String
    ) async throws {
        try copy.folder.remove("Modules/CoreTesting")
        try copy.folder.write(
            "public enum C { public func \(check) {} }",
            to: "Modules/CoreTesting/C.swift"
        )
        let error = await #expect(throws: ScaffoldingError.self) {
            try await add("Redis", "LinkStore")
        }
        #expect(error?.message.hasPrefix("\(missing) not found; write 'public ") == true)
    }

    @Test func `adds a new role with a contract, a mock and tests`() async throws {
        let notes = try await add("Redis", "SessionCache")
        for test in ["CoreTests/InMemorySessionCacheTests", "RedisTests/RedisSessionCacheTests"] {
            #expect(
                copy.text("Tests/\(test).swift")?.contains("SessionCacheContract.allCases") == true
            )
        }
        #expect(
            try !copy.folder.contents().keys.contains {
                $0.contains("RoleName") || $0.contains("ServiceName")
            }
        )
        let container = copy.text("Modules/Bootstrap/AppContainer.swift")
        #expect(container?.contains("WebArchiveProviding, SessionCacheProviding\n{}") == true)
        let registration = try #require(copy.text("Modules/Bootstrap/AppContainer+Redis.swift"))
        #expect(
            registration.contains(
                """
                    /// The shared instance, created on first use.
                    package var sessionCache: 
                """
            )
        )
        #expect(copy.text("Package.swift")?.contains("    Service(\"Redis\"),\n]") == true)
        #expect(notes.first?.contains("Modules/Core/SessionCache.swift") == true)
        let role = try #require(
            try copy.workspace.roles(at: .core).first { $0.name == "SessionCache" }
        )
        #expect(try copy.workspace.mock(of: role) == "InMemorySessionCache()")
        #expect(try copy.workspace.contract(of: role).name == "SessionCacheContract")
        // The built module Core does not contain the new role, so all files are checked as one
        // module, without the contract.
        let files = [
            "Modules/Core/SessionCache.swift",
            "Modules/Services/Redis/RedisSessionCache.swift",
            "Modules/CoreTesting/InMemorySessionCache.swift",
        ]
        let text = files.map { copy.text($0) ?? "" }.joined()
            .replacing(/(public |package )?import (Core|Testing)\n/, with: "")
        let sources = try #require(text.split(separator: "\n/// A rule that every").first)
        try copy.folder.write(String(sources), to: "All.swift")
        let outcome = try await copy.check(["All.swift"])
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test(arguments: [
        ("SessionCache", "Modules/CoreTesting/InMemorySessionCache.swift"),
        ("LinkStore", "Modules/Bootstrap/AppContainer+Redis.swift"),
    ])
    func `adding a service does not replace an existing file`(
        _ role: String,
        _ file: String
    ) async throws {
        try copy.folder.write("// mine", to: file)
        let error = await #expect(throws: ScaffoldingError.self) { try await add("Redis", role) }
        #expect(error?.message.hasPrefix("'\(file)' already exists") == true)
    }
}

/// Tests additions of services that are refused, and the parts of a workspace that additions read.
@Suite(.scriptedToolchain)
struct ServiceRoleTests {
    private let copy: WorkspaceCopy
    init() throws {
        copy = try WorkspaceCopy()
    }

    private func add(_ name: String, _ role: String) async throws -> [String] {
        try await copy.workspace.make(
            AddService(name, implements: role, modules: WorkspaceCopy.modules)
        )
    }

    @Test func `refuses a service whose property the container declares already`() async throws {
        let file = "Modules/Bootstrap/AppContainer+Redis.swift"
        try copy.folder.write("extension AppContainer { var redisLinkStore: Int { 1 } }", to: file)
        let error = await #expect(throws: ScaffoldingError.self) {
            try await add("Redis", "LinkStore")
        }
        let message = "property 'redisLinkStore' of the container (\(file):1) already exists"
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        ("Redis", "LinkChecker", "the name 'LinkChecker'"), ("Redis", "Link", "the name 'Link'"),
        ("Redis", "LinkTransaction", "the name 'LinkTransaction'"),
        (
            "InMemoryLink", "Library",
            "type 'InMemoryLinkLibrary' (Modules/Features/Library/Testing/"
        ),
        ("Redis", "Library", "module 'Library'"),
        (
            "Redis", "Reporter",
            "property 'reporter' of the container (Modules/Bootstrap/AppContainer+Reports.swift:"
        ),
        (
            "Redis", "Redis",
            "invalid name 'Redis': a module and a type with the same name hide each other; name the service after "
        ),
        (
            "Redis", "Default",
            "invalid name 'Default': the name of its property, 'default', is a Swift keyword; "
        ),
        ("Redis", "URL", "invalid name 'URL'"), ("Redis", "no-name", "invalid name 'no-name'"),
    ])
    func `refuses names that are invalid or already in use`(
        _ name: String,
        _ role: String,
        _ message: String
    ) async throws {
        let error = await #expect(throws: ScaffoldingError.self) { try await add(name, role) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test func `finds the roles that the container protocols of a module provide`() throws {
        try copy.folder.write(
            """
            public import Injection
            public protocol ChartsProviding: SharedContainer {
                var chart: Factory<any Chart> { get }
                var settings: Factory<Settings> { get }
                var pen: Factory<any Pen> { get }
            }
            public protocol Chart: Sendable {}
            """,
            to: "Modules/Features/Charts/Interface/Chart.swift"
        )
        let roles = try copy.workspace.roles(at: .feature("Charts"))
        #expect(roles.map { "\($0.property): \($0.name)" } == ["chart: Chart", "pen: Pen"])
        #expect(
            roles.allSatisfy {
                $0.container == "ChartsProviding" && $0.location.module == "ChartsInterface"
            }
        )
        #expect(try copy.workspace.roles(at: .feature("Nothing")).isEmpty)
        let core = try copy.workspace.roles(at: .core)
        #expect(
            core.map { "\($0.property): \($0.name)" }.sorted() == [
                "clock: WallClock", "databaseReader: DatabaseReader", "httpClient: HTTPClient",
                "store: CheckHistoryStore", "store: LinkStore", "webArchive: WebArchive",
            ]
        )
    }

    private func pen(mocks: String) throws -> Role {
        try copy.folder.write(mocks, to: "Modules/Features/Pens/Testing/M.swift")
        try copy.folder.write(
            "public protocol PensProviding: SharedContainer { var pen: Factory<any Pen> { get } }",
            to: "Modules/Features/Pens/Interface/Pen.swift"
        )
        return try #require(try copy.workspace.roles(at: .feature("Pens")).first)
    }

    @Test(arguments: [
        "public struct M: Pen { public init() {} }",
        "public final class M: Base, Pen {}",
        "public actor M {}\nextension M: Pen & Sendable {}",
        "public struct M {}\nextension M: PensInterface.Pen {}",
        "struct A: Pen {}\npublic struct M: Pen {}",
    ])
    func `a mock is a public type that conforms to the role`(_ text: String) throws {
        #expect(try copy.workspace.mock(of: pen(mocks: text)) == "M()")
    }

    @Test(arguments: [
        "struct M: Pen {}", "public struct M: Penned {}", "public protocol M: Pen {}", "",
    ])
    func `the error for a role without a mock contains a remedy`(_ text: String) throws {
        let error = #expect(throws: ScaffoldingError.self) {
            try copy.workspace.mock(of: pen(mocks: text))
        }
        let remedy = "write 'public struct MockPen: Pen' with 'public init()' there first"
        #expect(
            error?.message == "mock of 'Pen' in Modules/Features/Pens/Testing not found; \(remedy)"
        )
    }

    @Test(arguments: [
        ("LinkStore", "linkStore"),
        ("HTTPClient", "httpClient"),
        ("URL", "url"),
        ("S3", "s3"),
        ("ABTest", "abTest"),
    ])
    func `names a property after its type`(_ type: String, _ name: String) {
        #expect(type.asProperty == name)
    }
}
