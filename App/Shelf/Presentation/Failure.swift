import CommandLineArguments
import Core
import Foundation
import LibraryInterface
import PagesInterface
import TransferInterface

/// What a failure says to people, and to the caller of the program.
struct Failure {
    /// What, which value, why, and what to do; one line.
    let message: String
    /// The exit code.
    let code: ExitCode

    /// Finds the words for an error; every error that the interfaces name has its own.
    init(_ error: any Error) {
        (message, code) =
            switch error {
            case let error as UsageError: (error.message(for: .shelf), .usage)
            case let error as ConfigurationError: (error.message, .badConfiguration)
            case let error as LibraryError: (error.message, error.code)
            case let error as StoreError: (error.message, error.code)
            case let error as TransferError: (error.message, error.code)
            case let error as FormError: (error.message, .unreadableInput)
            case let error as ProgramError: (error.message, .inputOutput)
            case is CancellationError: ("interrupted", .interrupted)
            case let error as OutputError: (error.message, .inputOutput)
            case let error as FileError: ("'\(error.path)' cannot be written: \(error.reason)", .inputOutput)
            default: ("unexpected failure: \(error)", .inputOutput)
            }
    }
}

extension LibraryError {
    fileprivate var message: String {
        switch self {
        case .invalidURL(let text, .noScheme) where text.looksLikeHost:
            "'\(text.prefix(200))' cannot be saved: \(URLProblem.noScheme.message); did you mean https://\(text.prefix(200))?"
        case .invalidURL(let text, let problem): "'\(text.prefix(200))' cannot be saved: \(problem.message)"
        case .noSuchLinks(let ids) where ids.count == 1: "there is no link \(ids[0]); 'shelf list' shows the numbers"
        case .noSuchLinks(let ids):
            "there are no links \(ids.map(String.init).joined(separator: ", ")); 'shelf list' shows the numbers"
        case .urlTaken(let url, let id): "'\(url)' is the address of link \(id) already; --merge makes the two one"
        case .noSuchTags(let tags):
            "no link has the tag \(tags.map { "'\($0)'" }.joined(separator: ", ")); 'shelf tag list' shows the tags"
        case .tagExists(let tag, let old):
            "there is a tag '\(tag)' already; to make them one: shelf tag merge \"\(old)\" into \"\(tag)\""
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .invalidURL: .usage
        case .noSuchLinks, .urlTaken, .noSuchTags, .tagExists: .negative
        }
    }
}

extension String {
    /// Whether it begins as `example.org/` and `localhost:8080` do.
    fileprivate var looksLikeHost: Bool {
        wholeMatch(of: /([^\s\/:@?#.]+(\.[^\s\/:@?#.]+)+|localhost)\.?(:\d+)?([\/?#].*)?/) != nil
    }
}

extension URLProblem {
    /// What is wrong with the address, and what to do where something can be done.
    var message: String {
        switch self {
        case .empty: "it is empty"
        case .noScheme: "it does not begin with http:// or https://"
        case .unsupportedScheme(let scheme): "only http and https addresses are kept, not '\(scheme):'"
        case .noHost: "it names no host"
        case .invalidHost(let host): "no host can be called '\(host.prefix(200))'"
        case .invalidPort(let port): "'\(port.prefix(20))' is no port; ports are numbers from 0 to 65535"
        case .tooLong: "it is longer than 512 KiB"
        }
    }
}

extension StoreError {
    fileprivate var message: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "the library '\(path)' cannot be opened (\(reason)); check the path, or name another with --library"
        case .unreachable(let path, let reason):
            "the library '\(path)' cannot be reached (\(reason)); see that its server runs, and lets you in: "
                + "passwords come from the file that PGPASSFILE names"
        case .notALibrary(let path):
            "'\(path)' is not a library of shelf, and is left as it is; name another with --library"
        case .newerSchema(let path, let found, let supported):
            "the library '\(path)' has format \(found), and this shelf knows up to \(supported); use a newer shelf"
        case .locked(let path): "the library '\(path)' is locked by another program; try again when that is done"
        case .readOnly(let path):
            "the library '\(path)' may only be read; change its permissions, or name another with --library"
        case .diskFull(let path):
            "the disk of the library '\(path)' is full, and nothing was changed; make room and try again"
        case .corrupted(let path, let reason):
            "the library '\(path)' is damaged (\(reason)); restore it from a copy, or from an export"
        case .failed(let path, let reason):
            "the library '\(path)' failed (\(reason)); check its disk, and try again"
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .diskFull, .failed: .inputOutput
        case .cannotOpen, .unreachable, .notALibrary, .newerSchema, .locked, .readOnly, .corrupted:
            .libraryUnreachable
        }
    }
}

extension TransferError {
    fileprivate var message: String {
        switch self {
        case .unreadable(let name, let reason): "'\(name)' cannot be read: \(reason)"
        case .unknownFormat(let name):
            "'\(name)' is no bookmark file, JSON, CSV or list of addresses; if it is, name its format with --from"
        case .unsupportedFormat(let name, let format): "'\(name)' is \(format.message)"
        case .tableWithoutHeader(let name):
            "'\(name)' looks like a table without a header; put a first line such as 'url,title' into it, or read it as a "
                + "list of addresses with --from urls"
        case .malformed(let name, let line, let reason):
            "'\(name)' is broken in line \(line): \(reason); nothing was imported"
        case .unwritable(let name, let reason): "'\(name)' cannot be written: \(reason)"
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .unreadable, .unknownFormat, .unsupportedFormat, .tableWithoutHeader, .malformed: .unreadableInput
        case .unwritable: .inputOutput
        }
    }
}

extension UnsupportedFormat {
    /// What it is, and what to import instead.
    fileprivate var message: String {
        switch self {
        case .feed: "a feed (RSS or Atom), which cannot be imported; export bookmarks as HTML"
        case .opml: "a list of feeds (OPML), which cannot be imported; export bookmarks as HTML"
        case .propertyList:
            "a property list, such as Safari's Bookmarks.plist, which cannot be imported; export the bookmarks from "
                + "Safari's menu File"
        case .deliciousXML:
            "XML of the API of Delicious or Pinboard, which cannot be imported; export bookmarks as JSON or HTML"
        case .firefoxBackup:
            "a compressed backup of Firefox, which cannot be imported; save a backup as JSON in Firefox's library"
        case .database:
            "an SQLite database, which cannot be imported; export the bookmarks from its program, or open a library "
                + "of shelf with --library"
        case .archive: "an archive, which cannot be imported; unpack it, and import the file in it"
        }
    }
}

extension PageError {
    /// Why the page could not be read.
    var message: String {
        switch self {
        case .noResponse(let error): error.message
        case .status(let status): "the server answered \(status)"
        case .notAPage(let mediaType): "it is no page but \(mediaType)"
        }
    }
}

extension HTTPError {
    /// Why there was no response.
    fileprivate var message: String {
        switch self {
        case .unsupportedAddress(let address): "'\(address)' cannot be requested"
        case .noSuchHost(let host): "there is no host '\(host)'"
        case .lookupFailed(let host): "the name '\(host)' cannot be looked up; is the network up?"
        case .cannotConnect(let host): "'\(host)' does not accept connections"
        case .connectionLost(let host): "the connection to '\(host)' broke"
        case .timedOut: "no answer in time"
        case .untrustedServer(let host, let reason): "'\(host)' cannot be trusted: \(reason)"
        case .malformedResponse(let reason): "the answer cannot be read: \(reason)"
        case .tooManyRedirects: "it redirects without end"
        case .cancelled: "interrupted"
        }
    }
}
