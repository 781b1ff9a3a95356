import Foundation
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests `bulkhead test` on a package with everything that may depend on the folder of a package:
/// packages in neighboring folders and in a repository, several manifests, traits, resources, a
/// plugin, a macro, a program, C code, and tests that read files.
@Suite(.buildsPackages)
struct TestCommandTests: BulkheadCaller {
    let folder: TemporaryFolder

    var path: String { folder.path("Work/App") }

    init() async throws {
        folder = try TemporaryFolder(files: Self.files)
        for name in ["Remote", "Work"] {
            let identity = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
            for arguments in [
                ["init", "--quiet", "--initial-branch", "main"],
                ["add", "--all"],
                ["commit", "--quiet", "-m", "first"],
                ["tag", "1.0.0"],
            ] {
                try await git(["-C", name] + identity + arguments)
            }
        }
    }

    private static let manifest = """
        // swift-tools-version: 6.1
        import CompilerPluginSupport
        import PackageDescription

        let package = Package(
            name: "App",
            platforms: [.macOS(.v13)],
            products: [.executable(name: "greeter", targets: ["Greeter"])],
            traits: ["Loud", .default(enabledTraits: [])],
            dependencies: [
                .package(path: "../Libraries/Kit"), .package(url: "../../Remote", from: "1.0.0"),
            ],
            targets: [
                .target(
                    name: "Home",
                    dependencies: [
                        "CHome", "HomeMacros", .product(name: "Kit", package: "Kit"),
                        .product(name: "Remote", package: "Remote"),
                    ],
                    resources: [.copy("Data"), .process("words.txt")],
                    swiftSettings: [.define("LOUD", .when(traits: ["Loud"]))],
                    plugins: ["Generate"]
                ),
                .target(name: "CHome"),
                .macro(name: "HomeMacros"),
                .plugin(name: "Generate", capability: .buildTool(), dependencies: ["Writer"]),
                .executableTarget(name: "Writer"),
                .executableTarget(name: "Greeter", dependencies: ["Home"]),
                .target(name: "Broken"),
                .testTarget(name: "HomeTests", dependencies: ["Greeter", "Home"]),
                .testTarget(name: "BrokenTests", dependencies: ["Broken"]),
            ]
        )

        """

