import Foundation
import PackageManifest

/// Updates the inherited parts of a workspace to the version of the tool: the container engine, the check of the layer rules, and the functions of
/// the manifest and of the scripts.
///
/// A part that is as the tool wrote it is replaced or removed. A part that the owner changed is kept and reported, once for each version of the
/// tool that changes it as well.
public struct Upgrade: Sendable {
    /// The changes that an upgrade makes.
    public struct Result: Sendable {
        /// The files that it adds, changes and removes.
        public let changes: [Change]
        /// The parts that it keeps because the owner changed them, each in a line.
        public let notes: [String]
    }

    private let workspace: Workspace
    private let source: SourceTree
    private let isDryRun: Bool
    private let isForced: Bool

    /// Prepares an upgrade. Reads and changes nothing yet.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether to compute the changes without making them.
    ///   - isForced: Whether to change a workspace with uncommitted changes.
    ///   - source: The path of the clone whose version the workspace gets.
    public init(
        of workspace: Workspace, isDryRun: Bool = false, isForced: Bool = false,
        source: String = NewWorkspace.ownSource
    ) {
        self.workspace = workspace
        self.isDryRun = isDryRun
        self.isForced = isForced
        self.source = SourceTree(root: source)
    }

    /// Upgrades the workspace.
    ///
    /// Every change is computed before the first one is made. Files are written one after another, so an interrupted upgrade can be repeated.
    public func make() async throws(ScaffoldingError) -> Result {
        let record = try InheritanceRecord(of: workspace)
        let plan = UpgradePlan(from: record, to: try source.inheritedParts(), in: workspace, source: source.root)
        if let functions = plan.written[ManifestFunctions.file] { try await check(functions) }
        guard !isDryRun else { return plan.result }
        if !isForced { try await workspace.requireCleanTree() }
        do {
            // On a file system that ignores case, a removed file may have the path of an added one.
            for path in plan.removed { try FileManager.default.removeItem(atPath: workspace.path(path)) }
            for (path, part) in plan.written { try part.writePart(path, to: workspace.root) }
            try plan.record.write(to: workspace.root)
        } catch {
            throw .cannotWrite(path: workspace.root, reason: error.localizedDescription)
        }
        for path in plan.removed { workspace.removeEmptyFolders(above: path) }
        return plan.result
    }

    /// Refuses functions that do not fit the values of this workspace's manifest.
    private func check(_ functions: Data) async throws(ScaffoldingError) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "upgrade-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome: Program.Outcome
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(contentsOf: URL(filePath: workspace.path(ManifestFunctions.file)))
                .write(to: folder.appending(path: ManifestFunctions.file))
            try functions.writePart(ManifestFunctions.file, to: folder.path)
            outcome = try await Program.run("swift", ["package", "--package-path", folder.path, "dump-package"])
        } catch {
            throw .program("swift", reason: error.localizedDescription)
        }
        guard outcome.code == 0 else {
            throw .unsound(
                reason: """
                    the functions of the tool's Package.swift do not fit the values of this one; change the values as '\(source.root)/Package.swift' \
                    has them, and upgrade again. SwiftPM reports:
                    \(outcome.errors.trimmingCharacters(in: .whitespacesAndNewlines))
                    """)
        }
    }
}

/// The changes that update the inherited parts of a workspace to another version.
private struct UpgradePlan {
    /// The parts to write.
    private(set) var written: [String: Data] = [:]
    /// The paths of the files to remove.
    private(set) var removed: [String] = []
    /// The record of the workspace after the upgrade.
    let record: InheritanceRecord
    let result: Upgrade.Result

    /// - Parameters:
    ///   - old: The record of the parts as the tool wrote them.
    ///   - parts: The parts of the new version.
    ///   - source: The path of the clone, for messages.
    init(from old: InheritanceRecord, to parts: [String: Data], in workspace: Workspace, source: String) {
        record = InheritanceRecord(of: parts)
        var changes: [Change] = []
        var notes: [String] = []
        for path in Set(old.checksums.keys).union(parts.keys).sorted() {
            let current = Data(part: path, of: workspace.root).map(InheritanceRecord.checksum)
            let (written, new) = (old.checksums[path], record.checksums[path])
            if current == new || written == new { continue }
            if current == written, let part = parts[path] {
                self.written[path] = part
                changes.append(Change(current == nil ? .added : .changed, path))
            } else if current == written {
                removed.append(path)
                changes.append(Change(.removed, path))
            } else if written != new {
                notes.append(Self.note(path, isGone: current == nil, isObsolete: new == nil, source: source))
            }
        }
        result = Upgrade.Result(changes: changes, notes: notes)
    }

    private static func note(_ path: String, isGone: Bool, isObsolete: Bool, source: String) -> String {
        let subject = path == ManifestFunctions.file ? "the functions of 'Package.swift' were" : "'\(path)' was"
        if isObsolete { return "\(subject) changed here and kept; the tool has no such file any more" }
        return isGone
            ? "\(subject) removed here and not added again; the tool's version changed"
            : "\(subject) changed here and kept; compare with the tool's version in '\(source)'"
    }
}

/// The file `.bulkhead` of a workspace, which lists its inherited parts with the checksum that each had when the tool wrote it.
struct InheritanceRecord: Sendable, Equatable {
    static let file = ".bulkhead"

    /// The checksums of the parts by their paths.
    let checksums: [String: String]

    /// Creates the record of parts that are as the tool writes them.
    init(of parts: [String: Data]) { checksums = parts.mapValues(Self.checksum) }

    /// Reads the record of a workspace.
    init(of workspace: Workspace) throws(ScaffoldingError) {
        guard workspace.exists(Self.file) else {
            throw .missing(
                "file '\(workspace.path(Self.file))', which lists what 'bulkhead new' wrote",
                remedy: "restore it; a workspace without it cannot be upgraded")
        }
        var checksums: [String: String] = [:]
        for (index, line) in try workspace.text(Self.file).split(whereSeparator: \.isNewline).enumerated()
        where !line.hasPrefix("#") {
            guard let parts = line.wholeMatch(of: #/([0-9a-f]{16})  ([^/].*)/#), !"/\(parts.2)/".contains("/../") else {
                throw .sourceNotUnderstood(
                    path: "\(Self.file):\(index + 1)", reason: "not a checksum and a path", remedy: "restore the file")
            }
            checksums[String(parts.2)] = String(parts.1)
        }
        self.checksums = checksums
    }

    /// Writes the record to a workspace.
    func write(to root: String) throws {
        let lines = checksums.sorted { $0.key < $1.key }.map { "\($1)  \($0)\n" }
        let heading = """
            # The parts of this workspace that 'bulkhead upgrade' replaces, as it last wrote them. Those that you change are kept.

            """
        try Data((heading + lines.joined()).utf8).write(to: URL(filePath: "\(root)/\(Self.file)"), options: .atomic)
    }

    /// Returns the FNV-1a hash of a part, in which line endings do not count because Git may convert them.
    static func checksum(_ part: Data) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in part where byte != UInt8(ascii: "\r") { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
