import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import ProgramTesting
import Testing

/// Plugins that may generate Swift source for a target.
@Suite(.describedPackages)
struct SourceGeneratorTests {
    private let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
    }

    /// The package `App`, whose module `Home` uses a plugin. `Home` does not import `Core`.
    private func package(
        usage: String = #"{"plugin": ["Tool", null]}"#,
        files: [String: String]
    ) async throws -> SwiftPackage {
        let description = { (name: String, type: String, values: String) in
            """
            {"name": "\(name)", "type": "\(type)", "exclude": [], "resources": []\(values)}
            """
        }
        let home = #", "dependencies": [{"byName": ["Core", null]}], "pluginUsages": [\#(usage)]"#
        let targets = [
            description("Core", "regular", #", "dependencies": []"#),
            description("Home", "regular", home),
            description("Tool", "plugin", #", "dependencies": []"#),
        ]
        let other = #"{"fileSystem": [{"identity": "tools", "path": "\#(folder.path("Tools"))"}]}"#
        let defaults = [
            "App/dump.json": """
            {"name": "App", "dependencies": [\(other)], "targets": [\(targets.joined(separator: ", "))]}
            """,
            "App/Package.swift": "",
            "App/Sources/Core/Core.swift": "let a = 1",
            "App/Sources/Home/Home.swift": "let a = 1",
            "App/Plugins/Tool/Tool.swift": "",
        ]
        for (name, text) in defaults.merging(files, uniquingKeysWith: { $1 }) {
            try folder.write(text, to: name)
        }
        return try await SwiftPackage.load(folder.path("App"))
    }

    private func generators(of package: SwiftPackage) -> [String]? {
        package.graph.module(named: "Home")?.sourceGenerators
    }

    @Test(arguments: [
        (".buildCommand(arguments: [], outputFiles: [file])", true),
        (".buildCommand(arguments: [], outputFiles: files)", true),
        (".prebuildCommand(arguments: [], outputFilesDirectory: folder)", true),
        (".buildCommand(arguments: [], outputFiles: [])", false),
        (".buildCommand(arguments: [])", false),
    ])
    func `the source of a plugin shows whether it generates files`(
        text: String,
        generates: Bool
    ) async throws {
        let own = try await package(files: ["App/Plugins/Tool/Tool.swift": text])
        #expect(generators(of: own) == (generates ? ["Tool"] : []))
        let usage = #"{"plugin": ["Other", "Tools"]}"#
        let other = try await package(usage: usage, files: ["Tools/Plugins/Other/A.swift": text])
        #expect(generators(of: other) == (generates ? ["Other"] : []))
    }

    @Test func `a plugin whose source is not known may generate files`() async throws {
        let package = try await package(usage: #"{"plugin": ["Other", "far-away"]}"#, files: [:])
        #expect(generators(of: package) == ["Other"])
    }

    @Test func `finds the source of a plugin in a checkout`() async throws {
        let package = try await package(
            usage: #"{"plugin": ["Other", "far-away"]}"#,
            files: ["App/.build/checkouts/far-away/Plugins/Other/Other.swift": ""]
        )
        #expect(generators(of: package) == [])
    }

    @Test(arguments: ["SwiftLintBuildToolPlugin", "FormatCode", "Boundaries"])
    func `plugins for linting and formatting generate no source`(name: String) async throws {
        let usage = #"{"plugin": ["\#(name)", "far-away"]}"#
        #expect(generators(of: try await package(usage: usage, files: [:])) == [])
    }

    @Test(arguments: [("Code.swift", ["Tool"]), ("report.txt", [])])
    func `the output of the last build shows whether a plugin generates source`(
        file: String,
        names: [String]
    ) async throws {
        let output = "App/.build/plugins/outputs/app/Home/destination/Tool/\(file)"
        let package = try await package(files: [
            output: "", "App/Plugins/Tool/Tool.swift": "outputFiles: [file]",
        ])
        #expect(generators(of: package) == names)
    }
}
