import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Tests that this repository is a workspace such as those that `bulkhead new` writes.
@Suite(.scriptedToolchain)
struct OwnWorkspaceTests {
    private func own(_ path: String) throws -> String {
        try String(contentsOf: BuiltProducts.packageRoot.appending(path: path), encoding: .utf8)
    }

    private func new(_ path: String) async throws -> String {
        try await SampleWorkspace.made(.full).text(path)
    }

    /// Returns the functions at the end of a manifest, by their first lines.
    private func functions(of manifest: String) throws -> [String: Substring] {
        let parts = manifest.split(separator: "// MARK: - From values to targets\n\n")
        let functions = try #require(parts.last).split(separator: "\n\n")
        let named = functions.map { (String($0.prefix { $0 != "\n" }), $0) }
        return Dictionary(uniqueKeysWithValues: named)
    }

    @Test func `the manifest has the functions of a new workspace`() async throws {
        let own = try functions(of: own("Package.swift"))
        let new = try await functions(of: new("Package.swift"))
        #expect(own.keys.sorted() == new.keys.sorted())
        #expect(new.count >= 9)
        // In a workspace, the modules of the engine are products of the package bulkhead.
        let products = "func modules(_ names: [String]) -> [Target.Dependency] {"
        for (name, function) in new where name != products {
            #expect(own[name] == function)
        }
        let product = ".product(name: name, package: \"bulkhead\")"
        #expect(try #require(new[products]).contains(product))
    }

    /// Returns the layers in a file with rules.
    private func layers(of rules: String) throws -> [Substring] {
        let parts = rules.split(separator: "\n  \"layers\": [\n")
        return try #require(parts.last).split(separator: /,?\n(?=    \{)|\n  \]/)
    }

    @Test func `the rules begin with the layers of a new workspace`() async throws {
        let own = try layers(of: own("boundaries.json"))
        let new = try await layers(of: new("boundaries.json")).dropLast()
        #expect(new.count >= 16)
        #expect(own.count > new.count)
        #expect(own.prefix(new.count) == new)
    }
}

/// Tests the commands in a copy of this repository with the real toolchain.
@Suite(.buildsPackages)
struct OwnWorkspaceCommandTests {
    private static let additions: [any WorkspaceChange] = [
        AddFeature("Trips", role: "TripKeeper", uses: ["Library", "Pages"], hasExample: true),
        AddFeature("Presents", uses: ["Trips"], hasExample: true, isSingle: true),
        AddService("Redis", implements: "TripCache", of: "Trips"),
        AddService("Memcached", implements: "LinkStore"),
        AddModule.library("Money"),
        AddModule.app("Admin"),
    ]
    private static let changes: [any WorkspaceChange] = [
        Renaming(.feature, "Trips", to: "Journeys"),
        Renaming(.feature, "Presents", to: "Gifts"),
        Renaming(.service, "Redis", to: "Valkey"),
        Renaming(.library, "Money", to: "Coins"),
        FeatureSplit("Gifts"),
        Removal(.app, "Admin"),
        Removal(.library, "Coins"),
        Removal(.service, "Memcached"),
        Removal(.service, "Valkey"),
        Removal(.feature, "Gifts"),
        Removal(.feature, "Journeys"),
    ]

    @Test func `commands keep the rules of this repository, and a round restores every byte`()
        async throws
    {
        let folder = try TemporaryFolder()
        try folder.copy(
            ["Package.swift", "boundaries.json", ".swift-format", "App", "Modules", "Tests"],
            from: BuiltProducts.packageRoot
        )
        let before = try folder.contents()
        // The runner refuses a change after which the check reports another error.
        let runner = ChangeRunner(of: try Workspace(at: folder.url.path), isForced: true)
        func apply(_ changes: [any WorkspaceChange]) async throws {
            for change in changes {
                let result = try await runner.apply(change)
                #expect(result.warnings == [])
            }
        }
        try await apply(Self.additions)
        let added = try folder.differences(from: before).filter { $0.hasSuffix(".swift") }
        let lint = try await Subprocess.run(
            "swift",
            ["format", "lint", "--strict"] + added.map(folder.path)
        )
        #expect(lint.code == 0, "\(lint.errors)")
        try await apply(Self.changes)
        #expect(try folder.differences(from: before) == [])
    }
}
