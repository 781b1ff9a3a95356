import Foundation
import ProgramTesting
import Testing

/// Tests builds of a new workspace. The plugin fails the build if a rule is broken, and an edit
/// recompiles only dependent modules.
@Suite(.serialized, .buildsPackages)
struct PluginTests {
    /// An edit that breaks a rule, a similar edit that follows the rules, and the output that is
    /// expected of a build with the first edit. BoundaryRulesTests tests each rule separately.
    struct Case: CustomTestStringConvertible {
        let testDescription, file: String
        var old = SampleWorkspace.probe
        let fault, correct: String
        let error: String
        let notes: [String]
    }

    static let cases = [
        Case(
            testDescription: "the app imports a service",
            file: "App/Shop/Probe.swift",
            fault: "import Core\nimport Files",
            correct: "import Core\n// import Files",
            error: "2:8: error: 'Shop' imports 'Files', which only Bootstrap can depend on",
            notes: [
                "rule: forbidden-dependency: App can depend on interfaces, single-module features, Core, Injection, Bootstrap, libraries",
                "reason: an app that cannot name a concrete type keeps working when one is replaced",
                "chain: Shop → Bootstrap → Files",
                "remedy: move the code that uses it to a module in the layer Bootstrap, or remove that code",
            ]
        ),
        Case(
            testDescription:
                "the app imports an implementation, in a branch that this machine does not compile",
            file: "App/Shop/Console.swift",
            old: "import Foundation\n",
            fault: "import Foundation\n#if os(Windows)\n    import Notes\n#endif\n",
            correct: "import Foundation\n#if os(Windows)\n    import NotesInterface\n#endif\n",
            error: "4:12: error: 'Shop' imports 'Notes', which only Bootstrap can depend on",
            notes: ["remedy: import 'NotesInterface' and resolve 'AppContainer.noteBook'"]
        ),
        Case(
            testDescription: "the manifest declares a forbidden dependency",
            file: "Package.swift",
            old: "at: \"Modules/CoreTesting\", uses: [\"Core\"]",
            fault: "at: \"Modules/CoreTesting\", uses: [\"Core\", \"Files\"]",
            correct: "at: \"Modules/CoreTesting\", uses: [\"Core\"]",
            error: "error: 'CoreTesting' depends on 'Files', which only Bootstrap can depend on",
            notes: [
                "remedy: remove \"Files\" from `uses` of .module(\"CoreTesting\") at Package.swift:LINE; "
                    + "move the code that uses it to a module in the layer Bootstrap"
            ]
        ),
        Case(
            testDescription: "a module reaches a module that it must not reach",
            file: "boundaries.json",
            old: "\"layers\": [",
            fault:
                "\"rules\": [{ \"from\": \"layer:App\", \"mustNotReach\": \"module:Files\" }],\n\"layers\": [",
            correct:
                "\"rules\": [{ \"from\": \"layer:Core\", \"mustNotReach\": \"module:Files\" }],\n\"layers\": [",
            error:
                "error: 'Shop' reaches 'Files', which layer:App must not reach: Shop → Bootstrap → Files",
            notes: ["rule: forbidden-reach: layer:App must not reach module:Files"]
        ),
    ]

    @Test func `a build succeeds if the edits follow the rules`() async throws {
        let outcome = try await SampleWorkspace.shared.value.build(
            Self.cases.map { ($0.file, $0.old, $0.correct) }
        )
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: cases)
    func `a broken rule fails the build`(example: Case) async throws {
        try await expectFailure(of: example)
    }

    @Test(arguments: [
        (["test"], ".build"),
        (["build", "--build-system", "swiftbuild"], ".swiftbuild"),
    ])
    func `every build system reports a broken rule`(
        command: [String],
        scratch: String
    ) async throws {
        let sample = try await SampleWorkspace.shared.value
        let example = Self.cases[0]
        let correct = try await sample.build(
            [(example.file, example.old, example.correct)],
            command: command,
            scratch: scratch
        )
        #expect(correct.code == 0, "\(correct.output)\(correct.errors)")
        try await expectFailure(of: example, command: command, scratch: scratch)
    }

    @Test func `building one module checks all modules`() async throws {
        try await expectFailure(of: Self.cases[0], command: ["build", "--target", "CoreTesting"])
    }

    private func expectFailure(
        of example: Case,
        command: [String] = ["build"],
        scratch: String = ".build",
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let sample = try await SampleWorkspace.shared.value
        let outcome = try await sample.build(
            [(example.file, example.old, example.fault)],
            command: command,
            scratch: scratch
        )
        #expect(outcome.code != 0, sourceLocation: location)
        // A remedy can contain a line of the manifest.
        let output = (outcome.output + outcome.errors)
            .replacing(/at Package\.swift:\d+/, with: "at Package.swift:LINE")
        let hasLine = example.error.first?.isNumber == true
        let error = hasLine ? "\(sample.folder.path(example.file)):\(example.error)" : example.error
        for text in [error] + example.notes.map({ "note: \($0)" }) {
            #expect(output.contains(text), "\(output)", sourceLocation: location)
        }
    }

