import Foundation
import ProgramTesting
import Testing

/// A folder and an environment in which tests run bulkhead.
protocol BulkheadCaller {
    /// The folder in which the program runs.
    var path: String { get }
    var environment: [String: String] { get }
}

extension BulkheadCaller {
    func bulkhead(_ arguments: String...) async throws -> Outcome {
        try await bulkhead(arguments)
    }

    func bulkhead(_ arguments: [String]) async throws -> Outcome {
        try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            arguments,
            environment: environment,
            in: path
        )
    }
}

extension [String: String] {
    /// Returns the environment of the tests, with `folder` first in the search path for programs.
    static func preferringPrograms(in folder: String) -> Self {
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "\(folder):\(environment["PATH"] ?? "")"
        return environment
    }
}

/// A package with a feature and a container, and a stand-in for SwiftPM that describes it.
struct FeaturePackage: BulkheadCaller {
    let folder: TemporaryFolder

    private struct Target {
        let name: String
        let path: String
        var type = "regular"
        let dependencies: [String]

        var json: String {
            let names = dependencies.map { "{\"byName\": [\"\($0)\", null]}" }
                .joined(separator: ", ")
            return """
                {"name": "\(name)", "path": "\(path)", "type": "\(type)", \
                "dependencies": [\(names)], "exclude": [], "resources": []}
                """
        }
    }

    private static let targets = [
        Target(name: "Core", path: "Modules/Core", dependencies: []),
        Target(
            name: "NotesInterface",
            path: "Modules/Features/Notes/Interface",
            dependencies: ["Core"]
        ),
        Target(
            name: "Notes",
            path: "Modules/Features/Notes/Implementation",
            dependencies: ["NotesInterface"]
        ),
        Target(
            name: "NotesTesting",
            path: "Modules/Features/Notes/Testing",
            dependencies: ["NotesInterface"]
        ),
        Target(
            name: "Bootstrap",
            path: "Modules/Bootstrap",
            dependencies: ["Core", "Notes", "NotesInterface"]
        ),
        Target(
            name: "Shop",
            path: "App/Shop",
            type: "executable",
            dependencies: ["Bootstrap", "NotesInterface"]
        ),
        Target(
            name: "NotesExample",
            path: "App/Examples/NotesExample",
            type: "executable",
            dependencies: ["Notes", "NotesInterface"]
        ),
        Target(
            name: "NotesTests",
            path: "Tests/NotesTests",
            type: "test",
            dependencies: ["Notes", "NotesTesting"]
        ),
    ]

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

    init() throws {
        folder = try TemporaryFolder(files: Self.sources)
        try describe()
        try folder.writeScript(
            "while [ $1 != --package-path ]; do shift; done; cat \"$2/dump.json\"",
            to: "bin/swift"
        )
    }

    /// Changes the description of the package.
    ///
    /// - Parameters:
    ///   - added: The targets to add, each with a source file in `Modules`.
    ///   - unused: The targets that also depend on `Core` without importing it.
    func describe(added: [String] = [], unused: [String] = []) throws {
        for name in added {
            try folder.write("", to: "Modules/\(name)/\(name).swift")
        }
        let new = added.map { name in
            let type = name.hasSuffix("Tests") ? "test" : "regular"
            return Target(name: name, path: "Modules/\(name)", type: type, dependencies: [])
        }
        let targets = (Self.targets + new).map { target in
            Target(
                name: target.name,
                path: target.path,
                type: target.type,
                dependencies: target.dependencies + (unused.contains(target.name) ? ["Core"] : [])
            )
        }
        let texts = targets.map(\.json).joined(separator: ", ")
        try folder.write(
            "{\"name\": \"Shop\", \"dependencies\": [], \"targets\": [\(texts)]}",
            to: "dump.json"
        )
    }

    var path: String { folder.url.path }
    var environment: [String: String] { .preferringPrograms(in: folder.path("bin")) }

    /// Returns the output of a command in color, on a terminal provided by script(1).
    func terminal(_ command: String) async throws -> String {
        let program = BuiltProducts.program("bulkhead")
        let outcome = try await Subprocess.run(
            "script",
            ["--quiet", "--return", "--command", "'\(program)' \(command)", "/dev/null"],
            environment: environment.merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 },
            in: folder.url.path
        )
        return outcome.output.replacing("\r\n", with: "\n")
    }

    /// Commits the package to a new repository.
    func commit() async throws {
        let identity = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
        for arguments in [
            ["init", "--quiet", "--initial-branch", "main"],
            ["add", "--all"],
            ["commit", "--quiet", "-m", "first"],
        ] {
            let call = ["-C", folder.url.path] + identity + arguments
            #expect(try await Subprocess.run("git", call).code == 0)
        }
    }
}
