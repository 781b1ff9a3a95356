import Foundation
import ProgramTesting
import Scaffolding
import Testing

@Suite(.withoutToolchain)
struct AddServiceTests {
    private let copy: WorkspaceCopy
    init() throws { copy = try WorkspaceCopy() }

    private func add(_ name: String, _ role: String) async throws -> [String] {
        try await copy.workspace.make(AddService(name, implements: role))
    }

    @Test(arguments: [
        ("check(_ subject: any CheckHistoryStore)", "contract of 'LinkStore' in Modules/CoreTesting"),
        ("check(_ subject: any LinkStore & CheckHistoryStore)", "contract of 'LinkStore' in Modules/CoreTesting"),
        ("check(_ subject: any LinkStore, of a: Int = 1)", "mock of 'LinkStore' in Modules/CoreTesting"),
    ])
    func `a role without a contract or a mock is refused`(_ check: String, _ missing: String) async throws {
        try copy.folder.remove("Modules/CoreTesting")
        try copy.folder.write("public enum C { public func \(check) {} }", to: "Modules/CoreTesting/C.swift")
        let error = await #expect(throws: ScaffoldingError.self) { try await add("Redis", "LinkStore") }
        #expect(error?.message.hasPrefix("\(missing) not found; write 'public ") == true)
    }

    @Test func `a new role has a contract, a mock and their tests`() async throws {
        let notes = try await add("Redis", "SessionCache")
        for test in ["CoreTests/InMemorySessionCacheTests", "RedisTests/RedisSessionCacheTests"] {
            #expect(copy.text("Tests/\(test).swift")?.contains("SessionCacheContract.allCases") == true)
        }
        #expect(try !copy.folder.contents().keys.contains { $0.contains("RoleName") || $0.contains("ServiceName") })
        let container = copy.text("Modules/Bootstrap/AppContainer.swift")
        #expect(container?.contains("StoreProviding, SessionCacheProviding {}") == true)
        #expect(copy.text("Modules/Bootstrap/AppContainer+Redis.swift")?.contains("var sessionCache: ") == true)
        #expect(copy.text("Package.swift")?.contains("    Service(\"Redis\"),\n]") == true)
        #expect(notes.first?.contains("Modules/Core/SessionCache.swift") == true)
        let role = try #require(try copy.workspace.roles(at: .core).first { $0.name == "SessionCache" })
        #expect(try copy.workspace.mock(of: role) == "InMemorySessionCache()")
        #expect(try copy.workspace.contract(of: role).name == "SessionCacheContract")
    }

    @Test func `an existing file is not replaced`() async throws {
        let file = "Modules/CoreTesting/InMemorySessionCache.swift"
        try copy.folder.write("// mine", to: file)
        let error = await #expect(throws: ScaffoldingError.self) { try await add("Redis", "SessionCache") }
        #expect(error?.message.hasPrefix("'\(file)' already exists") == true)
    }

    @Test(arguments: [
        ("Redis", "LinkChecker", "the name 'LinkChecker'"), ("Redis", "Link", "the name 'Link'"),
        ("Redis", "LinkTransaction", "the name 'LinkTransaction'"),
        ("InMemoryLink", "Library", "type 'InMemoryLinkLibrary' (Modules/Features/Library/Testing/"),
        ("Redis", "Library", "module 'Library'"),
        ("Redis", "Reporter", "property 'reporter' of the container (Modules/Bootstrap/AppContainer+Reports.swift:"),
        (
            "Redis", "Redis",
            "invalid name 'Redis': a module and a type of the same name hide each other; name the service after "
        ),
        ("Redis", "Default", "invalid name 'Default'"),
        ("Redis", "URL", "invalid name 'URL'"), ("Redis", "no-name", "invalid name 'no-name'"),
    ])
    func `names that clash are refused`(_ name: String, _ role: String, _ message: String) async throws {
        let error = await #expect(throws: ScaffoldingError.self) { try await add(name, role) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test func `the roles of a module are the factories of its container protocols`() throws {
        try copy.folder.write(
            """
            public import Injection
            public protocol ChartsProviding: SharedContainer {
                var chart: Factory<any Chart> { get }
                var settings: Factory<Settings> { get }
                var pen: Factory<any Pen> { get }
            }
            public protocol Chart: Sendable {}
            """, to: "Modules/Features/Charts/Interface/Chart.swift")
        let roles = try copy.workspace.roles(at: .feature("Charts"))
        #expect(roles.map { "\($0.property): \($0.name)" } == ["chart: Chart", "pen: Pen"])
        #expect(roles.allSatisfy { $0.container == "ChartsProviding" && $0.location.module == "ChartsInterface" })
        #expect(try copy.workspace.roles(at: .feature("Nothing")).isEmpty)
        let core = try copy.workspace.roles(at: .core)
        #expect(
            core.map { "\($0.property): \($0.name)" }.sorted() == [
                "clock: WallClock", "httpClient: HTTPClient", "store: CheckHistoryStore", "store: LinkStore",
            ])
    }

    private func pen(mocks: String) throws -> Role {
        try copy.folder.write(mocks, to: "Modules/Features/Pens/Testing/M.swift")
        try copy.folder.write(
            "public protocol PensProviding: SharedContainer { var pen: Factory<any Pen> { get } }",
            to: "Modules/Features/Pens/Interface/Pen.swift")
        return try #require(try copy.workspace.roles(at: .feature("Pens")).first)
    }

    @Test(arguments: [
        "public struct M: Pen { public init() {} }", "public final class M: Base, Pen {}",
        "public actor M {}\nextension M: Pen & Sendable {}", "public struct M {}\nextension M: PensInterface.Pen {}",
        "struct A: Pen {}\npublic struct M: Pen {}",
    ])
    func `a mock is a public type that conforms to the role`(_ text: String) throws {
        #expect(try copy.workspace.mock(of: pen(mocks: text)) == "M()")
    }

    @Test(arguments: ["struct M: Pen {}", "public struct M: Penned {}", "public protocol M: Pen {}", ""])
    func `a role without a mock is refused with a remedy`(_ text: String) throws {
        let error = #expect(throws: ScaffoldingError.self) { try copy.workspace.mock(of: pen(mocks: text)) }
        let remedy = "write 'public struct MockPen: Pen' with 'public init()' there first"
        #expect(error?.message == "mock of 'Pen' in Modules/Features/Pens/Testing not found; \(remedy)")
    }

    @Test(arguments: [
        ("LinkStore", "linkStore"), ("HTTPClient", "httpClient"), ("URL", "url"), ("S3", "s3"), ("ABTest", "abTest"),
    ])
    func `names a property after its type`(_ type: String, _ name: String) { #expect(type.asProperty == name) }
}
