import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Tests the files and the notes of a new service.
@Suite(.scriptedToolchain)
struct AddServiceTests {
    private let copy: SampleWorkspace
    init() throws {
        copy = try .repository()
    }

    /// A protocol, its mock, and the property of its factory.
    @Test(
        arguments: Row.table(
            """
            LinkStore → InMemoryLinkStore() → linkStore
            CheckHistoryStore → CheckHistoryContract.mock() → checkHistoryStore
            HTTPClient → HTTPClientContract.mock() → httpClient
            WallClock → ManualClock() → clock
            """
        )
    )
    func `adds a service that forwards, and tests that check the contract`(row: Row) async throws {
        let role = row[0]
        let property = row[2]
        let notes = try await copy.addService("Redis", implements: role)
        let change =
            "'\(property)' is unchanged; Bootstrap registers the new service as 'redis\(role)'"
        #expect(notes.dropLast().last == change)
        let use = "to use it, replace 'self.\(property)()' with 'self.redis\(role)()' in Bootstrap"
        #expect(try #require(notes.last).hasPrefix(use))
        let service = try copy.text("Modules/Services/Redis/Redis\(role).swift")
        #expect(service.contains(" base."))
        let tests = try copy.text("Tests/RedisTests/Redis\(role)Tests.swift")
        #expect(tests.contains("@Test(arguments: "))
        #expect(tests.contains("Redis\(role)(base: \(row[1]))"))
        #expect(tests.contains("try await rule.check(subject)"))
        let bootstrap = try copy.text("Modules/Bootstrap/AppContainer+Redis.swift")
        #expect(bootstrap.contains("package var redis\(role): Factory<any \(role)> {"))
        #expect(bootstrap.contains("Redis\(role)(base: self.\(property)())"))
    }

