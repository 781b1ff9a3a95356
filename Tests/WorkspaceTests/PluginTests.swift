import Foundation
import ProgramTesting
import Testing

/// The plugin fails the build if a rule is broken. Each case has a twin without the fault, and all twins together build.
@Suite(.serialized, .buildsPackages)
struct PluginTests {
    /// A file of the sample workspace with a fault and without, and the output of the build.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let file: String
        let fault: String
        let twin: String
        /// The error from its line on.
        let error: String
        let notes: [String]
    }

    static let cases = [
        Case(
            testDescription: "the app imports a service", file: "App/Shelf/Service.swift",
            fault: "import Core\nimport SQLite", twin: "import Core\n// import SQLite",
            error: "2:8: error: 'Shelf' imports 'SQLite', which only Bootstrap can depend on",
            notes: [
                "rule: forbidden-dependency: App can depend on interfaces, Core, Injection, Bootstrap, libraries",
                "reason: an app that cannot name a concrete type keeps working when one is replaced",
                "reachable: Shelf → Bootstrap → SQLite", "remedy: remove it, or move the code to a module of Bootstrap",
            ]),
        Case(
            testDescription: "the app imports an implementation, in a branch that this machine does not compile",
            file: "App/Shelf/OtherSystem.swift", fault: "#if os(Windows)\n    import Library\n#endif",
            twin: "#if os(Windows)\n    import LibraryInterface\n#endif",
            error: "2:12: error: 'Shelf' imports 'Library', which only Bootstrap can depend on",
            notes: ["remedy: import 'LibraryInterface' and resolve 'AppContainer.library'"]),
        Case(
            testDescription: "an implementation imports another",
            file: "Modules/Features/Checking/Implementation/OtherFeature.swift",
            fault: "package import struct Library.StoredLibrary", twin: "let text = \"import Library\"",
            error: "1:23: error: 'Checking' imports 'Library', which only Bootstrap can depend on",
            notes: [
                "reason: features that meet only through interfaces are built, tested and replaced alone",
                "remedy: import 'LibraryInterface' and take 'any LinkLibrary' through init",
            ]),
        Case(
            testDescription: "an interface imports its implementation",
            file: "Modules/Features/Library/Interface/Implementation.swift", fault: "public import Library",
            twin: "import Core",
            error: "1:15: error: 'LibraryInterface' imports 'Library', which only Bootstrap can depend on",
            notes: ["rule: forbidden-dependency: interfaces can depend on Core, Injection, interfaces"]),
        Case(
            testDescription: "an implementation imports an interface that it does not declare",
            file: "Modules/Features/Checking/Implementation/Undeclared.swift", fault: "import LibraryInterface",
            twin: "import CheckingInterface",
            error: "1:8: error: 'Checking' imports 'LibraryInterface' without declaring it as a dependency",
            notes: [
                "remedy: add \"LibraryInterface\" to the dependencies of 'Checking' at Package.swift:"
            ]),
        Case(
            testDescription: "production code imports mocks",
            file: "Modules/Features/Library/Implementation/Mocks.swift", fault: "import CoreTesting",
            twin: "import Core", error: "1:8: error: 'Library' imports 'CoreTesting', which only tests can depend on",
            notes: ["rule: test-only-dependency: production code never depends on mocks"]),
        Case(
            testDescription: "the app gets a service through a re-export", file: "Modules/Bootstrap/Export.swift",
            fault: "@_exported import SQLite", twin: "import SQLite",
            error: "1:19: error: 'Bootstrap' re-exports 'SQLite' to every module that imports it",
            notes: ["reason: a re-export passes a module on to every importer, around the rules"]),
        Case(
            testDescription: "a container protocol is not on the list",
            file: "Modules/Features/Library/Interface/LinkLibrary.swift",
            fault: """
                import Core
                public protocol LinkLibrary {}
                public protocol LibraryProviding { var library: any LinkLibrary { get } }
                public protocol ArchiveProviding { var archive: any LinkLibrary { get } }
                """,
            twin: """
                import Core
                public protocol LinkLibrary {}
                public protocol LibraryProviding { var library: any LinkLibrary { get } }
                protocol ArchiveProviding { var archive: any LinkLibrary { get } }
                """,
            error: "error: 'AppContainer' does not list 'ArchiveProviding' of 'LibraryInterface'",
            notes: [
                "remedy: add 'ArchiveProviding' to the class, and its properties to AppContainer+Archive.swift"
            ]),
        Case(
            testDescription: "the manifest declares what the layers forbid", file: "Package.swift",
            fault: SampleWorkspace.manifest(app: "\"SQLite\""),
            twin: SampleWorkspace.manifest(app: "\"CheckingInterface\""),
            error: "error: 'Shelf' depends on 'SQLite', which only Bootstrap can depend on",
            notes: [
                "remedy: remove 'SQLite' from the dependencies of 'Shelf' in Package.swift; "
                    + "remove it, or move the code to a module of Bootstrap"
            ]),
    ]

    @Test func `the twins of all cases build`() async throws {
        let twins = Dictionary(uniqueKeysWithValues: Self.cases.map { ($0.file, $0.twin) })
        let outcome = try await SampleWorkspace.shared.value.build(with: twins)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: cases)
    func `a broken rule fails the build`(example: Case) async throws {
        let sample = try await SampleWorkspace.shared.value
        let broken = try await sample.build(with: [example.file: example.fault])
        #expect(broken.code != 0)
        expect(example, in: broken, of: sample)
    }

    @Test(arguments: [
        (["test"], ".build"), (["build", "--build-system", "swiftbuild"], ".swiftbuild"),
    ])
    func `every build system reports a broken rule`(command: [String], scratch: String) async throws {
        let sample = try await SampleWorkspace.shared.value
        let example = Self.cases[0]
        let twin = try await sample.build(with: [example.file: example.twin], command: command, scratch: scratch)
        #expect(twin.code == 0, "\(twin.output)\(twin.errors)")
        let broken = try await sample.build(with: [example.file: example.fault], command: command, scratch: scratch)
        #expect(broken.code != 0)
        expect(example, in: broken, of: sample)
    }

    private func expect(_ example: Case, in outcome: Outcome, of sample: SampleWorkspace) {
        let words = outcome.output + outcome.errors
        let isPlaced = example.error.first?.isNumber == true
        let error = isPlaced ? "\(sample.folder.path(example.file)):\(example.error)" : example.error
        #expect(words.contains(error), "\(words)")
        for note in example.notes { #expect(words.contains("note: \(note)"), "\(words)") }
    }

    @Test func `a dependency that is never imported is a warning`() async throws {
        let sample = try await SampleWorkspace.shared.value
        let outcome = try await sample.build(with: [
            "Package.swift": SampleWorkspace.manifest().replacing(
                "\"CheckingInterface\", \"Core\", concrete",
                with: "\"CheckingInterface\", \"Core\", \"LibraryInterface\", concrete"),
            "Modules/Features/Checking/Implementation/Undeclared.swift": "// new\n",
        ])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("warning: 'Checking' declares 'LibraryInterface' and never imports it"))
    }

    @Test func `a check without violations recompiles nothing`() async throws {
        let sample = try await SampleWorkspace.shared.value
        // A new plan runs the checks again. The second build has nothing to plan.
        for _ in 1...2 { _ = try await sample.build() }
        #expect(try await compiledModules(in: sample) == [])
        let file = "Modules/Features/Checking/Implementation/Undeclared.swift"
        let modules = try await compiledModules(in: sample, with: [file: "// changed"])
        #expect(modules == ["Checking"])
    }

    /// Builds and returns the modules that were compiled.
    private func compiledModules(
        in sample: SampleWorkspace, with changes: [String: String] = [:]
    ) async throws -> [String] {
        let outcome = try await sample.build(with: changes, command: ["build", "--verbose"])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        return outcome.compiledModules
    }
}

