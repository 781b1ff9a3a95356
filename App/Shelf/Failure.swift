import CommandLineArguments
import Core
import Foundation
import LibraryInterface
import PagesInterface
import TransferInterface

/// The exit codes of shelf.
extension ExitCode {
    static let negative = ExitCode(rawValue: 1)
    static let deadLinks = ExitCode(rawValue: 2)
    static let invalidInput = ExitCode(rawValue: 65)
    static let libraryUnavailable = ExitCode(rawValue: 69)
    static let inputOutput = ExitCode(rawValue: 74)
    static let invalidConfiguration = ExitCode(rawValue: 78)
    static let hangup = ExitCode(rawValue: 129)
    static let interrupted = ExitCode(rawValue: 130)
    static let terminated = ExitCode(rawValue: 143)

    /// All exit codes of the program, with their meanings for the help.
    static let meanings: [(code: ExitCode, meaning: String)] = [
        (.done, "success"),
        (.negative, "a negative answer: no match, already saved, nothing to undo"),
        (.deadLinks, "a check found dead links (with --strict: links that are not ok)"),
        (.usage, "invalid command line"),
        (.invalidInput, "the input cannot be read or is invalid"),
        (
            .libraryUnavailable,
            "the library cannot be opened or reached, is locked, or is not a library"
        ),
        (.inputOutput, "an error while reading or writing"),
        (.invalidConfiguration, "invalid configuration"),
        (.hangup, "the terminal was closed (SIGHUP); finished work is saved"),
        (.interrupted, "interrupted by Ctrl-C (SIGINT); finished work is saved"),
        (.terminated, "terminated (SIGTERM); finished work is saved"),
    ]
}

extension Failure {
    init(_ message: String) {
        self.init(message, .inputOutput)
    }

    init(_ error: any Error) {
        self =
            switch error {
            case let error as Failure: error
            case let error as UsageError: Failure(error.message(for: .shelf), .usage)
            case let error as LibraryError: Failure(error.message, error.code)
            case let error as StoreError: Failure(error.message, error.code)
            case let error as TransferError: Failure(error.message, error.code)
            case let error as FileError:
                Failure(
                    "cannot write '\(error.path)': \(error.reason); check the path and the free space"
                )
            case let error as OutputError:
                Failure(
                    "cannot write to \(error.path)"
                        + (error.isClosed
                            ? ": it is closed" : "; free space, or write to another file")
                )
            case let error as HTTPError:
                Failure("cannot search the web archive: \(error.message); try again later")
            case is CancellationError: Failure("interrupted", .interrupted)
            default:
                Failure("unexpected error: \(error); report it with the command that caused it")
            }
    }

    static func program(_ name: String, code: Int32, remedy: String) -> Failure {
        Failure(
            "\(code == 127 ? "program '\(name)' not found" : "'\(name)' failed with exit code \(code)"); \(remedy)"
        )
    }

    static func configuration(_ message: String) -> Failure {
        Failure(message, .invalidConfiguration)
    }

    /// Returns the error for an invalid value in the configuration. The origin is a key in the
    /// configuration file, or an environment variable.
    static func setting(_ value: String?, origin: String, expected: String) -> Failure {
        .configuration(
            "invalid value\(value.map { " '\($0)'" } ?? "") for \(origin): expected \(expected)"
        )
    }
}

extension LibraryError {
    fileprivate var message: String {
        switch self {
        case .invalidURL(let text, .noScheme) where text.looksLikeHost:
            "cannot save '\(text.prefix(200))': \(URLProblem.noScheme.message); did you mean \(text.likelyScheme)://\(text.prefix(200))?"
        case .invalidURL(let text, let problem):
            "cannot save '\(text.prefix(200))': \(problem.message)"
        case .noSuchLinks(let ids):
            "link\(ids.count == 1 ? "" : "s") \(ids.map(String.init).joined(separator: ", ")) not found; "
                + "'shelf list' shows the IDs"
        case .urlTaken(let url, let id):
            "'\(url)' is already the URL of link \(id); add --merge to merge the two links"
        case .noSuchTags(let tags):
            "no link has the \(tags.count == 1 ? "tag" : "tags") \(tags.map { "'\($0)'" }.joined(separator: ", ")); 'shelf tag list' shows the tags"
        case .tagExists(let tag, let old):
            "the tag '\(tag)' already exists; to merge the two: shelf tag merge \"\(old)\" into \"\(tag)\""
        }
    }

    fileprivate var code: ExitCode { if case .invalidURL = self { .usage } else { .negative } }
}