    @Test func `adds a second protocol to the module of a service`() async throws {
        try await copy.addService("Redis", implements: "LinkStore")
        let before = try copy.contents()
        let notes = try await copy.addService("Redis", implements: "CheckHistoryStore")
        #expect(
            try copy.differences(from: before) == [
                "Modules/Bootstrap/AppContainer+Redis.swift",
                "Modules/Services/Redis/RedisCheckHistoryStore.swift", "Package.swift",
                "Tests/RedisTests/RedisCheckHistoryStoreTests.swift",
            ]
        )
        let bootstrap = try copy.text("Modules/Bootstrap/AppContainer+Redis.swift")
        #expect(bootstrap.contains("package import CheckingInterface\npackage import Injection\n"))
        #expect(bootstrap.matches(of: /extension AppContainer \{/).count == 1)
        #expect(
            bootstrap.hasSuffix(
                """
                        self { RedisLinkStore(base: self.linkStore()) }.cached
                    }

                    /// The `CheckHistoryStore` of Redis, which forwards to the instance that \
                `checkHistoryStore` provides. No
                    /// module resolves it yet.
                    package var redisCheckHistoryStore: Factory<any CheckHistoryStore> {
                        self { RedisCheckHistoryStore(base: self.checkHistoryStore()) }.cached
                    }
                }

                """
            ),
            "\(bootstrap)"
        )
        let element = """
                service(
                    "Redis",
                    uses: ["CheckingInterface", "LibraryInterface"],
                    tests: ["CheckingTesting", "LibraryTesting"]
                ),

            """
        let manifest = try copy.text("Package.swift")
        #expect(manifest.contains(element), "\(manifest)")
        let checking = "Modules/Bootstrap/AppContainer+Checking.swift"
        let places = "in Bootstrap (\(checking):12, \(checking):19)"
        #expect(try #require(notes.last).hasSuffix(places), "\(notes)")
        let message = try await errorMessage {
            try await copy.addService("Redis", implements: "LinkStore")
        }
        #expect(message.contains(" already exists; "))
    }

    @Test func `adds the extension to a file of Bootstrap without one`() async throws {
        let path = "Modules/Bootstrap/AppContainer+System.swift"
        try copy.write("let a = 1\n", to: path)
        try await copy.addService("System", implements: "SessionCache")
        let text = try copy.text(path)
        #expect(text.contains("\nlet a = 1\n\nextension AppContainer {\n"))
        #expect(text.contains("package var sessionCache: Factory<any SessionCache> {"))
    }

    @Test func `names the lines at which a new port is passed to the implementation`() async throws
    {
        let bootstrap = "Modules/Bootstrap/AppContainer+Library.swift"
        try copy.write(copy.text(bootstrap) + "let other = StoredLinkLibrary()\n", to: bootstrap)
        let notes = try await copy.make(
            AddService("Redis", implements: "LinkCache", of: "Library")
        )
        let note = try #require(notes.last)
        let implementation = "Modules/Features/Library/Implementation/StoredLinkLibrary.swift"
        let source = try copy.text(implementation).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let line = try #require(source.firstIndex { $0.contains(" init(") })
        #expect(
            note.hasPrefix(
                "StoredLinkLibrary does not receive 'linkCache' yet; add 'linkCache: any LinkCache' to its init (\(implementation):\(line + 1)), and pass 'linkCache: self.linkCache()' to it (\(bootstrap):8)"
            ),
            "\(note)"
        )
    }

    @Test func `adding and removing a service with two new protocols restores every byte`()
        async throws
    {
        let before = try copy.contents()
        try await copy.addService("Redis", implements: "SessionCache")
        try await copy.make(AddService("Redis", implements: "LinkCache", of: "Library"))
        #expect(copy.exists("Modules/Features/Library/Interface/LinkCache.swift"))
        try await copy.make(Removal(.service, "Redis"))
        #expect(try copy.differences(from: before) == [])
    }

    @Test(
        arguments: Row.table(
            """
            any CheckHistoryStore → contract of 'LinkStore' in Modules/Features/Library/Testing
            any LinkStore & CheckHistoryStore → contract of 'LinkStore' in Modules/Features/Library/Testing
            any LinkStore, of a: Int = 1 → mock of 'LinkStore' in Modules/Features/Library/Testing
            """
        )
    )
    func `throws an error if a protocol has no contract or no mock`(row: Row) async throws {
        try copy.remove("Modules/Features/Library/Testing")
        try copy.write(
            "public enum C { public func check(_ subject: \(row[0])) {} }",
            to: "Modules/Features/Library/Testing/C.swift"
        )
        let message = try await errorMessage {
            try await copy.addService("Redis", implements: "LinkStore")
        }
        #expect(message.hasPrefix("\(row[1]) not found; write 'public "))
    }

    @Test func `adds a new protocol with a contract, a mock and tests`() async throws {
        let notes = try await copy.addService("Redis", implements: "SessionCache")
        for test in ["CoreTests/InMemorySessionCacheTests", "RedisTests/RedisSessionCacheTests"] {
            #expect(
                try copy.text("Tests/\(test).swift").contains("SessionCacheContract.allCases")
            )
        }
        #expect(
            try !copy.contents().keys.contains {
                $0.contains("RoleName") || $0.contains("ServiceName")
            }
        )
        let container = try copy.text("Modules/Bootstrap/AppContainer.swift")
        #expect(container.contains("DatabaseProviding, SessionCacheProviding\n{}"))
        let registration = try copy.text("Modules/Bootstrap/AppContainer+Redis.swift")
        #expect(
            registration.contains(
                """
                    /// The shared instance, created on first use.
                    package var sessionCache: 
                """
            )
        )
        #expect(try copy.text("Package.swift").contains("    service(\"Redis\"),\n]"))
        #expect(try #require(notes.first).contains("Modules/Core/SessionCache.swift"))
        let role = try #require(
            try copy.workspace.roles(at: .core).first { $0.name == "SessionCache" }
        )
        #expect(try copy.workspace.mock(of: role) == "InMemorySessionCache()")
        #expect(try copy.workspace.contract(of: role).name == "SessionCacheContract")
    }

    @Test(
        arguments: Row.table(
            """
            SessionCache → Modules/CoreTesting/InMemorySessionCache.swift
            LinkStore → Modules/Bootstrap/AppContainer+Redis.swift
            """
        )
    )
    func `adding a service does not replace an existing file`(row: Row) async throws {
        try copy.write("// mine", to: row[1])
        let message = try await errorMessage {
            try await copy.addService("Redis", implements: row[0])
        }
        #expect(message.hasPrefix("'\(row[1])' already exists"))
    }
}

/// Tests services with the real compiler.
@Suite(.buildsPackages)
struct AddServiceCompilationTests {
    private let copy: SampleWorkspace
    init() throws {
        copy = try .repository()
    }

    @Test(arguments: ["LinkStore", "CheckHistoryStore", "HTTPClient", "WallClock"])
    func `a service for an existing protocol compiles`(role: String) async throws {
        try await copy.addService("Redis", implements: role)
        let outcome = try await copy.check(["Modules/Services/Redis/Redis\(role).swift"])
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test func `a new protocol, its mock and its service compile`() async throws {
        try await copy.addService("Redis", implements: "SessionCache")
        // The built module Core does not contain the new protocol, so all files are checked as one
        // module, without the contract.
        let files = [
            "Modules/Core/SessionCache.swift",
            "Modules/Services/Redis/RedisSessionCache.swift",
            "Modules/CoreTesting/InMemorySessionCache.swift",
        ]
        let text = try files.map(copy.text).joined()
            .replacing(/(public |package )?import (Core|Testing)\n/, with: "")
        let sources = try #require(text.split(separator: "\n/// A rule that every").first)
        try copy.write(String(sources), to: "All.swift")
        let outcome = try await copy.check(["All.swift"])
        #expect(outcome.code == 0, "\(outcome.errors)")
    }
}

extension SampleWorkspace {
    fileprivate func check(_ files: [String]) async throws -> Outcome {
        try await BuiltProducts.compile(
            files.map(path),
            ["-typecheck", "-warnings-as-errors"],
            seesPackage: true
        )
    }
}
