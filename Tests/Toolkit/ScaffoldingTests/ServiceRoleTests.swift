import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Tests which services a workspace refuses, and how it finds protocols and mocks.
@Suite(.scriptedToolchain)
struct ServiceRoleTests {
    private let copy: SampleWorkspace
    init() throws {
        copy = try .repository()
    }

    @Test func `refuses a service whose property the container declares already`() async throws {
        let file = "Modules/Bootstrap/AppContainer+Redis.swift"
        try copy.write("extension AppContainer { var redisLinkStore: Int { 1 } }", to: file)
        let message = try await errorMessage {
            try await copy.addService("Redis", implements: "LinkStore")
        }
        let start = "property 'redisLinkStore' of the container (\(file):1) already exists"
        #expect(message.hasPrefix(start))
    }

    /// A service, its protocol, and the beginning of the message.
    @Test(
        arguments: Row.table(
            """
            Redis → LinkChecker → the name 'LinkChecker'
            Redis → Link → the name 'Link' → 'var link: Factory<any Link> { get }'
            Redis → StoredLinkLibrary → the name 'StoredLinkLibrary' → , or choose another name
            Redis → Database → type 'DatabaseProviding' (
            Redis → SharedLibrary → type 'SharedLibraryContract' (
            Redis → LinkTransaction → the name 'LinkTransaction'
            InMemoryLink → Library → type 'InMemoryLinkLibrary' (Modules/Features/Library/Testing/
            Redis → Library → module 'Library'
            Redis → Reporter → property 'reporter' of the container (Modules/Bootstrap/AppContainer+Reports.swift:
            Redis → Redis → invalid name 'Redis': a module and a type with the same name hide each other; name the service after the system that it uses
            Redis → Default → invalid name 'Default': the name of its property, 'default', is a Swift keyword;
            Redis → URL → invalid name 'URL'
            Redis → no-name → invalid name 'no-name'
            """
        )
    )
    func `refuses names that are invalid or already in use`(row: Row) async throws {
        let message = try await errorMessage {
            try await copy.addService(row[0], implements: row[1])
        }
        #expect(message.hasPrefix(row[2]))
        #expect(message.hasSuffix(row[3...].first ?? ""))
    }

    @Test func `finds the protocols that the container protocols of a module provide`() throws {
        try copy.write(
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
        #expect(
            roles.map { "\($0.location.module) \($0.container) \($0.property): \($0.name)" } == [
                "ChartsInterface ChartsProviding chart: Chart",
                "ChartsInterface ChartsProviding pen: Pen",
            ]
        )
        #expect(try copy.workspace.roles(at: .feature("Nothing")).isEmpty)
        let core = try copy.workspace.roles(at: .core)
        #expect(
            core.map { "\($0.property): \($0.name)" }.sorted() == [
                "clock: WallClock", "httpClient: HTTPClient",
            ]
        )
    }

    private func pen(mocks: String) throws -> Role {
        try copy.write(mocks, to: "Modules/Features/Pens/Testing/M.swift")
        try copy.write(
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
    func `a mock is a public type that conforms to the protocol`(_ text: String) throws {
        #expect(try copy.workspace.mock(of: pen(mocks: text)) == "M()")
    }

    @Test(arguments: [
        "struct M: Pen {}", "public struct M: Penned {}", "public protocol M: Pen {}", "",
    ])
    func `the error for a protocol without a mock contains a remedy`(_ text: String) throws {
        let message = try errorMessage {
            try copy.workspace.mock(of: pen(mocks: text))
        }
        let remedy = "write 'public struct MockPen: Pen' with 'public init()' there first"
        #expect(
            message == "mock of 'Pen' in Modules/Features/Pens/Testing not found; \(remedy)"
        )
    }

    @Test(arguments: [
        "func check(_ subject: any Pen) {}", "func check(_ subject: any Pen, at time: Int) {}",
        "func check(_ subject: any Pen) {}\nfunc mock() {}\nstatic func mock(_ a: Int) {}",
        "func check(_ subject: any Pen) {}\nstatic func mock() {}",
    ])
    func `a contract checks a protocol, and its method can have more parameters`(method: String)
        throws
    {
        let role = try pen(mocks: "public enum PenContract { public \(method) }")
        let contract = try copy.workspace.contract(of: role)
        #expect(contract.name == "PenContract")
        #expect(contract.makesMock == method.hasSuffix("static func mock() {}"))
    }

    @Test(
        arguments: Row.table(
            """
            LinkStore → linkStore
            HTTPClient → httpClient
            HTTP2Client → http2Client
            URL → url
            S3 → s3
            ABTest → abTest
            """
        )
    )
    func `names a property after its type`(row: Row) {
        #expect(row[0].asProperty == row[1])
    }
}