extension String {
    /// Whether the string begins with a host, such as `example.org/` or `localhost:8080`.
    fileprivate var looksLikeHost: Bool {
        wholeMatch(of: /([^\s\/:@?#.]+(\.[^\s\/:@?#.]+)+|localhost)\.?(:\d+)?([\/?#].*)?/) != nil
    }

    /// The most likely scheme for the host. It is `http` for an IPv4 address or a local host,
    /// because such a server rarely has a certificate.
    fileprivate var likelyScheme: String {
        let local = /([^\/:?#]+\.)?localhost|\d+\.\d+\.\d+\.\d+/
        return prefix { !"/:?#".contains($0) }.wholeMatch(of: local) == nil ? "https" : "http"
    }
}

extension URLProblem {
    var message: String {
        switch self {
        case .empty: "the URL is empty; specify a URL that begins with http:// or https://"
        case .noScheme: "the URL must begin with http:// or https://"
        case .unsupportedScheme(let scheme):
            "unsupported scheme '\(scheme):'; "
                + ("\(scheme):".suggestion(among: ["https:", "http:"])
                    ?? "only http and https URLs are saved")
        case .noHost: "the URL has no host; add one, as in http://example.com/"
        case .invalidHost(let host): "invalid host '\(host.prefix(200))'; check its spelling"
        case .invalidPort(let port):
            "invalid port '\(port.prefix(20))'; specify a number from 0 to 65535"
        case .tooLong: "the URL is longer than 512 KiB; shorten it"
        }
    }
}

extension StoreError {
    fileprivate var message: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "cannot open library '\(path)': \(reason); check the path and its permissions, or specify another library with --library"
        case .unreachable(let path, let reason):
            "cannot reach library '\(path)': \(reason); check that the server is running and accepts your account (passwords are "
                + "read from the file in PGPASSFILE)"
        case .notALibrary(let path):
            "'\(path)' is not a shelf library and was not changed; specify another library with --library"
        case .newerSchema(let path, let found, let supported):
            "library '\(path)' has format \(found), but this version supports only formats up to \(supported); update shelf"
        case .locked(let path):
            "library '\(path)' is locked by another program; try again when that program has finished"
        case .readOnly(let path):
            "library '\(path)' is read-only; change its permissions, or specify another library with --library"
        case .diskFull(let path):
            "cannot change library '\(path)': the disk is full; nothing was changed; free space and try again"
        case .corrupted(let path, let reason):
            "library '\(path)' is damaged: \(reason); restore it from a copy or an export"
        case .failed(let path, let reason):
            "cannot use library '\(path)': \(reason); check its disk and try again"
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .diskFull, .failed: .inputOutput
        default: .libraryUnavailable
        }
    }
}

extension TransferError {
    fileprivate var message: String {
        switch self {
        case .unreadable(let name, let reason):
            "cannot read '\(name)': \(reason); specify a readable file"
        case .unknownFormat(let name):
            "'\(name)' is not a bookmark file, JSON, CSV, Markdown or a list of URLs; to import it anyway, add --from FORMAT"
        case .unsupportedFormat(let name, let format):
            "cannot import '\(name)': it is \(format.description)"
        case .tableWithoutHeader(let name):
            "'\(name)' looks like a table without a header; add a first line such as 'url,title', or read it as a list of "
                + "URLs with --from urls"
        case .malformed(let name, let line, let reason):
            "cannot import '\(name)': error in line \(line): \(reason); correct the line, or export the file again"
        case .unwritable(let name, let reason):
            "cannot write '\(name)': \(reason); free space, or set TMPDIR to another folder"
        case .noBrowserProfile(let browser, let folders):
            "no \(browser.name) bookmarks found in \(folders.joined(separator: ", ")); export the bookmarks from the browser, and "
                + "import the exported file"
        case .noSuchProfile(let name, let browser, let known):
            "\(browser.name) has no profile '\(name)'; its profiles are \(known.map { "'\($0)'" }.joined(separator: ", "))"
        case .unreadableBookmarks(let browser, let path, let reason):
            "cannot read the bookmarks of \(browser.name) in '\(path)': \(reason); check the permissions of the file, or export "
                + "the bookmarks from the browser, and import the exported file"
        }
    }

    fileprivate var code: ExitCode {
        if case .unwritable = self {
            .inputOutput
        } else {
            .invalidInput
        }
    }
}

extension Browser {
    fileprivate var name: String {
        self == .librewolf ? "LibreWolf" : rawValue.capitalized
    }
}

extension UnsupportedFormat {
    fileprivate var description: String {
        switch self {
        case .feed: "a feed (RSS or Atom); export the bookmarks as HTML"
        case .propertyList:
            "a property list, such as Safari's Bookmarks.plist; export the bookmarks from Safari's File menu"
        case .database:
            "an SQLite database; export the bookmarks from its program, or open a shelf library with --library"
        case .gzip: "compressed with gzip; import its content: gzip -dc FILE | shelf import -"
        case .archive: "an archive; unpack it and import the file in it"
        }
    }
}

extension PageError {
    var message: String {
        switch self {
        case .noResponse(let error): error.message
        case .status(407):
            "the proxy requires a password (407); set it in http_proxy or https_proxy"
        case .status(let status): "the server responded with status \(status)"
        case .notAPage(let mediaType): "not an HTML page (\(mediaType))"
        }
    }
}

extension HTTPError {
    fileprivate var message: String {
        switch self {
        case .unsupportedURL(let url): "cannot request '\(url)'"
        case .noSuchHost(let host): "host '\(host)' not found"
        case .lookupFailed(let host): "cannot look up '\(host)'; check the network connection"
        case .cannotConnect(let host): "cannot connect to '\(host)'"
        case .connectionLost(let host): "the connection to '\(host)' was lost"
        case .timedOut: "timed out"
        case .untrustedServer(let host, let reason): "cannot trust '\(host)': \(reason)"
        case .malformedResponse(let reason): "invalid response: \(reason)"
        case .tooManyRedirects: "too many redirects"
        case .cancelled: "interrupted"
        }
    }
}
