import Foundation
import PackageManifestTesting
import ProgramTesting

/// A folder and an environment in which tests run bulkhead.
protocol BulkheadCaller: GitRepository {
    /// The folder in which the program runs.
    var path: String { get }
    var environment: [String: String] { get }
}

extension BulkheadCaller {
    var path: String { folder.url.path }
    /// The environment of the tests, in which the stand-ins in the folder `.bin` replace programs.
    var environment: [String: String] { .preferringPrograms(in: folder.path(".bin")) }

    /// Runs the program with the words of a call such as `check --strict`, in a folder below
    /// ``path``.
    func bulkhead(_ call: String, in place: String = "") async throws -> Outcome {
        try await bulkhead(call.split(separator: " ").map(String.init), in: place)
    }

    func bulkhead(_ arguments: [String], in place: String = "") async throws -> Outcome {
        try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            arguments,
            environment: environment,
            in: "\(path)/\(place)"
        )
    }

    /// Returns the output of a command on a terminal provided by script(1).
    func terminal(_ command: String, color: Bool = true) async throws -> String {
        let program = BuiltProducts.program("bulkhead")
        let outcome = try await Subprocess.run(
            "script",
            ["--quiet", "--return", "--command", "'\(program)' \(command)", "/dev/null"],
            environment: environment.merging(
                color ? ["TERM": "xterm", "NO_COLOR": ""] : ["TERM": "dumb", "NO_COLOR": "1"]
            ) { $1 },
            in: path
        )
        return outcome.output.replacing("\r\n", with: "\n")
    }
}

/// A suite that runs bulkhead in a package.
protocol PackageCaller: BulkheadCaller {
    var package: DescribedRepository { get }
}

extension PackageCaller {
    var folder: TemporaryFolder { package.folder }
}

extension DescribedRepository: BulkheadCaller {
    /// A stand-in for the compiler, which reports every type as unknown.
    static let swiftc =
        "echo \"error: cannot find type '$(sed -n 's/typealias Probe = //p' \"$2\")' in scope\" >&2; exit 1"

    /// A stand-in for SwiftPM, which would take longer than the rest of a test.
    static let swift =
        "while [ $1 != --package-path ]; do shift; done; sed \"s#{root}#$2#g\" \"$2/dump.json\""

    /// Creates a package of the targets that lines such as `Home: Core` describe, with a stand-in
    /// for SwiftPM.
    init(_ lines: String, files: [String: String]) throws {
        try self.init()
        try replaceSwift()
        for (file, text) in files {
            try write(text, to: file)
        }
        try redescribe(lines)
    }

    /// Replaces SwiftPM with the given script.
    func replaceSwift(with script: String = Self.swift) throws {
        try folder.writeScript(script, to: ".bin/swift")
    }

    /// Describes other targets, and keeps the manifest.
    func redescribe(_ lines: String) throws {
        let manifest = try folder.text("Package.swift")
        try describe(lines)
        try write(manifest, to: "Package.swift")
    }
}

// MARK: - A feature

extension DescribedRepository {
    private static let targets = """
        Core in Modules/Core
        NotesInterface in Modules/Features/Notes/Interface: Core
        Notes in Modules/Features/Notes/Implementation: NotesInterface
        NotesTesting in Modules/Features/Notes/Testing: NotesInterface
        Bootstrap in Modules/Bootstrap: Core, Notes, NotesInterface
        Shop executable in App/Shop: Bootstrap, NotesInterface
        NotesExample executable in App/Examples/NotesExample: Notes, NotesInterface
        NotesTests: Notes, NotesTesting
        """

    private static let sources = [
        "Package.swift": "// swift-tools-version: 6.2\n",
        "Modules/Core/Core.swift": "public protocol Store {}\npublic struct FileStore: Store {}\n",
        "Modules/Features/Notes/Interface/NoteBook.swift": """
        import Core
        public protocol NoteBook {}
        public protocol NotesProviding: SharedContainer {
            var noteBook: Factory<any NoteBook> { get }
        }
        """,
        "Modules/Features/Notes/Implementation/Notes.swift": "import NotesInterface\n",
        "Modules/Features/Notes/Testing/MockNoteBook.swift": "import NotesInterface\n",
        "Modules/Bootstrap/AppContainer.swift": """
        import Core
        import Notes
        import NotesInterface
        public final class AppContainer: NotesProviding {}
        extension AppContainer {
            public var noteBook: Factory<any NoteBook> { self { Notes(self.store()) }.cached }
            var store: Factory<any Store> { self { FileStore() } }
        }
        """,
        "App/Shop/Shop.swift": "import Bootstrap\nimport NotesInterface\n",
        "App/Examples/NotesExample/NotesExample.swift": "import Notes\nimport NotesInterface\n",
        "Tests/NotesTests/NotesTests.swift": "import Notes\nimport NotesTesting\n",
    ]

    /// Creates a package with a feature and a container.
    static func withFeature() throws -> Self {
        try Self(targets, files: sources)
    }

    /// Changes the description of the package with a feature.
    ///
    /// - Parameters:
    ///   - added: The targets to add in `Modules`.
    ///   - unused: The targets that also depend on `Core` without importing it.
    func describe(added: [String] = [], unused: [String] = []) throws {
        let lines = Self.targets.split(separator: "\n").map { line in
            unused.contains { line.hasPrefix("\($0) ") || line.hasPrefix("\($0):") }
                ? "\(line), Core" : String(line)
        }
        let new = added.map { "\($0) in Modules/\($0)" }
        try redescribe((lines + new).joined(separator: "\n"))
    }
}
