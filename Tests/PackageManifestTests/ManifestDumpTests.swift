import BoundaryRules
import Foundation
import PackageManifest
import ProgramTesting
import Testing

/// Tests packages that are described in the format of `swift package dump-package`.
@Suite(.describedPackages)
struct ManifestDumpTests {
    private let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns the description of a target. `values` overrides the default values by key.
    private func target(_ name: String, _ values: [String: String] = [:]) -> String {
        let defaults = [
            "name": "\"\(name)\"", "type": "\"regular\"", "dependencies": "[]", "exclude": "[]",
            "resources": "[]",
        ]
        let pairs = defaults.merging(values) { $1 }.map { "\"\($0.key)\": \($0.value)" }
        return "{\(pairs.joined(separator: ", "))}"
    }

    /// Loads a package with the given descriptions of its targets, the packages that it depends on,
    /// and its products.
    private func load(
        _ targets: [String],
        dependencies: String = "[]",
        products: String = "[]",
        files: [String] = ["Sources/Core/A.swift"]
    ) async throws -> SwiftPackage {
        for file in files + ["Package.swift"] {
            try folder.write("", to: file)
        }
        try folder.write(
            """
            {"name": "P", "dependencies": \(dependencies), "products": \(products), \
            "targets": [\(targets.joined(separator: ", "))]}
            """,
            to: "dump.json"
        )
        return try await SwiftPackage.load(folder.url.path)
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
            [
                target("Core", ["exclude": #"["Old", "B.swift"]"#, "resources": resources]),
                target("Home", ["sources": #"["In", "A.swift"]"#]),
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
        let targets = [
            target("Core"), target("Extra", ["path": "\"Extra\""]),
            target("CoreTests", ["type": "\"test\""]),
        ]
        let package = try await load(
            targets,
            files: ["Sources/A.swift", "Extra/B.swift", "Tests/C.swift"]
        )
        #expect(package.graph.modules.map(\.folder) == ["Sources", "Extra", "Tests"])
        let folders = ["Sources/Core", "Source/Core", "src/Core", "srcs/Core"]
        await #expect(throws: ManifestError.noSources(target: "Core", folders: folders)) {
            try await load(targets + [target("Home")], files: [])
        }
    }

    @Test func `a binary target needs no folder`() async throws {
        let binary = ["type": "\"binary\""]
        let package = try await load([
            target("Local", binary.merging(["path": "\"Local.zip\""]) { $1 }),
            target("Remote", binary), target("Core"),
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
        let package = try await load([target("CNet", values)], files: ["Sources/CNet/a.c"])
        #expect(package.graph.modules.map(\.importName) == ["Shims"])
    }

    // MARK: Dependencies

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
        let package = try await load([target("Core", ["dependencies": "[\(dependency)]"])])
        let core = try #require(package.graph.module(named: "Core"))
        #expect(core.dependencies == ["Net"])
        #expect(core.conditionalDependencies.contains("Net") == isConditional)
    }

    @Test func `a product belongs to the package that any dependency on the product names`()
        async throws
    {
        let package = try await load(
            [
                target("Core", ["dependencies": #"[{"product": ["Log", "logs", null, null]}]"#]),
                target("Home", ["dependencies": #"[{"byName": ["Log", null]}]"#]),
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
        let package = try await load([target("Core")], products: products)
        let kit = LibraryProduct(name: "Kit", isDynamic: isDynamic, targets: ["Core"])
        #expect(package.graph.libraries == [kit])
    }

    // MARK: Affected targets

    /// Returns the names of the modules that a change to a file affects.
    private func modules(affectedBy file: String, in package: SwiftPackage) -> [String] {
        Impact(on: package, since: package, files: [file]).entries.map(\.module.name)
    }

    @Test func `a change to a plugin affects the targets that use the plugin`() async throws {
        let package = try await load(
            [
                target("Lint", ["type": "\"plugin\""]),
                target("Core", ["pluginUsages": #"[{"plugin": ["Lint", null]}]"#]),
                target("Home"),
            ],
            files: ["Plugins/Lint/A.swift", "Sources/Core/A.swift", "Sources/Home/A.swift"]
        )
        #expect(modules(affectedBy: "Plugins/Lint/A.swift", in: package) == ["Lint", "Core"])
    }

    @Test(arguments: [
        ("../Logs", "../Logs/A.swift", true),
        ("../Logs", "../Logs2/A.swift", false),
        ("../Logs", "A.swift", false),
        ("..", "../A.swift", true),
        ("..", "../../A.swift", false),
    ])
    func `a file affects the users of a package if the folder of the package contains the file`(
        path: String,
        file: String,
        isAffected: Bool
    ) async throws {
        let logs = folder.url.appending(path: path).standardizedFileURL.path
        let package = try await load(
            [target("Core", ["dependencies": #"[{"product": ["Log", "logs", null, null]}]"#])],
            dependencies: #"[{"fileSystem": [{"identity": "logs", "path": "\#(logs)"}]}]"#
        )
        #expect(modules(affectedBy: file, in: package).contains("Core") == isAffected)
    }

    @Test(arguments: [
        (#"{"product": ["Log", "LOGS", null, null]}"#, true),
        (#"{"product": ["Log", "other", null, null]}"#, false),
        (#"{"byName": ["Log", null]}"#, true),
    ])
    func `a file of a package affects the products that the package may provide`(
        dependency: String,
        isAffected: Bool
    ) async throws {
        let logs = folder.path("Logs")
        let package = try await load(
            [target("Core", ["dependencies": "[\(dependency)]"])],
            dependencies: #"[{"fileSystem": [{"identity": "logs", "path": "\#(logs)"}]}]"#
        )
        #expect(modules(affectedBy: "Logs/A.swift", in: package).contains("Core") == isAffected)
    }

    // MARK: Findings

    @Test(arguments: [
        (1, 1, "enable it in 'T1': "),
        (2, 2, "enable it in all 2 targets: "),
        (2, 5, "enable it in 'T1', 'T2': "),
        (3, 5, "enable it in 'T1', 'T2', 'T3': "),
        (4, 5, "enable it in 'T1', 'T2', 'T3' and 1 other target: "),
        (5, 5, "enable it in all 5 targets: "),
    ])
    func `a note lists the first targets that do not enable MemberImportVisibility`(
        count: Int,
        total: Int,
        words: String
    ) async throws {
        let feature = #"{"enableUpcomingFeature": {"_0": "MemberImportVisibility"}}"#
        let targets = (1...total).map { number in
            target("T\(number)", number > count ? ["settings": "[{\"kind\": \(feature)}]"] : [:])
        }
        let package = try await load(targets, files: (1...total).map { "Sources/T\($0)/A.swift" })
        let report = try BoundaryReport(
            manifest: package,
            rules: .none,
            sources: package.sources(),
            manifestPath: "Package.swift"
        )
        #expect(report.memberImportNote?.contains(words) == true)
    }

    @Test(
        arguments: [("Empty", "Empty"), ("Core", nil), ("CNet", nil), ("None", nil)]
            as [(String, String?)]
    )
    func `the gate of a package is a Swift target that declares nothing`(
        name: String,
        gate: String?
    ) async throws {
        let package = try await load(
            [target("Core"), target("Empty"), target("CNet")],
            files: ["Sources/Core/A.swift", "Sources/Empty/A.swift", "Sources/CNet/a.c"]
        )
        try folder.write("let a = 1", to: "Sources/Core/A.swift")
        try folder.write("{\"checkedWith\": \"\(name)\"}", to: "boundaries.json")
        #expect(try package.gate(of: package.rules()) == gate)
    }
}
