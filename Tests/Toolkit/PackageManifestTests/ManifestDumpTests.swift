import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests packages that are described in the format of `swift package dump-package`.
@Suite(.describedPackages)
struct ManifestDumpTests {
    private let described: DescribedPackage
    private var folder: TemporaryFolder { described.folder }

    init() throws {
        described = try DescribedPackage()
    }

    // MARK: Sources

    @Test func `the sources of a target omit excluded files and resources that are not processed`()
        async throws
    {
        let resources = #"""
            [{"path": "Data", "rule": {"copy": {}}}, {"path": "Text", "rule": {"process": {}}},
            {"path": "Code", "rule": {"embedInCode": {}}}]
            """#
        let package = try await described.load(
            [
                .target("Core", ["exclude": #"["Old", "B.swift"]"#, "resources": resources]),
                .target("Home", ["sources": #"["In", "A.swift"]"#]),
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
        let targets: [DescribedPackage.Target] = [
            .target("Core"), .target("Extra", ["path": "\"Extra\""]),
            .target("CoreTests", ["type": "\"test\""]),
        ]
        let package = try await described.load(
            targets,
            files: ["Sources/A.swift", "Extra/B.swift", "Tests/C.swift"]
        )
        #expect(package.graph.modules.map(\.folder) == ["Sources", "Extra", "Tests"])
        let folders = ["Sources/Core", "Source/Core", "src/Core", "srcs/Core"]
        await #expect(throws: ManifestError.noSources(target: "Core", folders: folders)) {
            try await described.load(targets + [.target("Home")], files: [])
        }
    }

    @Test func `a binary target needs no folder`() async throws {
        let binary = ["type": "\"binary\""]
        let package = try await described.load([
            .target("Local", binary.merging(["path": "\"Local.zip\""]) { $1 }),
            .target("Remote", binary), .target("Core"),
        ])
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
        try folder.write("module Shims { header \"a.h\" }", to: "Sources/CNet/\(moduleMap)")
        var values = ["type": "\"\(type)\""]
        values["publicHeadersPath"] = headers.map { "\"\($0)\"" }
        let package = try await described.load(
            [.target("CNet", values)],
            files: ["Sources/CNet/a.c"]
        )
        #expect(package.graph.modules.map(\.importName) == ["Shims"])
    }

    @Test(arguments: [
        "Extra", "Extra/", "./Extra", ".//Extra/.", "Sources/../Extra", "A/B/../../Extra",
        "A/../Sources/../Extra",
    ])
    func `the folder of a target is the shortest form of its path`(path: String) async throws {
        let package = try await described.load(
            [.target("Core", ["path": "\"\(path)\""])],
            files: ["Sources/Core/A.swift", "A/B/A.swift", "Extra/A.swift"]
        )
        #expect(package.graph.modules.map(\.folder) == ["Extra"])
        #expect(try files(of: "Core", in: package) == ["Extra/A.swift"])
    }

    @Test func `a path keeps the steps that lead out of the package`() async throws {
        let parent = folder.url.deletingLastPathComponent().lastPathComponent
        let path = "../A/../../\(parent)/\(folder.url.lastPathComponent)/Extra"
        let package = try await described.load(
            [.target("Core", ["path": "\"\(path)\""])],
            files: ["Extra/A.swift"]
        )
        let shortest = path.replacing("A/../", with: "")
        #expect(package.graph.modules.map(\.folder) == [shortest])
    }

    // MARK: Dependencies

    @Test func `reports a dependency without a kind`() async throws {
        let error = await #expect(throws: ManifestError.self) {
            try await described.load([.target("Core", ["dependencies": "[{}]"])])
        }
        guard case .unreadableManifest(folder.path("Package.swift"), let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("a dependency without a kind"))
    }

    @Test(arguments: [
        (#"{"byName": ["Net", null]}"#, false),
        (#"{"byName": ["Net"]}"#, false),
        (#"{"byName": ["Net", {"platformNames": ["linux"]}]}"#, true),
        (#"{"target": ["Net", {"platformNames": ["linux"]}]}"#, true),
        (#"{"product": ["Net", "net", null, null]}"#, false),
        (#"{"product": ["Net", "net", {"Net": "Other"}, null]}"#, false),
        (#"{"product": ["Net", "net", null, {"platformNames": ["linux"]}]}"#, true),
    ])
    func `reads whether a dependency has a condition`(
        dependency: String,
        isConditional: Bool
    ) async throws {
        let package = try await described.load([
            .target("Core", ["dependencies": "[\(dependency)]"])
        ])
        let core = try #require(package.graph.module(named: "Core"))
        #expect(core.dependencies == ["Net"])
        #expect(core.conditionalDependencies.contains("Net") == isConditional)
    }

    @Test
    func `a product belongs to the package that one of the dependencies on the product names`()
        async throws
    {
        let package = try await described.load(
            [
                .target("Core", ["dependencies": #"[{"product": ["Log", "logs", null, null]}]"#]),
                .target("Home", ["dependencies": #"[{"byName": ["Log", null]}]"#]),
            ],
            dependencies: #"[{"fileSystem": [{"identity": "logs", "path": "/logs"}]}]"#,
            files: ["Sources/Core/A.swift", "Sources/Home/A.swift"]
        )
        #expect(package.graph.module(named: "Log")?.package == "logs")
    }

    @Test(arguments: [("automatic", false), ("static", false), ("dynamic", true)])
    func `reads which library products are always dynamic`(
        kind: String,
        isDynamic: Bool
    ) async throws {
        let products = """
            [{"name": "Kit", "targets": ["Core"], "type": {"library": ["\(kind)"]}},
            {"name": "run", "targets": ["Core"], "type": {"executable": null}}]
            """
        let package = try await described.load([.target("Core")], products: products)
        let kit = LibraryProduct(name: "Kit", isDynamic: isDynamic, targets: ["Core"])
        #expect(package.graph.libraries == [kit])
    }
}
