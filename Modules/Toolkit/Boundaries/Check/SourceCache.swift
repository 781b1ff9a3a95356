import SwiftSource

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A cache of the sources that the last check parsed. Only files that have changed since then are
/// parsed again.
struct SourceCache {
    private struct Entry: Codable {
        let version: Version
        let source: SourceFile
    }

    /// The date and size of a file, by which changes to its contents are detected.
    private struct Version: Codable, Equatable {
        let date: Date
        let size: Int
    }

    private struct Contents: Codable {
        /// The version of the program, because another version may parse files differently.
        let program: Version?
        let conditions: CompilationConditions
        let entries: [String: Entry]
    }

    private let path: String
    private let program: Version?
    private let conditions: CompilationConditions
    private var old: [String: Entry] = [:]
    private var entries: [String: Entry] = [:]
    private var hasChanged = false

    /// Creates a cache from the file at `path`. The cache is empty if the file cannot be read or
    /// was written by another version of the program or with other conditions.
    init(path: String, conditions: CompilationConditions) {
        self.path = path
        self.conditions = conditions
        program = Self.version(of: CommandLine.arguments[0])
        guard program != nil, let data = try? Data(contentsOf: URL(filePath: path)),
            let contents = try? JSONDecoder().decode(Contents.self, from: data),
            contents.program == program, contents.conditions == conditions
        else { return }
        old = contents.entries
    }

    /// Returns the parsed file at a path, or `nil` if the file cannot be read.
    mutating func source(_ path: String) -> SourceFile? {
        let version = Self.version(of: path)
        if let entry = old[path], entry.version == version {
            entries[path] = entry
            return entry.source
        }
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            return nil
        }
        let source = SourceFile(path: path, text: Array(data), conditions: conditions)
        if let version {
            entries[path] = Entry(version: version, source: source)
            hasChanged = true
        }
        return source
    }

    /// Saves the parsed contents of the files that this check read. A failure is ignored, because
    /// it only makes the next check slower.
    func write() {
        guard hasChanged || entries.count != old.count else { return }
        let contents = Contents(program: program, conditions: conditions, entries: entries)
        try? JSONEncoder().encode(contents).write(to: URL(filePath: path), options: .atomic)
    }

    private static func version(of path: String) -> Version? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let date = attributes[.modificationDate] as? Date,
            // The type of the size depends on the platform.
            let size = attributes[.size] as? any BinaryInteger
        else { return nil }
        return Version(date: date, size: Int(size))
    }
}
