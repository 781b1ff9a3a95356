import Foundation
import ProgramTesting
import Testing

/// The names of settings in the manifest of the folder `Packages/LanguageModes`, which contains the
/// code of the guide about default isolation.
private enum LanguageSettings {
    static let features = [
        "InternalImportsByDefault", "MemberImportVisibility", "InferIsolatedConformances",
        "NonisolatedNonsendingByDefault",
    ]
    static let all = (["MainActor"] + features).joined(separator: ",")
}

/// A package that all tests of a suite use in turn, so that the engine is built only once.
private struct LanguageModePackage: SuiteTrait, TestScoping {
    @TaskLocal static var shared: TemporaryFolder?

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let package = try TemporaryFolder(
            package: "LanguageModes",
            modules: ["Injection", "InjectionTesting"]
        )
        try await Self.$shared.withValue(package) {
            try await function()
        }
    }
}

extension TemporaryFolder {
    /// Adds a copy of the modules. The number is the name of the folder that contains the copy.
    fileprivate func addCopy(_ number: Int) throws {
        let modules = ["NotesInterface", "Notes", "Bootstrap", "Screens"]
        for directory in modules + ["Tests"] {
            for file in try names(in: directory) {
                var source = try text("\(directory)/\(file)")
                for module in modules {
                    source.replace("import \(module)\n", with: "import \(module)\(number)\n")
                }
                try write(source, to: "\(number)/\(directory)/\(file)")
            }
        }
    }
}

@Suite(.serialized, LanguageModePackage(), .buildsPackages)
struct LanguageModeTests {
    private let package: TemporaryFolder

    init() throws {
        package = try #require(LanguageModePackage.shared)
    }

    @Test func `the package passes its tests with each setting, and with one isolated module`()
        async throws
    {
        let all = LanguageSettings.all
        let modes = LanguageSettings.features + ["", "MainActor", all, "Swift5", "Swift5,\(all)"]
        let isolated = ["NotesInterface", "Notes", "Bootstrap", "Screens"].map { "MainActor@\($0)" }
        let copies = modes + isolated
        for number in 1..<copies.count {
            try package.addCopy(number)
        }
        let tests = try await package.swift(
            "test",
            environment: ["SETTINGS": copies.joined(separator: ";")]
        )
        let text = tests.output + tests.errors
        #expect(tests.code == 0, "\(text)")
        #expect(!text.contains("warning:"), "\(text)")
        for suite in ["MainActorTests", "NotesTests", "SettingsTests"] {
            let passed = text.ranges(of: "Suite \(suite) passed").count
            #expect(passed == copies.count, "\(suite) \(text)")
        }
    }

    /// A change to the package that does not compile with some settings.
    private struct Fault {
        let settings: String
        let file: String
        let text: String
        let replacement: String
        let error: String
    }

    private let faults = [
        Fault(
            settings: "MainActor",
            file: "NotesInterface/NotesInterface.swift",
            text: "public nonisolated protocol NoteStore",
            replacement: "public protocol NoteStore",
            error: "main actor-isolated property 'notes' can not be referenced "
                + "from a nonisolated context"
        ),
        Fault(
            settings: "MainActor",
            file: "NotesInterface/NotesInterface.swift",
            text: "public nonisolated protocol NotesProviding",
            replacement: "public protocol NotesProviding",
            error: "main actor-isolated property 'noteStore' can not be referenced "
                + "from a Sendable closure"
        ),
        Fault(
            settings: "MainActor",
            file: "Notes/Notes.swift",
            text: "public nonisolated struct BulletFormatter",
            replacement: "public struct BulletFormatter",
            error: "main actor-isolated conformance of 'BulletFormatter' to 'NoteFormatter' "
                + "cannot be used in nonisolated context"
        ),
        Fault(
            settings: "",
            file: "Notes/Notes.swift",
            text: "public nonisolated init(store:",
            replacement: "public init(store:",
            error: "call to main actor-isolated initializer 'init(store:)' "
                + "in a synchronous nonisolated context"
        ),
        Fault(
            settings: "",
            file: "Screens/Screens.swift",
            text: "noteWindow: MainActorFactory<NoteWindow>",
            replacement: "noteWindow: Factory<NoteWindow>",
            error: "call to main actor-isolated initializer 'init()' "
                + "in a synchronous nonisolated context"
        ),
        Fault(
            settings: "",
            file: "Screens/Screens.swift",
            text: "public nonisolated final class NoteReport",
            replacement: "public nonisolated struct NoteReport: Sendable",
            error: "'nonisolated' cannot be applied to mutable stored properties"
        ),
        Fault(
            settings: "InternalImportsByDefault",
            file: "Bootstrap/AppContainer.swift",
            text: "public import Injection",
            replacement: "import Injection",
            error: "cannot use protocol 'SharedContainer' in a public or '@usableFromInline' "
                + "conformance; 'Injection' was not imported publicly"
        ),
        Fault(
            settings: "MemberImportVisibility",
            file: "Screens/Screens.swift",
            text: "import NotesInterface\n",
            replacement: "",
            error: "property 'rows' is not available due to missing import of defining module "
                + "'NotesInterface'"
        ),
    ]

    @Test func `the compiler reports each mistake with the error in the guide`() async throws {
        let guide = try Page(
            "Modules/Toolkit/Injection/Injection/Injection.docc/DefaultIsolation.md"
        )
        for fault in faults {
            let source = try package.text(fault.file)
            try #require(source.contains(fault.text), "\(fault)")
            try package.write(source.replacing(fault.text, with: fault.replacement), to: fault.file)
            let build = try await package.swift("build", environment: ["SETTINGS": fault.settings])
            #expect(build.code != 0, "\(fault)")
            #expect(build.output.contains("error: \(fault.error)"), "\(fault) \(build.output)")
            #expect(guide.lines.contains { $0.hasSuffix(" `\(fault.error)`") }, "\(fault)")
            try package.write(source, to: fault.file)
        }
    }
}
