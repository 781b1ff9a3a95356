import BoundaryRules
import PackageManifest
import PackageManifestTesting
import ProgramTesting
import Testing

/// Plugins that may generate Swift source for a target.
@Suite(.describedPackages)
struct SourceGeneratorTests {
    private let repository: DescribedRepository
    init() throws {
        repository = try DescribedRepository()
    }

    /// The package `App`, whose module `Home` uses a plugin.
    private func package(
        usage: String = #"{"plugin": ["Tool", null]}"#,
        files: [String: String]
    ) async throws -> SwiftPackage {
        try repository.describe(
            "Home\nTool plugin",
            in: "App",
            packages: ["tools": "Tools"],
            values: ["Home": ["pluginUsages": "[\(usage)]"]]
        )
        for (name, text) in files {
            try repository.write(text, to: name)
        }
        return try await repository.load("App")
    }

    private func generators(of package: SwiftPackage) -> [String]? {
        package.graph.module(named: "Home")?.sourceGenerators
    }

    @Test(
        arguments: Row.table(
            #"""
            .buildCommand(arguments: [], outputFiles: [file]) → true
            .buildCommand(arguments: [], outputFiles: files) → true
            .prebuildCommand(arguments: [], outputFilesDirectory: folder) → true
            .buildCommand(arguments: [], outputFiles: []) → false
            .buildCommand(arguments: []) → false
            """#
        )
    )
    func `the source of a plugin shows whether it generates files`(row: Row) async throws {
        let own = try await package(files: ["App/Plugins/Tool/Tool.swift": row[0]])
        #expect(generators(of: own) == ((row[1] == "true") ? ["Tool"] : []))
        let usage = #"{"plugin": ["Other", "Tools"]}"#
        let other = try await package(usage: usage, files: ["Tools/Plugins/Other/A.swift": row[0]])
        #expect(generators(of: other) == ((row[1] == "true") ? ["Other"] : []))
    }

    @Test(arguments: [("Other.md", ["Other"]), ("Other.swift", [])])
    func `a plugin may generate files unless its source is in a checkout`(
        file: String,
        expected: [String]
    ) async throws {
        let package = try await package(
            usage: #"{"plugin": ["Other", "far-away"]}"#,
            files: ["App/.build/checkouts/far-away/Plugins/Other/\(file)": ""]
        )
        #expect(generators(of: package) == expected)
        #expect(PackageSet(package).graph.module(named: "Other") == nil)
    }

    @Test(arguments: ["SwiftLintBuildToolPlugin", "FormatCode", "Boundaries"])
    func `plugins for linting and formatting generate no source`(name: String) async throws {
        let usage = #"{"plugin": ["\#(name)", "far-away"]}"#
        #expect(generators(of: try await package(usage: usage, files: [:])) == [])
    }
}
