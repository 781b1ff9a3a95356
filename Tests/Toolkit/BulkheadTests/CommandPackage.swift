import Foundation
import PackageManifestTesting
import ProgramTesting

/// A folder and an environment in which tests run bulkhead.
protocol BulkheadCaller {
    /// The folder in which the program runs.
    var path: String { get }
    var environment: [String: String] { get }
}

extension BulkheadCaller {
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
    var package: CommandPackage { get }
}

extension PackageCaller {
    var path: String { package.path }
    var environment: [String: String] { package.environment }
    var folder: TemporaryFolder { package.folder }
}

/// A repository with described packages in which tests run bulkhead.
///
/// A script replaces SwiftPM, which would take longer than the rest of a test.
struct CommandPackage: BulkheadCaller {
    let repository: DescribedRepository

    /// A stand-in for the compiler, which reports every type as unknown.
    static let swiftc =
        "echo \"error: cannot find type '$(sed -n 's/typealias Probe = //p' \"$2\")' in scope\" >&2; exit 1"

    static let swift =
        "while [ $1 != --package-path ]; do shift; done; sed \"s#{root}#$2#g\" \"$2/dump.json\""

    init(_ repository: DescribedRepository) throws {
        self.repository = repository
        try repository.folder.writeScript(Self.swift, to: ".bin/swift")
    }

    /// Creates a package of the targets that lines such as `Home: Core` describe.
    init(_ lines: String, files: [String: String]) throws {
        try self.init(DescribedRepository())
        for (file, text) in files {
            try write(text, to: file)
        }
        try describe(lines)
    }

    /// Describes other targets, and keeps the manifest.
    func describe(_ lines: String) throws {
        let manifest = try folder.text("Package.swift")
        try repository.describe(lines)
        try write(manifest, to: "Package.swift")
    }

    var folder: TemporaryFolder { repository.folder }
    var path: String { folder.url.path }
    var environment: [String: String] { .preferringPrograms(in: folder.path(".bin")) }

    func write(_ text: String, to file: String) throws {
        try folder.write(text, to: file)
    }

    /// Commits the package to a new repository.
    func commit() async throws {
        try await repository.git("init", "--quiet", "--initial-branch", "main")
        try await repository.commit()
    }
}

// MARK: - A feature

extension CommandPackage {
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
        try describe((lines + new).joined(separator: "\n"))
    }
}
