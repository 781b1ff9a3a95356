import Core
import Foundation
package import TransferInterface

/// A reader that copies each database file before reading it.
///
/// The original file is not opened with SQLite, because a browser can hold an exclusive lock on it.
/// Also, the newest changes may be only in the write-ahead log, which SQLite cannot read without
/// writing to the folder of the database.
package struct SQLiteDatabaseReader: DatabaseReader {
    private static let copyAttempts = 5

    package init() {}

    package func rows(_ query: String, from path: String) throws(TransferError) -> [[String?]] {
        do {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "shelf-\(UUID().uuidString)"
            )
            // Only the owner may read the copy, because it can contain a browser's history.
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            defer {
                try? FileManager.default.removeItem(at: folder)
            }
            let copy = folder.appending(path: "copy").path
            try Self.copyDatabase(from: path, to: copy)
            return try SQLiteConnection(path: copy).rows(query) { $0.texts }
        } catch let failure as SQLiteFailure {
            throw .unreadable(name: path, reason: failure.message)
        } catch let error as TransferError {
            throw error
        } catch {
            throw .unreadable(name: path, reason: error.systemReason)
        }
    }

    /// Copies a database with its journals. The copy is repeated if another program changed the
    /// files in the meantime.
    private static func copyDatabase(from path: String, to copy: String) throws {
        let suffixes = ["", "-wal", "-journal"]
        for _ in 1...copyAttempts {
            let states = suffixes.map { state(of: path + $0) }
            for (suffix, state) in zip(suffixes, states) {
                try? FileManager.default.removeItem(atPath: copy + suffix)
                guard state != nil || suffix.isEmpty else { continue }
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            if suffixes.map({ state(of: path + $0) }) == states {
                return
            }
        }
        throw TransferError.unreadable(
            name: path,
            reason: "another program keeps changing the database; try again"
        )
    }

    /// Returns the size, modification date and inode number of a file, or `nil` if it does not
    /// exist.
    private static func state(of path: String) -> [Double]? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            return nil
        }
        let date = attributes[.modificationDate] as? Date
        let numbers = [attributes[.size], attributes[.systemFileNumber]].map {
            ($0 as? NSNumber)?.doubleValue ?? 0
        }
        return [date?.timeIntervalSinceReferenceDate ?? 0] + numbers
    }
}
