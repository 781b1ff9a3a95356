import Foundation

/// Where a library is kept; each case names its store, and Bootstrap makes it.
public enum LibraryAddress: Sendable, Hashable {
    /// In an SQLite file.
    case file(path: String, makesFolder: Bool = false)
    /// In memory, and gone at the end of the program.
    case memory
    /// On a server.
    case server(ServerAddress)

    /// Reads an address as people write it: a path, `postgres://…`, or `:memory:`.
    ///
    /// - Parameter environment: The variables of the program.
    public init(_ text: String, environment: [String: String] = [:]) throws(LibraryAddressError) {
        if ServerAddress.schemes.contains(where: text.lowercased().hasPrefix) {
            self = try ServerAddress.library(at: text, environment: environment)
            return
        }
        guard !text.isEmpty, !text.contains("://") else { throw .unknownKind }
        self = text == ":memory:" ? .memory : .file(path: text)
    }

    /// Whether that path leads to the file of the library, by whatever name.
    public func isFile(at path: String) -> Bool {
        guard case .file(let library, _) = self, let own = URL(filePath: library).identity else { return false }
        return own == URL(filePath: path).identity
    }

    /// Whether there is no file at the address; false where nobody can say, as of a server.
    public var isMissing: Bool {
        guard case .file(let path, _) = self else { return false }
        do {
            _ = try FileManager.default.attributesOfItem(atPath: path)
            return false
        } catch {
            return (error as? CocoaError)?.code == .fileReadNoSuchFile
        }
    }
}

/// What is wrong with the address of a library.
public enum LibraryAddressError: Error, Hashable {
    /// It names no kind of store that there is.
    case unknownKind
    /// It names a server, and something is wrong with that; one line, which never repeats a password.
    case server(reason: String)
}

extension URL {
    /// What tells the file there, behind all symbolic links, from every other; nil where there is none.
    fileprivate var identity: [UInt]? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolvingSymlinksInPath().path)
        guard let attributes, let device = attributes[.systemNumber] as? UInt,
            let number = attributes[.systemFileNumber] as? UInt
        else { return nil }
        return [device, number]
    }
}