/// The modules of this workspace that an edit recompiles (Docs/BuildTimes.md).
@Suite(.buildsPackages)
struct RebuildTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.copy(
            ["App", "Modules", "Tests", "Package.swift", "boundaries.json"],
            from: BuiltProducts.packageRoot)
    }

    private static let checker = "Modules/Features/Checking/Implementation/ConcurrentLinkChecker.swift"
    private static let contract = "Modules/Features/Checking/Interface/LinkChecker.swift"
    private static let link = "Modules/Core/Link.swift"

    @Test
    func `an edit of a body recompiles one module, and an edit of an interface those that use it`() async throws {
        for file in [Self.checker, Self.contract, Self.link] {
            try append("private func probe() -> Int { 1 }", to: file)
        }
        _ = try await build()
        #expect(try await build() == [])

        try replace("{ 1 }", with: "{ 2 }", in: Self.checker)
        #expect(try await build() == ["Checking"])

        try replace("{ 1 }", with: "{ 2 }", in: Self.link)
        #expect(try await build() == ["Core"])

        try append("package func another() {}", to: Self.checker)
        #expect(try await build() == ["Bootstrap", "Checking", "CheckingExample"])

        try append("public func another() {}", to: Self.contract)
        #expect(
            try await build() == [
                "Bootstrap", "Checking", "CheckingExample", "CheckingInterface", "CheckingTesting", "Reports", "Shelf",
            ])
    }

    private func append(_ text: String, to file: String) throws {
        try folder.write(folder.text(file) + "\n\(text)\n", to: file)
    }

    private func replace(_ text: String, with other: String, in file: String) throws {
        let source = try folder.text(file)
        #expect(source.contains(text))
        try folder.write(source.replacing(text, with: other), to: file)
    }

    /// Builds and returns the modules that were compiled.
    private func build() async throws -> [String] {
        let outcome = try await Call.run("swift", ["build", "-v", "--package-path", folder.url.path])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        return outcome.compiledModules
    }
}

