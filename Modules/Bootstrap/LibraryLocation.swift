import CheckingInterface
import Core
import Foundation
import LibraryInterface

#if Postgres
    import PostgreSQL
#endif

/// The location of a library, which determines the kind of its store.
public enum LibraryLocation: Sendable, Hashable {
    /// An SQLite file.
    case file(path: String, createsFolder: Bool = false)
    /// An in-memory library. It is discarded when the program exits.
    case memory
    case server(ServerURL)

    /// Creates a location from a path, a `postgres://…` URL, or `:memory:`.
    ///
    /// - Parameter environment: The environment variables of the program.
    public init(_ text: String, environment: [String: String] = [:]) throws(LibraryLocationError) {
        if ["postgres://", "postgresql://"].contains(where: text.lowercased().hasPrefix) {
            self = try ServerURL.library(at: text, environment: environment)
            return
        }
        guard !text.isEmpty, !text.contains("://") else {
            throw .unknownKind
        }
        self = text == ":memory:" ? .memory : .file(path: text)
    }

    /// Returns whether the path refers to the library's file, directly or through symbolic links.
    public func isFile(at path: String) -> Bool {
        guard case .file(let library, _) = self, let file = URL(filePath: library).fileIdentity
        else {
            return false
        }
        return file == URL(filePath: path).fileIdentity
    }

    /// Whether the library's file does not exist. The value is always false for a library in memory
    /// or on a server.
    public var isMissing: Bool {
        guard case .file(let path, _) = self else {
            return false
        }
        do {
            _ = try FileManager.default.attributesOfItem(atPath: path)
            return false
        } catch {
            return (error as? CocoaError)?.code == .fileReadNoSuchFile
        }
    }
}

public enum LibraryLocationError: Error, Hashable {
    case unknownKind
    /// A library on a server cannot be used, for example because its URL is invalid. The reason
    /// is one line and never contains a password.
    case server(reason: String)
}

extension URL {
    /// The device and inode numbers of the file after resolving symbolic links, or `nil` if the
    /// file does not exist.
    fileprivate var fileIdentity: [UInt]? {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: resolvingSymlinksInPath().path
        )
        guard let device = attributes?[.systemNumber] as? UInt,
            let number = attributes?[.systemFileNumber] as? UInt
        else { return nil }
        return [device, number]
    }
}

#if Postgres
    public struct ServerURL: Sendable, Hashable {
        private let url: PostgreSQLURL

        static func library(
            at text: String,
            environment: [String: String]
        ) throws(LibraryLocationError) -> LibraryLocation {
            guard environment["PGPASSWORD"] == nil else {
                throw .server(reason: "PGPASSWORD is not supported; unset it and \(passwordSource)")
            }
            do {
                return .server(ServerURL(url: try PostgreSQLURL(text)))
            } catch {
                throw .server(reason: reason(of: error))
            }
        }

        var store: any LinkStore & CheckHistoryStore { PostgreSQLStore(url) }

        private static let passwordSource =
            "store the password in the file specified by PGPASSFILE, usually ~/.pgpass"

        private static func reason(of problem: PostgreSQLURL.Problem) -> String {
            switch problem {
            case .password:
                "the URL of a library must not contain a password, because other users could read the password; \(passwordSource)"
            case .malformed:
                "the URL of the library must have the form postgres://USER@HOST:PORT/DATABASE?KEY=VALUE"
            case .unknownParameter(let key):
                "the URL of a library does not support '\(key)'; see Docs/Shelf.md for the supported parameters"
            case .invalidSchema(let name): "invalid schema '\(name)'; use only a-z, 0-9 and _"
            }
        }
    }
#else
    /// The URL of a library on a server, in a build without support for servers.
    public enum ServerURL: Sendable, Hashable {
        static func library(
            at text: String,
            environment: [String: String]
        ) throws(LibraryLocationError) -> LibraryLocation {
            throw .server(
                reason:
                    "shelf was built without PostgreSQL; build it with 'swift build -c release --traits Postgres', "
                    + "or build and run it with 'SHELF_TRAITS=Postgres App/run'"
            )
        }

        var store: any LinkStore & CheckHistoryStore { switch self {} }
    }
#endif
