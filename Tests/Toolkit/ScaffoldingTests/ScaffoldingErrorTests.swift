import BoundaryRules
import Scaffolding
import Testing

struct ScaffoldingErrorTests {
    private static let messages: [(ScaffoldingError, String, ErrorExitCode)] = [
        (
            .noWorkspace(path: "a", missing: "Package.swift", above: nil),
            "'a' is not a workspace: 'Package.swift' does not exist; specify a workspace with --package-path PATH, or create one with 'bulkhead new'",
            .unusablePackage
        ),
        (
            .noWorkspace(path: ".", missing: "Package.swift", above: "../.."),
            "'.' is in the workspace '../..', but not its root; add --package-path ../..",
            .unusablePackage
        ),
        (
            .unsupportedSource(path: "Package.swift:7", reason: "a", remedy: "b"),
            "Package.swift:7: a; b; nothing was changed",
            .unusablePackage
        ),
        (.invalidName("a", reason: "b", remedy: "c"), "invalid name 'a': b; c", .usage),
        (.exists("'a'", remedy: "b"), "'a' already exists; b", .cannotCreate),
        (.missing("feature 'a'", remedy: "b"), "feature 'a' not found; b", .cannotCreate),
        (
            .inUse("feature 'A'", uses: ["B.swift:1: imports 'A'"], remedy: "c"),
            "feature 'A' is in use:\n  B.swift:1: imports 'A'\nc",
            .cannotCreate
        ),
        (
            .uncommitted(paths: ["a", "b", "c", "d", "e", "f"]),
            "the working tree has uncommitted changes (a, b, c, d, e …); commit or stash them, so that this change can be undone separately, or add --force",
            .cannotCreate
        ),
        (
            .noRepository(path: "a"),
            "'a' is not in a Git repository, so the change cannot be undone; run 'git init' and commit, or add --force",
            .cannotCreate
        ),
        (
            .cannotWrite(
                path: "a",
                reason: "The operation could not be completed. No space left on device."
            ),
            "cannot read or write 'a': No space left on device; check its permissions and the free space; nothing was changed",
            .cannotCreate
        ),
        (
            .partiallyWritten(path: "a", reason: "No space left on device"),
            "cannot write 'a': No space left on device; restore the workspace with 'git restore .' and 'git clean -d --interactive'",
            .cannotCreate
        ),
        (
            .program("swiftc", reason: "a"),
            "'swiftc' failed: a; nothing was changed; run the command again when 'swiftc' works",
            .missingProgram
        ),
        (
            .violatesRules(reason: "a"),
            "the change would break rules of the workspace, so nothing was changed:\na",
            .unusablePackage
        ),
    ]

    @Test(arguments: messages)
    private func `an error has a message with a remedy, and an exit code`(
        error: ScaffoldingError,
        message: String,
        code: ErrorExitCode
    ) {
        #expect(error.message == message)
        #expect(error.exitCode == code)
    }
}