extension Outcome {
    /// The modules that a verbose build compiled, in alphabetical order.
    ///
    /// Only a verbose log is complete. It also has calls of the driver, and calls for the manifest and the plugin, which compile nothing.
    fileprivate var compiledModules: [String] {
        let calls = (output + errors).split(separator: "\n").filter {
            $0.contains("swift-frontend -frontend ") && !$0.contains("/Package.swift ")
                && !$0.contains("/plugins/cache/")
        }
        return Set(calls.compactMap { $0.firstMatch(of: /-module-name (\w+)/).map { String($0.1) } }).sorted()
    }
}

// MARK: - The sample

/// A small package in the workspace layout with the boundaries of this one.
///
/// All tests build the same package, one after another, so that each compiles only what it changes.
actor SampleWorkspace {
    static let shared = Task { try SampleWorkspace() }

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(files: Self.files)
        try folder.copy(["Modules/Boundaries", "boundaries.json"], from: BuiltProducts.packageRoot)
    }

    /// Builds the package with other texts of some files.
    ///
    /// - Parameters:
    ///   - command: The arguments of `swift`.
    ///   - scratch: The name of the scratch folder. Each build system needs its own.
    func build(
        with changes: [String: String] = [:], command: [String] = ["build"], scratch: String = ".build"
    ) async throws -> Outcome {
        for (path, text) in changes { try folder.write(text, to: path) }
        let arguments = command + ["--package-path", folder.url.path, "--scratch-path", folder.path(scratch)]
        // These builds take longer than any other sequence of programs in the tests.
        var outcome = try await Call.run("swift", arguments, isFirst: true)
        // The swiftbuild back end of SwiftPM 6.3.1 crashes occasionally.
        for _ in 1...2 where outcome.code < 0 { outcome = try await Call.run("swift", arguments) }
        for path in changes.keys { try folder.write(Self.files[path] ?? "", to: path) }
        return outcome
    }
}

extension SampleWorkspace {
    /// Returns the manifest with further dependencies of the app.
    static func manifest(app: String = "") -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        extension Target.PluginUsage {
            static var boundaries: Self { .plugin(name: "Boundaries") }
        }

        func module(_ name: String, _ path: String, _ uses: Target.Dependency..., concrete: Bool = false) -> Target {
            .target(name: name, dependencies: uses, path: path, packageAccess: concrete, plugins: [.boundaries])
        }

