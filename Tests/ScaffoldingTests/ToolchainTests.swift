import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// The changes that depend on answers of the toolchain, or whose results it checks.
@Suite(.buildsPackages)
struct ToolchainTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func `the sources are formatted, however long the name is`() async throws {
        let name = "AnExceptionallyLongNameThatBreaksManyLines"
        _ = try await NewWorkspace(at: folder.path(name)).make()
        let places = ["Package.swift", "App", "Modules", "Tests"].map { folder.path("\(name)/\($0)") }
        let lint = try await Subprocess.run(
            "swift", ["format", "lint", "--strict", "--parallel", "--recursive"] + places)
        #expect(lint.code == 0, "\(lint.errors)")
        let upgrade = try await Upgrade(of: Workspace(at: folder.path(name))).make()
        #expect(upgrade.changes.isEmpty && upgrade.notes.isEmpty)
    }

    @Test(arguments: [("Foundation", "has a module of that name"), ("String", "has a type of that name")])
    func `the name of a module or a type of the toolchain is refused`(name: String, reason: String) async throws {
        let error = await #expect(throws: ScaffoldingError.self) {
            try await NewWorkspace(at: folder.path("place"), name: name).make()
        }
        #expect(error?.message.hasPrefix("invalid name '\(name)': ") == true && error?.message.contains(reason) == true)
        #expect(!folder.exists("place"))
    }

    @Test func `an upgrade refuses functions that do not fit the values`() async throws {
        _ = try await NewWorkspace(at: folder.path("shop"), name: "Shop", isEmpty: true).make()
        let parts = [
            "Modules/Injection", "Modules/Boundaries", "App", "Package.swift",
            "Modules/Scaffolding/Templates/Inherited",
        ]
        try folder.copy(parts, from: BuiltProducts.packageRoot, to: "clone")
        let functions = try folder.text("clone/Package.swift").replacing("mocks: Bool", with: "hasMocks: Bool")
        try folder.write(functions, to: "clone/Package.swift")
        let shop = try Workspace(at: folder.path("shop"))
        let error = await #expect(throws: ScaffoldingError.self) {
            try await Upgrade(of: shop, isForced: true, source: folder.path("clone")).make()
        }
        let message = error?.message ?? ""
        #expect(message.contains("do not fit the functions of the tool's version") && message.contains("error: "))
    }
}

@Suite(.buildsPackages)
struct AddServiceToolchainTests {
    private let copy: WorkspaceCopy
    init() throws { copy = try WorkspaceCopy() }

    private func add(_ name: String, _ role: String) async throws {
        try await copy.workspace.make(AddService(name, implements: role, modules: WorkspaceCopy.modules))
    }

    @Test(
        arguments: [
            ("LinkStore", "InMemoryLinkStore()", "store"),
            ("CheckHistoryStore", "CheckHistoryContract.mock()", "store"),
            ("HTTPClient", "HTTPClientContract.mock()", "httpClient"), ("WallClock", "ManualClock()", "clock"),
        ])
    func `a service for a role of Core compiles, and its tests run the contract over a mock`(
        _ role: String, _ mock: String, _ property: String
    ) async throws {
        try await add("Redis", role)
        let file = "Modules/Services/Redis/Redis\(role).swift"
        let outcome = try await copy.check([file])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(copy.text(file)?.contains("// The requirements.") == false)
        let tests = try #require(copy.text("Tests/RedisTests/Redis\(role)Tests.swift"))
        #expect(tests.contains("@Test(arguments: ") && tests.contains("Redis\(role)(base: \(mock))"))
        #expect(tests.contains("try await rule.check(subject)"))
        let bootstrap = try #require(copy.text("Modules/Bootstrap/AppContainer+Redis.swift"))
        #expect(bootstrap.contains("package var redis\(role): Factory<any \(role)> {"))
        #expect(bootstrap.contains("Redis\(role)(base: self.\(property)())"))
    }

    @Test func `a service for a new role compiles`() async throws {
        try await add("Redis", "SessionCache")
        // Core is built without the role, so all files are checked as one module, without the contract.
        let files = [
            "Modules/Core/SessionCache.swift", "Modules/Services/Redis/RedisSessionCache.swift",
            "Modules/CoreTesting/InMemorySessionCache.swift",
        ]
        let text = files.map { copy.text($0) ?? "" }.joined()
            .replacing(/(public |package )?import (Core|Testing)\n/, with: "")
        let sources = try #require(text.split(separator: "\n/// The rules for").first)
        try copy.folder.write(String(sources), to: "All.swift")
        let outcome = try await copy.check(["All.swift"])
        #expect(outcome.code == 0, "\(outcome.errors)")
    }
}

@Suite(.buildsPackages)
struct RoundTripToolchainTests {
    @Test(arguments: [(0, 0), (1, 0), (2, 0), (1, 1), (1, 2), (1, 3), (3, 3)])
    func `add, rename, rename back and remove round-trip byte for byte`(addition: Int, form: Int) async throws {
        let test = try RoundTripTests()
        try await test.`add, rename, rename back and remove round-trip byte for byte`(addition: addition, form: form)
    }

    @Test(
        arguments: [
            (.feature, "Pages"), (.feature, "Checking"), (.feature, "Transfer"), (.feature, "Reports"),
            (.service, "SQLite"), (.service, "System"),
        ] as [(WorkspacePart.Kind, String)])
    func `renaming a part of this workspace back restores every byte`(kind: WorkspacePart.Kind, name: String) throws {
        try RoundTripTests().`renaming a part of this workspace back restores every byte`(kind: kind, name: name)
    }
}
