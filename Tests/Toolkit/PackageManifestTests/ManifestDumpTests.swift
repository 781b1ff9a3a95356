import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import ProgramTesting
import SwiftSource
import Testing

/// Tests packages that are described in the format of `swift package dump-package`.
@Suite(.describedPackages)
struct ManifestDumpTests {
    private let repository: DescribedRepository

    init() throws {
        repository = try DescribedRepository()
    }

    private func load(
        _ lines: String,
        _ values: [String: [String: String]] = [:],
        products: String = "",
        packages: [String: String] = [:],
        files: [String]? = nil
    ) async throws -> SwiftPackage {
        try repository.describe(
            lines,
            products: products,
            packages: packages,
            values: values,
            files: files
        )
        return try await repository.load()
    }

    // MARK: Sources

    @Test func `the sources of a target omit excluded files and resources that are not processed`()
        async throws
    {
        let resources = #"""
            [{"path": "Data", "rule": {"copy": {}}}, {"path": "Text", "rule": {"process": {}}},
            {"path": "Code", "rule": {"embedInCode": {}}}]
            """#
        let package = try await load(
            "Core\nHome",
            [
                "Core": ["exclude": #"["Old", "B.swift"]"#, "resources": resources],
                "Home": ["sources": #"["In", "A.swift"]"#],
            ],
            files: [
                "Sources/Core/A.swift", "Sources/Core/B.swift", "Sources/Core/Old/C.swift",
                "Sources/Core/Data/D.swift", "Sources/Core/Text/E.swift",
                "Sources/Core/Code/F.swift", "Sources/Home/A.swift", "Sources/Home/B.swift",
                "Sources/Home/In/C.swift",
            ]
        )
        let core = ["Sources/Core/A.swift", "Sources/Core/Text/E.swift"]
        #expect(try files(of: "Core", in: package) == core)
        let home = ["Sources/Home/A.swift", "Sources/Home/In/C.swift"]
        #expect(try files(of: "Home", in: package) == home)
    }

    @Test func `sources can be in the parent folder if no other target of the same kind needs it`()
        async throws
    {
        let targets = "Core\nExtra in Extra\nCoreTests"
        let files = ["Sources/A.swift", "Extra/B.swift", "Tests/C.swift"]
        let package = try await load(targets, files: files)
        #expect(package.graph.modules.map(\.folder) == ["Sources", "Extra", "Tests"])
        let folders = ["Sources/Core", "Source/Core", "src/Core", "srcs/Core"]
        await #expect(throws: ManifestError.noSources(target: "Core", folders: folders)) {
            try await load("\(targets)\nHome", files: [])
        }
    }

    @Test func `reads the kinds of targets`() async throws {
        let package = try await load("App executable\nCore\nCoreTests\nText macro\nTool plugin")
        let kinds: [Module.Kind] = [.executable, .library, .test, .macro, .plugin]
        #expect(package.graph.modules.map(\.kind) == kinds)
    }

    @Test func `a binary target needs no folder`() async throws {
        let binary = ["type": "\"binary\""]
        let package = try await load(
            "Local in Local.zip\nRemote\nCore",
            ["Local": binary, "Remote": binary],
            files: ["Sources/Core/A.swift"]
        )
        let kinds: [Module.Kind] = [.system, .system, .library]
        #expect(package.graph.modules.map(\.kind) == kinds)
        #expect(package.graph.modules.map(\.folder) == ["Local.zip", "", "Sources/Core"])
    }

    @Test(
        arguments: [
            ("regular", nil, "module.modulemap"),
            ("regular", nil, "include/module.modulemap"),
            ("regular", "headers", "headers/module.modulemap"),
            ("system", nil, "module.modulemap"),
        ] as [(String, String?, String)]
    )
    func `a C target or a system library is imported by the name in its module map`(
        type: String,
        headers: String?,
        moduleMap: String
    ) async throws {
        try repository.write("module Shims { header \"a.h\" }", to: "Sources/CNet/\(moduleMap)")
        var values = ["type": "\"\(type)\""]
        values["publicHeadersPath"] = headers.map { "\"\($0)\"" }
        let package = try await load("CNet", ["CNet": values], files: ["Sources/CNet/a.c"])
        #expect(package.graph.modules.map(\.importName) == ["Shims"])
    }

    @Test(arguments: [
        "Extra", "Extra/", "./Extra", ".//Extra/.", "Sources/../Extra", "A/B/../../Extra",
        "A/../Sources/../Extra",
    ])
    func `the folder of a target is the shortest form of its path`(path: String) async throws {
        let package = try await load(
            "Core in \(path)",
            files: ["Sources/Core/A.swift", "A/B/A.swift", "Extra/A.swift"]
        )
        #expect(package.graph.modules.map(\.folder) == ["Extra"])
        #expect(try files(of: "Core", in: package) == ["Extra/A.swift"])
    }

    @Test func `a path keeps the steps that lead out of the package`() async throws {
        let folder = repository.folder.url
        let parent = folder.deletingLastPathComponent().lastPathComponent
        let path = "../A/../../\(parent)/\(folder.lastPathComponent)/Extra"
        let package = try await load("Core in \(path)", files: ["Extra/A.swift"])
        let shortest = path.replacing("A/../", with: "")
        #expect(package.graph.modules.map(\.folder) == [shortest])
    }

    @Test(arguments: ["h", "hh", "hpp", "hxx", "inc", "inl", "def"])
    func `a header in a searched folder belongs to a C target`(ending: String) async throws {
        let setting = #"[{"tool": "c", "kind": {"headerSearchPath": {"_0": "../Headers"}}}]"#
        let settings = ["Net": ["settings": setting]]
        let owners = try await load("Net", settings, files: ["Sources/Net/a.c"]).owners()
        #expect(owners("Sources/Headers/a.\(ending)") == ["Net"])
        #expect(owners("Sources/Headers/a.c") == [])
        #expect(owners("Sources/Others/a.\(ending)") == [])
    }

    /// SwiftPM prints sets in random order.
    @Test(arguments: [
        "dependencies", "enabledTraits", "exclude", "platformNames", "platforms", "pluginUsages",
        "resources", "sources", "traits",
    ])
    func `the order of a set does not change the description of a target`(key: String)
        async throws
    {
        func description(_ names: String) async throws -> ManifestValue? {
            let value = #"{"name": "a", "\#(key)": \#(names)}"#
            let package = try await load("Core", ["Core": ["custom": value]])
            return package.description.targets["Core"]
        }
        let first = try await description(#"["a", "b", "b"]"#)
        #expect(try await description(#"["b", "a", "b"]"#) == first)
        #expect(try await description(#"["a", "b"]"#) != first)
    }

    @Test func `the description does not depend on the place of the package`() async throws {
        func description() async throws -> ManifestDescription {
            let repository = try DescribedRepository()
            let kit = repository.folder.path("Kit/a")
            let paths = #"["{root}/a", "--include={root}", "\#(kit)"]"#
            try repository.describe("Core", in: "App", values: ["Core": ["custom": paths]])
            return try await repository.load("App").description
        }
        #expect(try await description() == description())
    }

    @Test func `the settings contain neither targets, products nor the place of the package`()
        async throws
    {
        let package = try await load("Core")
        let other = try await load("Home", products: "Home: Home", packages: ["kit": "Kit"])
        #expect(other.description.settings == package.description.settings)
        try repository.edit("dump.json", replacing: #"{"root": ["{root}"]}"#, with: "null")
        try await #expect(repository.load().description.settings == package.description.settings)
        try repository.edit("dump.json", replacing: #""settings": {}"#, with: #""settings": 1"#)
        try await #expect(repository.load().description.settings != package.description.settings)
    }

    /// A build setting, and whether it defines `DEFINED` for Swift code in every build.
    @Test(
        arguments: Row.table(
            """
            "tool": "swift" → true
            "tool": "c" → false
            "tool": "swift", "condition": {"config": "debug"} → false
            """
        )
    )
    func `a setting defines a name for Swift code in every build`(row: Row) async throws {
        let setting = #"[{\#(row[0]), "kind": {"define": {"_0": "DEFINED"}}}]"#
        let package = try await load("Core", ["Core": ["settings": setting]])
        try repository.write("#if !DEFINED\nimport A\n#endif", ofModule: "Core")
        let imports = try PackageSet(package).sources()["Core"]?.flatMap(\.imports)
        #expect(imports?.isEmpty == (row[1] == "true"))
    }

    // MARK: Dependencies

    @Test func `reports a dependency without a kind`() async throws {
        let error = try await #require(throws: ManifestError.self) {
            try await load("Core", ["Core": ["dependencies": "[{}]"]])
        }
        #expect(error.message.contains("a dependency without a kind"))
    }

    @Test(
        arguments: Row.table(
            #"""
            {"byName": ["Net", null]} → false
            {"byName": ["Net"]} → false
            {"byName": ["Net", {"platformNames": ["linux"]}]} → true
            {"target": ["Net", {"platformNames": ["linux"]}]} → true
            {"product": ["Net", "net", null, null]} → false
            {"product": ["Net", "net", {"Net": "Other"}, null]} → false
            {"product": ["Net", "net", null, {"platformNames": ["linux"]}]} → true
            """#
        )
    )
    func `reads whether a dependency has a condition`(row: Row) async throws {
        let package = try await load("Core", ["Core": ["dependencies": "[\(row[0])]"]])
        let core = try #require(package.graph.module(named: "Core"))
        #expect(core.dependencies == ["Net"])
        #expect(core.conditionalDependencies.contains("Net") == (row[1] == "true"))
    }

    @Test
    func `a product belongs to the package that one of the dependencies on the product names`()
        async throws
    {
        let package = try await load("Core: Log@logs\nHome: Log", packages: ["logs": "/logs"])
        #expect(package.graph.module(named: "Log")?.package == "logs")
    }

    @Test(arguments: [("automatic", false), ("static", false), ("dynamic", true)])
    func `reads which library products are always dynamic`(
        kind: String,
        isDynamic: Bool
    ) async throws {
        try repository.describe("Core", products: "Kit: Core\nrun: Core")
        let library = #""type": {"library": "#
        try repository.edit(
            "dump.json",
            replacing: #""Kit", "targets": ["Core"], \#(library)null"#,
            with: #""Kit", "targets": ["Core"], \#(library)["\#(kind)"]"#
        )
        try repository.edit(
            "dump.json",
            replacing: "\(library)null",
            with: #""type": {"executable": null"#
        )
        let package = try await repository.load()
        let kit = LibraryProduct(name: "Kit", isDynamic: isDynamic, targets: ["Core"])
        #expect(package.graph.libraries == [kit])
    }
}
