import Foundation
import ProgramTesting
import Testing

/// The plugin fails the build where a rule is broken; each case has a twin without the fault, and all twins together build.
@Suite(.serialized, .buildsPackages)
struct PluginTests {
    /// One file of the sample workspace, of no other case, with a fault and without, and what the build must say.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let file: String
        let fault: String
        let twin: String
        /// Line and column, and what follows.
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
                "reachable: Shelf → Bootstrap → SQLite",
                "remedy: remove it, or move the code to a module of Bootstrap",
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
            notes: ["remedy: add \"LibraryInterface\" to the dependencies of 'Checking' at Package.swift:"]),
        Case(
            testDescription: "production code imports mocks",
            file: "Modules/Features/Library/Implementation/Mocks.swift", fault: "import CoreTesting",
            twin: "import Core",
            error: "1:8: error: 'Library' imports 'CoreTesting', which only tests can depend on",
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
            notes: ["remedy: add 'ArchiveProviding' to the class, and its properties to AppContainer+Archive.swift"]),
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

    @Test(arguments: [(["test"], ".build"), (["build", "--build-system", "swiftbuild"], ".swiftbuild")])
    func `every way to build fails`(command: [String], scratch: String) async throws {
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
        let error = isPlaced ? "\(sample.path(example.file)):\(example.error)" : example.error
        #expect(words.contains(error), "\(words)")
        for note in example.notes { #expect(words.contains("note: \(note)"), "\(words)") }
    }

    @Test func `a dependency that is never imported is a warning, and the build goes on`() async throws {
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

    @Test func `a check that finds nothing compiles nothing anew`() async throws {
        let sample = try await SampleWorkspace.shared.value
        // Planning again checks again; the second build after it has nothing left to plan.
        for _ in 1...2 { _ = try await sample.build() }
        #expect(try await compiledModules(in: sample) == [])
        let file = "Modules/Features/Checking/Implementation/Undeclared.swift"
        let modules = try await compiledModules(in: sample, with: [file: "// changed"])
        #expect(modules == ["Checking"])
    }

    /// Builds and returns the modules that the compiler was called for. Only a verbose log names every call.
    private func compiledModules(
        in sample: SampleWorkspace, with changes: [String: String] = [:]
    ) async throws -> Set<String> {
        let outcome = try await sample.build(with: changes, command: ["build", "--verbose"])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        let calls = (outcome.output + outcome.errors).split(separator: "\n").filter {
            $0.contains("swift-frontend -frontend ") && !$0.contains("/Package.swift ")
                && !$0.contains("/plugins/cache/")
        }
        return Set(calls.compactMap { $0.firstMatch(of: /-module-name (\w+)/).map { String($0.1) } })
    }
}