    private static let files = [
        "Work/App/Package.swift": "// swift-tools-version: 5.5\n#error(\"old\")\n",
        "Work/App/Package@swift-6.1.swift": manifest,
        "Work/App/.gitignore": ".build/\nPackage.resolved\n",
        "Work/App/Sources/Home/Home.swift": """
        import CHome
        import Foundation
        import Kit
        import Remote

        @freestanding(expression)
        macro tenThousand() -> Int = #externalMacro(module: "HomeMacros", type: "TenThousand")

        public func sum() -> Int { Int(c_home()) + kit() + remote() + generated + #tenThousand() }
        public func words() throws -> [String] {
            try ["words.txt", "Data/more.txt"].map {
                try String(contentsOf: Bundle.module.bundleURL.appending(path: $0), encoding: .utf8)
            }
        }
        #if LOUD
            public let isLoud = true
        #else
            public let isLoud = false
        #endif
        """,
        "Work/App/Sources/Home/Data/more.txt": "more",
        "Work/App/Sources/Home/words.txt": "words",
        "Work/App/Sources/CHome/home.c": """
        #include "home.h"
        #include "../Shared/value.h"
        int c_home(void) { return SHARED_VALUE; }
        """,
        "Work/App/Sources/Shared/value.h": "#define SHARED_VALUE 1",
        "Work/App/Sources/CHome/include/home.h": "int c_home(void);",
        // A message of the compiler, and an answer, is the number of its bytes and JSON.
        "Work/App/Sources/HomeMacros/main.swift": """
        import Foundation

        while let header = try FileHandle.standardInput.read(upToCount: 8), header.count == 8 {
            let size = header.reversed().reduce(0) { $0 << 8 | Int($1) }
            let data = try FileHandle.standardInput.read(upToCount: size) ?? Data()
            let answer = String(decoding: data, as: UTF8.self).contains("getCapability")
                ? #"{"getCapabilityResult": {"capability": {"protocolVersion": 7}}}"#
                : #"{"expandMacroResult": {"expandedSource": "10_000", "diagnostics": []}}"#
            var count = UInt64(answer.utf8.count).littleEndian
            FileHandle.standardOutput.write(Data(bytes: &count, count: 8) + Data(answer.utf8))
        }
        """,
        "Work/App/Plugins/Generate/Generate.swift": """
        import PackagePlugin

        @main
        struct Generate: BuildToolPlugin {
            func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
                let output = context.pluginWorkDirectoryURL.appending(path: "Generated.swift")
                let input = context.package.directoryURL.appending(path: "value.txt")
                return [
                    .buildCommand(
                        displayName: "Generating",
                        executable: try context.tool(named: "Writer").url,
                        arguments: [input.path(), output.path()],
                        inputFiles: [input],
                        outputFiles: [output]
                    )
                ]
            }
        }
        """,
        "Work/App/value.txt": "1000",
        "Work/App/Sources/Writer/Writer.swift": """
        import Foundation

        @main
        struct Writer {
            static func main() throws {
                let paths = CommandLine.arguments
                let value = try String(contentsOfFile: paths[1], encoding: .utf8)
                try "let generated = \\(value)".write(toFile: paths[2], atomically: true, encoding: .utf8)
            }
        }
        """,
        "Work/App/Sources/Greeter/main.swift": "import Home\nprint(sum())\n",
        "Work/App/Sources/Broken/Broken.swift": "this does not compile",
        "Work/App/Tests/BrokenTests/Tests.swift": "this does not compile",
        "Work/App/Tests/HomeTests/Tests.swift": """
        import Foundation
        import Home
        import Testing
        import XCTest

        @Test func `uses every kind of dependency`() throws {
            #expect(sum() == 11_111)
            #expect(try words() == ["words", "more"])
            let here = URL(filePath: #filePath).deletingLastPathComponent()
            let fixture = here.appending(path: "../../../Fixtures/a.txt").standardized
            #expect(try String(contentsOf: fixture, encoding: .utf8) == "fixture")
            #expect(isLoud == (ProcessInfo.processInfo.environment["LOUD"] != nil))
            #expect(FileManager.default.isExecutableFile(atPath: Bundle.main.bundlePath + "/greeter"))
        }

        final class OldTests: XCTestCase {
            func testSum() { XCTAssertEqual(sum(), 11_111) }
        }
        """,
        "Work/Fixtures/a.txt": "fixture",
        "Work/Libraries/Kit/Package.swift": library("Kit", dependsOn: "Base"),
        "Work/Libraries/Kit/Sources/Kit/Kit.swift":
            "import Base\npublic func kit() -> Int { base * 10 }",
        "Work/Libraries/Base/Package.swift": library("Base"),
        "Work/Libraries/Base/Sources/Base/Base.swift": "public let base = 1",
        "Remote/Package.swift": library("Remote"),
        "Remote/Sources/Remote/Remote.swift": "public func remote() -> Int { 100 }",
    ]

    private static func library(_ name: String, dependsOn other: String? = nil) -> String {
        let package = other.map { ".package(path: \"../\($0)\")" } ?? ""
        let target = other.map { "\"\($0)\"" } ?? ""
        return """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "\(name)",
                products: [.library(name: "\(name)", targets: ["\(name)"])],
                dependencies: [\(package)],
                targets: [.target(name: "\(name)", dependencies: [\(target)])]
            )
            """
    }

    @Test func `builds and runs only the tests of a module, with everything they use`() async throws
    {
        let outcome = try await bulkhead("test home")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.errors.contains("testing HomeTests\n"))
        let repository = folder.url.lastPathComponent
        let copy = "\(path)/.build/tests/\(repository)/Work/App"
        #expect(outcome.errors.contains("building 7 of 9 targets in \(copy)\n"))
        #expect(outcome.output.contains("Test run with 1 test in 0 suites passed"))
        #expect(outcome.output.contains("Executed 1 test, with 0 failures"))
        #expect(try await git("-C", path, "status", "--short", "--ignored") == "!! .build/")