    @Test func `warns about a dependency that is never imported`() async throws {
        let feature = "feature(\"Notes\")"
        let edit = ("Package.swift", feature, "feature(\"Notes\", uses: [\"TagsInterface\"])")
        let outcome = try await SampleWorkspace.shared.value.build([edit])
        #expect(outcome.code == 0)
        #expect(
            outcome.output.contains(
                "warning: 'Notes' declares 'TagsInterface' as a dependency but never imports it"
            )
        )
    }

    /// Edits, and the modules that they recompile. A change in a function body recompiles only the
    /// module that contains the function.
    private static let edits: [(SampleWorkspace.Edit, modules: [String])] = [
        (
            (
                "Modules/Features/Notes/Implementation/Probe.swift", SampleWorkspace.probe,
                "// changed"
            ), ["Notes"]
        ),
        (
            (
                "Modules/Features/Notes/Interface/NoteStore.swift", "cannot read the notes in",
                "cannot load the notes in"
            ), ["NotesInterface"]
        ),
        (
            (
                "Modules/Features/Notes/Implementation/Probe.swift", SampleWorkspace.probe,
                "package func other() {}"
            ), ["Bootstrap", "Notes"]
        ),
        (
            (
                "Modules/Features/Notes/Interface/Probe.swift", SampleWorkspace.probe,
                "public func other() {}"
            ), ["Bootstrap", "Files", "Notes", "NotesInterface", "NotesTesting", "Shop", "Tags"]
        ),
    ]

    @Test func `an edit recompiles only the modules that depend on the edited code`() async throws {
        let sample = try await SampleWorkspace.shared.value
        // The first build may change the build plan, so the second build ensures that everything is
        // up to date.
        for _ in 1...2 {
            _ = try await sample.build()
        }
        // A check without violations compiles nothing.
        #expect(try await sample.compiledModules(after: []) == [])
        for (edit, modules) in Self.edits {
            #expect(try await sample.compiledModules(after: [edit]) == modules, "\(edit)")
            // Compiles the original code again.
            _ = try await sample.build()
        }
    }
}

/// A workspace with a second feature. All tests build it one after another, so that each test
/// compiles only its changes.
actor SampleWorkspace {
    typealias Edit = (file: String, old: String, new: String)

    static let shared = Task { try await SampleWorkspace() }
    /// The initial contents of the files that tests edit. The files exist before the first build,
    /// because adding a file changes the build plan.
    static let probe = "// Empty.\n"
    let folder: TemporaryFolder

    private init() async throws {
        folder = try TemporaryFolder()
        let path = folder.url.path
        for arguments in [
            ["new", path, "--name", "Shop", "--vendor"],
            ["add", "feature", "Tags", "--uses", "Notes", "--force", "--package-path", path],
        ] {
            let outcome = try await Subprocess.run(BuiltProducts.program("bulkhead"), arguments)
            try #require(outcome.code == 0, "\(outcome.errors)")
        }
        for place in [
            "App/Shop", "Modules/Features/Notes/Interface", "Modules/Features/Notes/Implementation",
        ] {
            try folder.write(Self.probe, to: "\(place)/Probe.swift")
        }
    }

    /// Applies edits, builds the workspace, and undoes the edits. Each build system requires a
    /// separate scratch folder.
    func build(
        _ edits: [Edit] = [],
        command: [String] = ["build"],
        scratch: String = ".build"
    ) async throws -> Outcome {
        let originals = try edits.map { ($0.file, try folder.text($0.file)) }
        for edit in edits {
            let text = try folder.text(edit.file)
            try #require(text.contains(edit.old), "\(edit.file)")
            try folder.write(text.replacing(edit.old, with: edit.new), to: edit.file)
        }
        let arguments =
            command + ["--package-path", folder.url.path, "--scratch-path", folder.path(scratch)]
        // These builds take longer than any other program that the tests run, so they start first.
        var outcome = try await Subprocess.run("swift", arguments, isFirst: true)
        // The swiftbuild back end of SwiftPM 6.3.1 crashes occasionally, so the build is repeated.
        for _ in 1...2 where outcome.code < 0 {
            outcome = try await Subprocess.run("swift", arguments)
        }
        for (file, text) in originals {
            try folder.write(text, to: file)
        }
        return outcome
    }

    func compiledModules(after edits: [Edit]) async throws -> [String] {
        let outcome = try await build(edits, command: ["build", "--verbose"])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        // Only a verbose log contains all calls of the compiler. The calls for the manifest and the
        // plugin are excluded, because they compile no module of the workspace.
        let calls = (outcome.output + outcome.errors).split(separator: "\n").filter {
            $0.contains("swift-frontend -frontend ") && !$0.contains("/Package.swift ")
                && !$0.contains("/plugins/cache/")
        }
        return Set(
            calls.compactMap { $0.firstMatch(of: /-module-name (\w+)/).map { String($0.1) } }
        ).sorted()
    }
}
