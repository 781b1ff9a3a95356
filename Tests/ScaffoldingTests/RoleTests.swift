import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct RoleTests {
    private let copy: WorkspaceCopy

    init() throws { copy = try WorkspaceCopy() }

    @Test func `the roles of a feature are what its container protocols promise`() throws {
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
        #expect(roles.map(\.name) == ["Chart", "Pen"])
        #expect(roles.map(\.property) == ["chart", "pen"])
        #expect(roles.map(\.container) == ["ChartsProviding", "ChartsProviding"])
        #expect(roles.first?.home.module == "ChartsInterface")
        #expect(try copy.workspace.roles(at: .feature("Nothing")).isEmpty)
    }

    @Test func `the roles of Core are found wherever they stand`() throws {
        let roles = try copy.workspace.roles(at: .core)
        #expect(
            roles.map(\.name) == [
                "HTTPClient", "LinkStore", "CheckHistoryStore", "WallClock",
            ])
        #expect(roles.map(\.property) == ["httpClient", "store", "store", "clock"])
    }

    /// The role `Pen` of a feature Pens, which has no mocks yet.
    private func pen() throws -> Role {
        try copy.folder.write(
            "public protocol PensProviding: SharedContainer { var pen: Factory<any Pen> { get } }",
            to: "Modules/Features/Pens/Interface/Pen.swift")
        return try #require(try copy.workspace.roles(at: .feature("Pens")).first)
    }

    @Test(arguments: [
        ("Library", "InMemoryLinkLibrary()"), ("Checking", "ScriptedLinkChecker()"), ("Pages", "ScriptedPageReader()"),
    ])
    func `the mock of a role is found`(_ feature: String, _ expression: String) throws {
        let role = try #require(try copy.workspace.roles(at: .feature(feature)).first)
        #expect(try copy.workspace.mock(of: role) == expression)
    }

    @Test(arguments: [
        "public struct M: Pen { public init() {} }", "public final class M: Base, Pen {}",
        "public actor M {}\nextension M: Pen & Sendable {}", "public struct M {}\nextension M: PensInterface.Pen {}",
        "struct A: Pen {}\npublic struct M: Pen {}",
    ])
    func `a mock is a public type that conforms to the role`(_ text: String) throws {
        try copy.folder.write(text, to: "Modules/Features/Pens/Testing/M.swift")
        #expect(try copy.workspace.mock(of: pen()) == "M()")
    }

    @Test(arguments: ["struct M: Pen {}", "public struct M: Penned {}", "public protocol M: Pen {}", ""])
    func `a role without a mock is refused, with a remedy`(_ text: String) throws {
        try copy.folder.write(text, to: "Modules/Features/Pens/Testing/M.swift")
        let error = try #require(throws: ScaffoldingError.self) { try copy.workspace.mock(of: pen()) }
        #expect(error.message.contains("write 'public struct MockPen: Pen'"))
    }

    @Test(
        arguments: [
            ("LinkStore", "linkStore"), ("HTTPClient", "httpClient"), ("URL", "url"), ("S3", "s3"), ("Notes", "notes"),
            ("A", "a"), ("ABTest", "abTest"),
        ])
    func `a property is named after its type`(_ type: String, _ property: String) {
        #expect(type.asProperty == property)
    }
}