        // A second run compiles only what changed.
        try folder.write("public let base = 2", to: "Work/Libraries/Base/Sources/Base/Base.swift")
        let failed = try await bulkhead("test home -- --filter every.kind")
        #expect(failed.code == 1)
        #expect(failed.output.contains("sum() → 11121"))
        #expect(!failed.output.contains("Compiling Remote"))

        try folder.write("public let base = 1", to: "Work/Libraries/Base/Sources/Base/Base.swift")
        let loud = try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            ["test", "Home", "--", "--traits", "Loud"],
            environment: environment.merging(["LOUD": "yes"]) { $1 },
            in: path
        )
        #expect(loud.code == 0, "\(loud.output)\(loud.errors)")
    }

    @Test func `builds everything, with a reason, if the manifest has an unusual form`()
        async throws
    {
        try folder.write(
            Self.manifest.replacing(
                "let package = Package(",
                with: "func make() -> Package { Package("
            )
            .replacing("    ]\n)\n", with: "    ]\n) }\nlet package = make()\n"),
            to: "Work/App/Package@swift-6.1.swift"
        )
        let outcome = try await bulkhead("test Home")
        #expect(outcome.code == 1)
        let reason = "Package@swift-6.1.swift does not contain 'let package = Package('"
        #expect(outcome.errors.contains("building all 9 targets, because \(reason)\n"))
        #expect("\(outcome.output)\(outcome.errors)".contains("this does not compile"))
    }

    @Test func `errors contain the paths of the original files`() async throws {
        let outcome = try await bulkhead("test Broken")
        #expect(outcome.code == 1)
        let text = outcome.output + outcome.errors
        #expect(text.contains("\(path)/Sources/Broken/Broken.swift:1:"))
        #expect(!text.contains(".build/tests/\(folder.url.lastPathComponent)/Work/App/Sources"))
    }
}

/// Tests `bulkhead test` on a package with a stand-in for SwiftPM.
struct TestSelectionTests: PackageCaller {
    let package: DescribedRepository

    /// A manifest from which targets can be removed.
    private static let manifest = "// swift-tools-version: 6.2\nlet package = Package()\n"

    init() throws {
        package = try .withFeature()
    }

    @Test func `lists the test targets`() async throws {
        let outcome = try await bulkhead("test --list")
        #expect(outcome.output == "NotesTests\n")
        #expect(outcome.code == 0)
    }

    @Test(arguments: ["Notes", "notestests", "no", "NO"])
    func `a name is a test target, the tested module, or the beginning of either`(
        name: String
    ) async throws {
        let outcome = try await bulkhead("test \(name) Notes --dry-run")
        let everything = "building all 8 targets, because Package.swift does not contain"
        #expect(outcome.output.hasPrefix("NotesTests: named\n\(everything)"))
        #expect(outcome.errors == "")
        #expect(outcome.code == 0)
    }

