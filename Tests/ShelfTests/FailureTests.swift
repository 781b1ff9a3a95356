import CheckingInterface
import Core
import Foundation
import LibraryInterface
import ProgramTesting
import Testing
import TransferInterface
import WebURLs

struct FailureTests {
    private struct FailingHistory: CheckHistory {
        let error: any Error
        func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
            throw error
        }
        func history(of link: Link.ID) async throws -> [CheckRecord] {
            throw error
        }
        func verdictRuns(of links: [Link.ID]?) async throws -> [Link.ID: VerdictRun] {
            throw error
        }
    }

    private struct Surprise: Error {}

    private static let errors: [any Error] = [
        LibraryError.invalidURL("", reason: .empty),
        LibraryError.invalidURL("a", reason: .unsupportedScheme("b")),
        LibraryError.invalidURL("a", reason: .unsupportedScheme("htps")),
        LibraryError.noSuchLinks([1]),
        LibraryError.noSuchLinks([1, 2]),
        LibraryError.urlTaken("u", by: 3),
        LibraryError.noSuchTags(["a", "b"].compactMap { LinkTag($0) }),
        StoreError.cannotOpen(path: "l", reason: "r"),
        StoreError.unreachable(path: "l", reason: "r"),
        StoreError.refused(path: "l", reason: "r"),
        StoreError.notALibrary(path: "l"),
        StoreError.newerSchema(path: "l", found: 9, supported: 4),
        StoreError.locked(path: "l"),
        StoreError.lockTableFull(path: "l", reason: "r"),
        StoreError.readOnly(path: "l"),
        StoreError.diskFull(path: "l"),
        StoreError.corrupted(path: "l", reason: "r"),
        StoreError.failed(path: "l", reason: "r"),
        TransferError.unreadable(name: "f", reason: "r"),
        TransferError.unknownFormat(name: "f"),
        TransferError.tableWithoutHeader(name: "f"),
        TransferError.malformed(name: "f", line: 2, reason: "r"),
        TransferError.noBrowserProfile(.firefox, folders: ["f", "g"]),
        TransferError.noSuchProfile("p", .edge, known: ["a", "b"]),
        TransferError.unreadableBookmarks(.chrome, path: "f", reason: "r"),
        FileError(path: "f", POSIXError(.ENOSPC)),
        CancellationError(),
        Surprise(),
    ]
    private static let messages = """
        64 cannot save '': the URL is empty; specify a URL that begins with http:// or https://
        64 cannot save 'a': unsupported scheme 'b:'; specify an http or https URL (--any-scheme saves others)
        64 cannot save 'a': unsupported scheme 'htps:'; specify an http or https URL (did you mean 'https:'?)
        1 link 1 not found; list the links to see their IDs (shelf list)
        1 links 1, 2 not found; list the links to see their IDs (shelf list)
        1 'u' is already the URL of link 3; merge the two links (--merge)
        1 no link has the tags 'a', 'b'; list the tags to see their names (shelf tag list)
        69 cannot open library 'l': r; check the path and its permissions, or use another library (--library PATH)
        69 cannot reach library 'l': r; check that the server is running and reachable
        69 the server refuses access to library 'l': r; check the account, its password and its rights (passwords are read \
        from the file in PGPASSFILE)
        69 'l' is not a library of links and was not changed; use another library (--library PATH)
        69 library 'l' has format 9, but this version supports only formats up to 4; update the program
        69 library 'l' is locked by another program; try again when that program has finished
        69 cannot lock library 'l': the lock table of the server is full (r); increase its setting max_locks_per_transaction, or check fewer links at once (--concurrency N)
        69 library 'l' is read-only; change its permissions, or use another library (--library PATH)
        74 cannot change library 'l': the disk is full; nothing was changed; free space and try again
        69 library 'l' is damaged: r; restore it from a copy or an export
        74 cannot use library 'l': r; check its disk or its server, and try again
        65 cannot read 'f': r; specify a readable file
        65 'f' is not a bookmark file, JSON, CSV, Markdown or a list of URLs; to import it anyway, specify its \
        format (--from FORMAT)
        65 'f' looks like a table without a header; add a first line such as 'url,title', or import it as a list of \
        URLs (--from urls)
        65 cannot import 'f': error on line 2: r; correct the line, or export the file again
        65 no Firefox bookmarks found in f, g; export the bookmarks from the browser, and import the exported file
        65 Edge has no profile 'p'; its profiles are 'a', 'b'
        65 cannot read the bookmarks of Chrome in 'f': r; check the permissions of the file, or export the bookmarks from \
        the browser, and import the exported file
        74 cannot write 'f': No space left on device; check the path and the free space
        130 interrupted
        74 unexpected error: Surprise(); report it with the command that caused it
        65 cannot import 'f': it is a feed (RSS or Atom); export the bookmarks as HTML
        65 cannot import 'f': it is a property list, such as Safari's Bookmarks.plist or a .webloc file; export the bookmarks from \
        Safari's File menu, or add the URL in the file
        65 cannot import 'f': it is a shortcut (.url or .desktop); add the URL in the file
        65 cannot import 'f': it is an SQLite database; export the bookmarks from its program, or open it as a library \
        (--library FILE)
        65 cannot import 'f': it is compressed with gzip; decompress it first (gzip -dc FILE | shelf import -)
        65 cannot import 'f': it is an archive; unpack it and import the file in it
        """

    @Test func `every failure of a feature has a one-line message and an exit code`() async throws {
        var shelf = try InProcessShelf()
        let errors =
            Self.errors
            + UnsupportedFormat.allCases.map { TransferError.unsupportedFormat(name: "f", $0) }
        let messages = Self.messages.split(separator: "\n").map {
            $0.split(separator: " ", maxSplits: 1)
        }
        #expect(errors.count == messages.count)
        for (error, message) in zip(errors, messages) {
            shelf.history = FailingHistory(error: error)
            try await shelf.expect(
                "report",
                errors: "error: \(message[1])\n",
                code: #require(Int32(message[0]))
            )
        }
    }
}
