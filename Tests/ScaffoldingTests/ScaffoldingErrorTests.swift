import Scaffolding
import Testing

struct ScaffoldingErrorTests {
    private static let messages: [(ScaffoldingError, String)] = [
        (
            .noWorkspace(path: "a", missing: "Package.swift", above: nil),
            "'a' is not a workspace in this layout: 'Package.swift' does not exist; name a workspace with --package-path, or create one with 'bulkhead new'"
        ),
        (
            .noWorkspace(path: ".", missing: "Package.swift", above: "../.."),
            "'.' is in the workspace '../..', but not its root; add --package-path ../.."
        ),
        (
            .manifestNotUnderstood(line: 7, reason: "a", remedy: "b"), "Package.swift:7: a; b; nothing was changed"
        ),
        (.manifestNotUnderstood(line: nil, reason: "a", remedy: "b"), "Package.swift: a; b; nothing was changed"),
        (.sourceNotUnderstood(path: "A.swift:3", reason: "a", remedy: "b"), "A.swift:3: a; b; nothing was changed"),
        (.badName("a", reason: "b", remedy: "c"), "invalid name 'a': b; c"),
        (.exists("'a'", remedy: "b"), "'a' exists already; b"),
        (.missing("feature 'a'", remedy: "b"), "there is no feature 'a'; b"),
        (
            .inUse("feature 'A'", uses: ["B.swift:1: imports 'A'"], remedy: "c"),
            "feature 'A' is in use:\n  B.swift:1: imports 'A'\nc"
        ),
        (
            .uncommitted(paths: ["a", "b", "c", "d", "e", "f"]),
            "the working tree has uncommitted changes (a, b, c, d, e …); commit or stash them, so that this change can be undone alone, or add --force"
        ),
        (
            .noRepository(path: "a"),
            "'a' is not in a git repository, which undoes changes; create one with 'git init' and commit, or add --force"
        ),
        (
            .cannotWrite(path: "a", reason: "The operation could not be completed. No space left on device."),
            "cannot read or write 'a': No space left on device; nothing was changed"
        ),
        (
            .halfWritten(path: "a", reason: "No space left on device"),
            "cannot write 'a': No space left on device; restore the workspace with 'git restore .' and 'git clean -d --interactive'"
        ),
        (.program("swiftc", reason: "a"), "'swiftc' failed: a; nothing was changed"),
        (.unsound(reason: "a"), "the result breaks rules of the workspace, so nothing was changed:\na"),
    ]

    @Test(arguments: messages.indices)
    func `a message has the thing, the reason and the remedy`(index: Int) {
        let (error, message) = Self.messages[index]
        #expect(error.message == message)
    }
}
