import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Tests packages whose code uses modules in ways that imports do not show. After `fix`, the
/// packages must still compile.
@Suite(.buildsPackages)
struct FixedPackageTests {
    /// A package, and the dependencies of its target `Home` after `fix` with and without removals.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let manifest: String
        let files: [String: String]
        /// The dependencies of `Home` after missing dependencies are added.
        let completed: [String]
        /// The dependencies of `Home` after unused dependencies are removed.
        let remaining: [String]

        init(
            _ description: String,
            targets: String,
            products: String = "",
            files: [String: String],
            completed: [String],
            remaining: [String]? = nil,
            outside: String = ""
        ) {
            testDescription = description
            self.completed = completed
            self.remaining = remaining ?? completed
            self.files = files
            manifest = """
                // swift-tools-version: 6.0
                import PackageDescription
                \(outside)
                let package = Package(name: "P", products: [\(products)], targets: [
                \(targets)
                ])
                """
        }
    }

    static let samples = [
        Sample(
            "a system library whose module map names another module",
            targets: """
                .systemLibrary(name: "system-zlib"),
                .target(name: "Core"),
                .target(
                    name: "Home",
                    dependencies: [
                        "Core",
                        "system-zlib",
                    ]),
                """,
            files: [
                "Sources/system-zlib/module.modulemap":
                    "module zlibLinux [system] { header \"z.h\" }",
                "Sources/system-zlib/z.h": "static inline int z(void) { return 1; }",
                "Sources/Core/Core.swift": "public let core = 1",
                "Sources/Home/Home.swift": "import zlibLinux\nlet a = z()",
            ],
            completed: ["Core", "system-zlib"],
            remaining: ["system-zlib"]
        ),
        Sample(
            "a C target whose module map names another module",
            targets: """
                .target(name: "CNet", publicHeadersPath: "headers"),
                .target(name: "App", dependencies: ["CNet"]),
                .target(name: "Home", dependencies: ["App"]),
                """,
            files: [
                "Sources/CNet/net.c": "int net(void) { return 1; }",
                "Sources/CNet/headers/net.h": "int net(void);",
                "Sources/CNet/headers/module.modulemap": "module NetShims { header \"net.h\" }",
                "Sources/App/App.swift": "import NetShims\npublic let app = net()",
                "Sources/Home/Home.swift": "import App\nimport NetShims\nlet a = net()",
            ],
            completed: ["App", "CNet"]
        ),
        Sample(
            "an alias of a module",
            targets: """
                .target(name: "Core"),
                .target(name: "CoreForPlugin"),
                .target(name: "Base", dependencies: ["CoreForPlugin"]),
                .target(
                    name: "Home", dependencies: ["CoreForPlugin"],
                    swiftSettings: [.unsafeFlags(["-module-alias", "Core=CoreForPlugin"])]),
                """,
            files: [
                "Sources/Core/Core.swift": "public let core = 1",
                "Sources/CoreForPlugin/Core.swift": "public let coreForPlugin = 1",
                "Sources/Base/Base.swift": "import CoreForPlugin\npublic let base = coreForPlugin",
                "Sources/Home/Home.swift": "import Core\nlet a = coreForPlugin",
            ],
            completed: ["CoreForPlugin"]
        ),
        Sample(
            "a module that exists only for canImport conditions",
            targets: """
                .target(name: "Syntax600"),
                .target(name: "Home", dependencies: ["Syntax600"]),
                .target(name: "Client", dependencies: ["Home"]),
                """,
            files: [
                "Sources/Syntax600/Empty.swift": "// Empty.",
                "Sources/Home/Home.swift": "public let home = 1",
                "Sources/Client/Client.swift":
                    "import Home\n#if !canImport(Syntax600)\n#error(\"too old\")\n#endif",
            ],
            completed: ["Syntax600"]
        ),
        Sample(
            "a module that a file imports only where it exists",
            targets: """
                .target(name: "Extra"),
                .target(name: "Home"),
                """,
            files: [
                "Sources/Extra/Extra.swift": "public let extra = 1",
                "Sources/Home/Home.swift":
                    "#if NEVER && canImport(Extra)\nimport Extra\nlet a: String = extra\n#endif\npublic let home = 1",
            ],
            completed: []
        ),
        Sample(
            "a target that is linked for a symbol",
            targets: """
                .target(name: "Hooks"),
                .target(name: "CHooks"),
                .target(name: "Home", dependencies: ["Hooks", "CHooks"]),
                .executableTarget(name: "run", dependencies: ["Home"]),
                """,
            files: [
                "Sources/Hooks/Hooks.swift":
                    "@_cdecl(\"swiftHook\") public func hook() -> CInt { 1 }",
                "Sources/CHooks/hook.c": "int cHook(void) { return 1; }",
                "Sources/CHooks/include/hook.h": "int cHook(void);",
                "Sources/Home/Home.swift": """
                @_silgen_name("swiftHook") func swiftHook() -> CInt
                @_silgen_name("cHook") func cHook() -> CInt
                public func home() -> CInt { swiftHook() + cHook() }
                """,
                "Sources/run/main.swift": "import Home\nprint(home())",
            ],
            completed: ["Hooks", "CHooks"]
        ),
        Sample(
            "a target that is linked for its tests",
            targets: """
                .target(name: "SafeTests", path: "Tests/SafeTests"),
                .testTarget(name: "Home", dependencies: ["SafeTests"]),
                """,
            files: [
                "Tests/SafeTests/Tests.swift": "import Testing\n@Test func safe() {}",
                "Tests/Home/Home.swift": "import Testing\n@Test func home() {}",
            ],
            completed: ["SafeTests"]
        ),
        Sample(
            "a product without code, and a module that re-exports another module",
            targets: """
                .target(name: "Core"),
                .target(name: "Net"),
                .target(name: "All", dependencies: ["Core", "Net"]),
                .target(name: "Home", dependencies: ["All", "Core", "Net"]),
                .target(name: "App", dependencies: ["Home"]),
                """,
            products: #".library(name: "All", targets: ["All"])"#,
            files: [
                "Sources/Core/Core.swift": "public let core = 1",
                "Sources/Net/Net.swift": "public let net = 1",
                "Sources/All/Empty.swift": "// Empty.",
                "Sources/Home/Home.swift": "@_exported import Core",
                "Sources/App/App.swift": "import Home\nlet a = core",
            ],
            completed: ["All", "Core", "Net"]
        ),
        Sample(
            "a dependency through which another target reaches a module",
            targets: """
                .target(name: "Core"),
                .target(name: "Home", dependencies: ["Core"]),
                make("App", ["Home"])
                """,
            files: [
                "Sources/Core/Core.swift": "public let core = 1",
                "Sources/Home/Home.swift": "public let home = 1",
                "Sources/App/App.swift": "import Core\nimport Home\nlet a = core",
            ],
            completed: ["Core"],
            outside: """
                func make(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
                    .target(name: name, dependencies: dependencies)
                }
                """
        ),
        Sample(
            "a conditional dependency",
            targets: """
                .target(name: "Core"),
                .target(name: "Gone"),
                .target(
                    name: "Home",
                    dependencies: [
                        .target(name: "Core", condition: .when(platforms: [.linux])),
                        "Gone",
                    ]),
                """,
            files: [
                "Sources/Core/Core.swift": "public let core = 1",
                "Sources/Gone/Gone.swift": "public let gone = 1",
                "Sources/Home/Home.swift": "public let home = 1",
            ],
            completed: ["Core", "Gone"],
            remaining: ["Core"]
        ),
        Sample(
            "a library that imports tests in uncompiled code",
            targets: """
                .target(name: "Home"),
                .testTarget(name: "MoreTests"),
                """,
            files: [
                "Sources/Home/Home.swift":
                    "#if NEVER\nimport MoreTests\n#endif\npublic let home = 1",
                "Tests/MoreTests/MoreTests.swift": "public let more = 1",
            ],
            completed: []
        ),
        Sample(
            "a plugin that generates code with an import",
            targets: """
                .target(name: "Core"),
                .target(name: "Home", dependencies: ["Core"], plugins: ["Generate"]),
                .plugin(name: "Generate", capability: .buildTool()),
                """,
            files: [
                "Sources/Core/Core.swift": "public let core = 1",
                "Sources/Home/Home.swift": "public let home = generated",
                "Plugins/Generate/Generate.swift": """
                import Foundation
                import PackagePlugin
                @main struct Generate: BuildToolPlugin {
                    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
                        let file = context.pluginWorkDirectoryURL.appending(path: "Generated.swift")
                        let text = "import Core\\npublic let generated = core\\n"
                        return [
                            .buildCommand(
                                displayName: "Generating", executable: URL(filePath: "/bin/sh"),
                                arguments: ["-c", "printf '\\(text)' >'\\(file.path)'"], outputFiles: [file])
                        ]
                    }
                }
                """,
            ],
            completed: ["Core"]
        ),
        Sample(
            "a plugin whose program uses the target",
            targets: """
                .target(name: "Home"),
                .target(name: "App", dependencies: [], plugins: ["Nothing"]),
                .plugin(name: "Nothing", capability: .buildTool(), dependencies: ["tool"]),
                .executableTarget(name: "tool", dependencies: ["Home"]),
                """,
            files: [
                "Sources/Home/Home.swift": "#if NEVER\nimport App\n#endif\npublic let home = 1",
                "Sources/App/App.swift": "public let app = 1",
                "Sources/tool/main.swift": "import Home\nprint(home)",
                "Plugins/Nothing/Nothing.swift": """
                import PackagePlugin
                @main struct Nothing: BuildToolPlugin {
                    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] { [] }
                }
                """,
            ],
            completed: []
        ),
    ]

    @Test(arguments: samples) func `a package compiles before and after the fix`(
        sample: Sample
    ) async throws {
        var files = sample.files
        files["Package.swift"] = sample.manifest
        let folder = try TemporaryFolder(files: files)
        var builtManifest: String?
        func build() async throws {
            // `fix` changes only the manifest, so an unchanged manifest needs no second build.
            let manifest = try folder.text("Package.swift")
            if manifest == builtManifest {
                return
            }
            builtManifest = manifest
            // Modules from an earlier build would conceal a missing dependency.
            if folder.exists(".build") {
                try folder.remove(".build")
            }
            let outcome = try await Subprocess.run(
                "swift",
                ["build", "--build-tests"],
                in: folder.url.path
            )
            #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        }
        func fix(removesUnused: Bool) async throws -> [String]? {
            let fix = try await self.fix(folder.url.path, removesUnused: removesUnused)
            let lines = fix.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(!lines.contains { $0.hasSuffix(" ") })
            return fix.graph.module(named: "Home")?.dependencies
        }
        try await build()
        #expect(try await fix(removesUnused: false).map(Set.init) == Set(sample.completed))
        try await build()
        #expect(try await fix(removesUnused: true).map(Set.init) == Set(sample.remaining))
        try await build()
    }

    private func fix(_ path: String, removesUnused: Bool = false) async throws -> ManifestFix {
        let report = try PackageSet(await SwiftPackage.load(path)).report()
        let fix = ManifestFix.resolving(report, removesUnused: removesUnused)
        try await fix.write()
        return fix
    }

    @Test func `edits the manifest that SwiftPM selects by the version of Swift`() async throws {
        func manifest(_ version: String) -> String {
            """
            // swift-tools-version:\(version)
            import PackageDescription
            let package = Package(
                name: "P",
                targets: [.target(name: "Core"), .target(name: "Home", dependencies: [])])
            """
        }
        let folder = try TemporaryFolder(files: [
            "Package.swift": manifest("5.9"),
            "Package@swift-6.0.swift": manifest("6.0"),
            "Package@swift-99.swift": manifest("99"),
            "Sources/Core/Core.swift": "public let core = 1",
            "Sources/Home/Home.swift": "import Core",
        ])
        _ = try await fix(folder.url.path)
        #expect(try folder.text("Package.swift") == manifest("5.9"))
        #expect(try folder.text("Package@swift-6.0.swift").contains("dependencies: [\"Core\"]"))
        #expect(try folder.text("Package@swift-99.swift") == manifest("99"))
    }

    /// Two targets import a module of another package. One of them declares the product in a
    /// variable.
    @Test func `adds a product of another package as other targets declare it`() async throws {
        let folder = try TemporaryFolder(files: [
            "Logs/Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "Logs",
                products: [.library(name: "Logging", targets: ["Logging"])],
                targets: [.target(name: "Logging")])
            """,
            "Logs/Sources/Logging/Logging.swift": "public let logging = 1",
            "P/Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let shared: [Target.Dependency] = [.product(name: "Logging", package: "Logs")]
            let package = Package(
                name: "P", dependencies: [.package(path: "../Logs")],
                targets: [
                    .target(name: "Core", dependencies: shared),
                    .target(
                        name: "Home",
                        dependencies: [
                            "Core",
                        ]),
                ])
            """,
            "P/Sources/Core/Core.swift": "import Logging\npublic let core = logging",
            "P/Sources/Home/Home.swift": "import Core\nimport Logging\nlet home = logging",
        ])
        _ = try await fix(folder.path("P"))
        let element = ".product(name: \"Logging\", package: \"Logs\")"
        #expect(
            try folder.text("P/Package.swift").contains(
                "                \"Core\",\n                \(element),\n            ]),"
            )
        )
        let build = try await Subprocess.run("swift", ["build"], in: folder.path("P"))
        #expect(build.code == 0, "\(build.output)\(build.errors)")
    }
}
