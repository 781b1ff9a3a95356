import CoreTesting
import Foundation
import ProgramTesting
import ServerTesting
import Testing

/// Tests the commands in the documentation. The commands run in a folder with symbolic links to the
/// files of the repository. Instead of the scripts that build programs, the folder contains scripts
/// that run the programs of this build.
@Suite(.buildsPackages)
struct CommandTests {
    private static let readme = PagePart("sh", on: "README.md")
    private static let recipes = PagePart("sh", on: "Docs/Shelf.md", in: "Recipes")
    private static let checks = PagePart("sh", on: "Docs/Boundaries.md")
    static let parts = [readme, recipes, checks]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let scripts = [
            "Bulkhead/bulkhead": "bulkhead",
            "Bulkhead/App/run": "Shelf",
            ".local/bin/shelf": "Shelf",
        ]
        for (script, program) in scripts {
            try folder.writeScript("exec '\(BuiltProducts.program(program))' \"$@\"", to: script)
        }
        try folder.writeScript("head -n 1", to: ".local/bin/fzf")
        try folder.write("[user]\nname = A\nemail = a@example.org\n", to: ".gitconfig")
        for name in ["Docs", "Modules", "Tests", "App/Samples"] {
            try folder.link("Bulkhead/\(name)", to: Page.root.appending(path: name).path)
        }
    }

    /// Runs commands with a Git identity and without a network. Commands that run scripts in the
    /// folder Tests or the app of a new workspace are skipped, because other tests run these.
    private func run(
        _ commands: [String],
        after setup: [String],
        at location: SourceLocation = #_sourceLocation
    ) async throws -> Outcome {
        try #require(!commands.isEmpty, sourceLocation: location)
        let skipped = ["Tests/", "swift run shop"]
        let script = (setup + commands).map { command in
            skipped.contains(where: command.hasPrefix) ? ": \(command)" : command
        }.joined(separator: "\n")
        let added = [
            "HOME": folder.url.path, "SHELF_LIBRARY": folder.path("library.db"),
            "https_proxy": "http://127.0.0.1:1",
        ]
        let programs = "\(folder.path(".local/bin")):\(BuiltProducts.folder.path)"
        return try await Subprocess.run(
            "bash",
            ["-uc", script.replacing("/tmp/", with: "\(folder.url.path)/")],
            environment: .preferringPrograms(in: programs).merging(added) { $1 },
            in: folder.path("Bulkhead")
        )
    }

    /// Each block of commands begins in the clone.
    @Test func `the commands in README succeed`() async throws {
        let commands = try Self.readme.blocks().flatMap { ["cd ~/Bulkhead"] + $0.lines }
        let outcome = try await run(commands, after: ["set -e"])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }

    /// The library contains links for each recipe, and Chrome has a profile. An exit code of 1 or 2
    /// is not a failure, because it reports a result, such as dead links. The recipe for Firefox is
    /// skipped, because TransferTests reads databases of Firefox.
    @Test func `the recipes of shelf succeed`() async throws {
        let site = ScriptedSite(
            ["/gone": .respond(status: 410)],
            otherwise: .respond(body: "<title>A page</title>")
        )
        try await LoopbackServer.serving(site) { server in
            try folder.writeScript("echo '\(server.url)copied'", to: ".local/bin/xclip")
            try folder.writeScript(
                "echo \"$@\" >'\(folder.path("opened"))'",
                to: ".local/bin/xdg-open"
            )
            try folder.write("\(server.url)a,b\n\(server.url)c\n", to: "Bulkhead/urls.txt")
            try folder.write(
                #"{"roots": {"other": {"type": "folder", "name": "Other", "children": []}}}"#,
                to: ".config/google-chrome/Profile 1/Bookmarks"
            )
            try folder.write(
                """
                [{"url": "\(server.url)gone", "verdict": "dead", "checked": "2024-03-01T08:00:00Z"},
                {"url": "http://127.0.0.1:1/", "tags": ["work"], "verdict": "flaky", "checked": "2024-03-01T08:00:00Z"}]
                """,
                to: "Bulkhead/old.json"
            )
            let recipes = try Self.recipes.blocks().flatMap(\.lines)
                .filter { !$0.contains("--from firefox") }
            let check =
                #"trap 'code=$?; [ $code -le 2 ] || { echo "$code: $BASH_COMMAND"; exit 99; }' ERR"#
            let outcome = try await run(recipes, after: [check, "shelf import old.json"])
            #expect(outcome.code != 99, "\(outcome.output)\(outcome.errors)")
            #expect(try folder.text("opened") == "\(server.url)c\n")
        }
    }

    /// The commands run in a clone whose branch main is the current commit.
    @Test func `the commands that check boundaries succeed`() async throws {
        try folder.link("Bulkhead/repository", to: Page.root.path)
        let commands = try Self.checks.blocks().flatMap(\.lines).filter { command in
            !CoverageTests.unchecked.contains { command.hasPrefix($0[0]) }
        }
        let setup = [
            "set -e", "git config --global safe.directory '*'",
            "git clone --quiet --shared repository ../clone", "cd ../clone",
            "git checkout --quiet -B main",
        ]
        let outcome = try await run(
            commands.map { $0.replacing("./bulkhead", with: "bulkhead") },
            after: setup
        )
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }
}