    @Test func `a dry run prints what would run and why, and writes nothing`() async throws {
        try package.write(Self.manifest, to: "Package.swift")
        try package.write(
            "import Notes\nimport NotesTesting\nlet process = Process()\n",
            to: "Tests/NotesTests/NotesTests.swift"
        )
        try await package.initialize()
        try package.write("", to: "Modules/Core/New.swift")
        let outcome = try await bulkhead(
            ["test", "--since", "HEAD", "--dry-run", "--", "--filter", "a b", "", "~a", "it's"]
        )
        let copy = "\(path)/.build/tests/\(folder.url.lastPathComponent)"
        #expect(
            outcome.output == """
                NotesTests: uses NotesTesting
                building 5 of 8 targets in \(copy)
                would run: swift test --package-path \(copy) --filter 'a b' '' '~a' 'it'\\''s'

                """
        )
        let note = "NotesTests may start programs of the package that are not built"
        #expect(outcome.errors == "note: \(note); declare a dependency on each program\n")
        #expect(!FileManager.default.fileExists(atPath: "\(path)/.build"))
    }

    @Test func `notes all tests that may start programs which are not built`() async throws {
        try package.write(Self.manifest, to: "Package.swift")
        try package.describe(added: ["CoreTests"])
        for path in ["Modules/CoreTests", "Tests/NotesTests"] {
            try package.write("let process = Process()\n", to: "\(path)/Process.swift")
        }
        let outcome = try await bulkhead("test Core Notes --dry-run")
        #expect(outcome.errors.hasPrefix("note: CoreTests, NotesTests may start programs"))
    }

    @Test func `notes the errors of the boundaries, which the build of some tests does not check`()
        async throws
    {
        let note =
            "note: the boundaries have 1 error, which this build does not check; 'bulkhead check' lists them\n"
        let clean = try await bulkhead("test Notes")
        #expect(!clean.errors.contains("boundaries"))
        try package.write(
            "import Bootstrap\nimport NotesInterface\n",
            to: "Modules/Features/Notes/Implementation/Notes.swift"
        )
        let outcome = try await bulkhead("test Notes")
        #expect(outcome.errors.hasSuffix(note), "\(outcome.errors)")
        #expect(outcome.code == 0)
        let dryRun = try await bulkhead("test Notes --dry-run")
        #expect(!dryRun.errors.contains("boundaries"))
    }

    @Test func `reports that no test is affected`() async throws {
        try await package.initialize()
        let outcome = try await bulkhead("test --since HEAD")
        #expect(outcome.output == "no test target is affected\n")
        #expect(outcome.code == 0)
    }

    @Test(
        arguments: Row.table(
            #"""
            Nots → no test target is named 'Nots'; did you mean 'Notes'?
            Shop → no test target is named 'Shop'; 'bulkhead test --list' prints the names
             → specify the tests by name, or --since REV;
            Notes --since HEAD → '--since' selects the tests, so remove 'Notes';
            """#
        )
    )
    func `reports an invalid selection of tests`(row: Row) async throws {
        let outcome = try await bulkhead("test \(row[0])")
        #expect(outcome.errors.hasPrefix("error: \(row[1])"))
        #expect(outcome.output == "")
        #expect(outcome.code == 64)
    }

    @Test func `the whole name of a target is not ambiguous`() async throws {
        try package.describe(added: ["NotesTestsTests"])
        let outcome = try await bulkhead("test notesTESTS --dry-run")
        #expect(outcome.output.hasPrefix("NotesTests: named\nbuilding "), "\(outcome)")
        #expect(outcome.code == 0)
    }

    @Test func `reports an ambiguous name`() async throws {
        try package.describe(added: ["NoteTests"])
        let outcome = try await bulkhead("test Not")
        #expect(outcome.errors == "error: 'Not' can be NotesTests, NoteTests\n")
        #expect(outcome.code == 64)
    }

    @Test(arguments: [(0, 0), (3, 1), (127, 69)] as [(Int, Int32)])
    func `test runs the affected tests, and fails if one of them fails`(
        testCode: Int,
        code: Int32
    ) async throws {
        try package.redescribe("Core\nCoreTests: Core")
        let test = "if [ $1 = test ]; then echo \"$@\"; exit \(testCode); fi"
        try package.replaceSwift(with: "\(test)\n\(DescribedRepository.swift)")
        try await package.initialize()
        try folder.write("let a = 1\n", to: "Sources/Core/Core.swift")
        let outcome = try await bulkhead("test --since HEAD -- --no-parallel")
        #expect(
            outcome.output
                == "test --package-path \(folder.url.path) --filter ^(CoreTests)\\. --no-parallel\n"
        )
        #expect(outcome.errors.hasPrefix("testing CoreTests\nbuilding "))
        #expect(outcome.code == code)
    }
}