        let package = Package(
            name: "Sample",
            platforms: [.macOS(.v15)],
            targets: [
                .target(name: "SwiftSource", path: "Modules/Boundaries/SwiftSource"),
                .target(name: "BoundaryRules", dependencies: ["SwiftSource"], path: "Modules/Boundaries/BoundaryRules"),
                .executableTarget(
                    name: "boundaries-check", dependencies: ["BoundaryRules", "SwiftSource"],
                    path: "Modules/Boundaries/Check"),
                .plugin(
                    name: "Boundaries", capability: .buildTool(), dependencies: ["boundaries-check"],
                    path: "Modules/Boundaries/Plugin"),
                module("Core", "Modules/Core", concrete: true),
                module("CoreTesting", "Modules/CoreTesting", "Core"),
                module("SQLite", "Modules/Services/SQLite", "Core", concrete: true),
                module("LibraryInterface", "Modules/Features/Library/Interface", "Core"),
                module("Library", "Modules/Features/Library/Implementation", "LibraryInterface", "Core", concrete: true),
                module("CheckingInterface", "Modules/Features/Checking/Interface", "Core"),
                module("Checking", "Modules/Features/Checking/Implementation", "CheckingInterface", "Core", concrete: true),
                module(
                    "Bootstrap", "Modules/Bootstrap", "Core", "SQLite", "Library", "LibraryInterface", "Checking",
                    "CheckingInterface", concrete: true),
                .executableTarget(
                    name: "Shelf", dependencies: ["Bootstrap", "Core", "LibraryInterface", \(app)], path: "App/Shelf",
                    packageAccess: false, plugins: [.boundaries]),
                .testTarget(name: "LibraryTests", dependencies: ["Library"], plugins: [.boundaries]),
            ],
            swiftLanguageModes: [.v6])
        """
    }

    private static let files = [
        "Package.swift": manifest(),
        // Files for faults. A new file would cause a new plan of the build.
        "App/Shelf/OtherSystem.swift": "// None.",
        "App/Shelf/Service.swift": "// None.",
        "Modules/Bootstrap/Export.swift": "// None.",
        "Modules/Features/Checking/Implementation/OtherFeature.swift": "// None.",
        "Modules/Features/Checking/Implementation/Undeclared.swift": "// None.",
        "Modules/Features/Library/Implementation/Mocks.swift": "// None.",
        "Modules/Features/Library/Interface/Implementation.swift": "// None.",
        "Modules/Core/LinkStore.swift": """
        public protocol LinkStore {}
        package protocol LinkStoreProviding { var linkStore: any LinkStore { get } }
        """,
        "Modules/CoreTesting/InMemoryLinkStore.swift": """
        import Core
        public struct InMemoryLinkStore: LinkStore {}
        """,
        "Modules/Services/SQLite/SQLiteStore.swift": """
        import Core
        package struct SQLiteStore: LinkStore { package init() {} }
        """,
        "Modules/Features/Library/Interface/LinkLibrary.swift": """
        import Core
        public protocol LinkLibrary {}
        public protocol LibraryProviding { var library: any LinkLibrary { get } }
        """,
        "Modules/Features/Library/Implementation/StoredLibrary.swift": """
        import Core
        import LibraryInterface
        package struct StoredLibrary: LinkLibrary { package init(store: any LinkStore) {} }
        """,
        "Modules/Features/Checking/Interface/LinkChecker.swift": """
        import Core
        public protocol LinkChecker {}
        public protocol CheckingProviding { var linkChecker: any LinkChecker { get } }
        """,
        "Modules/Features/Checking/Implementation/ConcurrentLinkChecker.swift": """
        import CheckingInterface
        import Core
        package struct ConcurrentLinkChecker: LinkChecker { package init(store: any LinkStore) {} }
        """,
        "Modules/Bootstrap/AppContainer.swift": """
        import Checking
        import CheckingInterface
        import Core
        import Library
        import LibraryInterface
        import SQLite

        extension AppContainer: LinkStoreProviding {}

        public final class AppContainer: LibraryProviding, CheckingProviding {
            package var linkStore: any LinkStore { SQLiteStore() }
            public var library: any LinkLibrary { StoredLibrary(store: linkStore) }
            public var linkChecker: any LinkChecker { ConcurrentLinkChecker(store: linkStore) }
            public init() {}
        }
        """,
        "App/Shelf/Main.swift": """
        import Bootstrap
        import Core
        import LibraryInterface

        @main struct Main {
            static func main() {
                let library: any LinkLibrary = AppContainer().library
                print(library)
            }
        }
        """,
        "Tests/LibraryTests/Tests.swift": """
        import Library
        import Testing

        @Test func works() { _ = StoredLibrary.self }
        """,
    ]
}
