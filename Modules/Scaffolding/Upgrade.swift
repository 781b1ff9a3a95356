import Foundation
import PackageManifest

/// An upgrade of the inherited parts of a workspace to their versions in a clone of the tool.
///
/// The inherited parts are the container engine, the check of the layer rules, and the functions of
/// the manifest and the scripts. A part is replaced or removed if it is unchanged since the tool
/// wrote it. A part that the owner has changed is kept. If a new version of the tool also changes
/// such a part, the upgrade reports this once.
public struct Upgrade: Sendable {
    private let workspace: Workspace
    private let source: SourceTree
    private let isDryRun: Bool
    private let isForced: Bool

    /// Creates an upgrade of a workspace to the versions in a clone. No file is read or changed
    /// until ``run()`` is called.
    ///
    /// For `isDryRun` and `isForced`, see ``ChangeRunner``.
    public init(
        of workspace: Workspace,
        isDryRun: Bool = false,
        isForced: Bool = false,
        source: String = NewWorkspace.ownSource
    ) {
        self.workspace = workspace
        self.source = SourceTree(root: source)
        self.isDryRun = isDryRun
        self.isForced = isForced
    }

    /// Upgrades the workspace. Returns the changes, and a note for each part that is kept because
    /// the owner has changed it.
    ///
    /// All changes are computed before the first file is written. An upgrade that is interrupted
    /// between two files can be repeated.
    public func run() async throws(ScaffoldingError) -> ChangeRunner.Result {
        var parts = try source.inheritedParts()
        if workspace.exists(Workspace.rules) {
            parts[RulesSection.page] = try RulesSection(of: workspace.text(Workspace.rules)).text
        }
        var plan = EditPlan(for: workspace)
        var result = try merge(parts, InheritanceRecord(of: workspace), into: &plan)
        if plan.texts[Workspace.manifest] != nil {
            try await check(plan)
            result = try attachGate(result, &plan)
        }
        guard !isDryRun else { return result }
        if !isForced, !result.changes.isEmpty {
            try await workspace.requireCleanTree()
        }
        plan.write(InheritanceRecord(of: parts).text, to: InheritanceRecord.file)
        try plan.write()
        return result
    }

    private func merge(
        _ parts: [String: String],
        _ old: InheritanceRecord,
        into plan: inout EditPlan
    ) throws(ScaffoldingError) -> ChangeRunner.Result {
        let record = InheritanceRecord(of: parts)
        var changes: [Change] = []
        var notes: [String] = []
        for path in Set(old.checksums.keys).union(parts.keys).sorted() {
            if path == Workspace.manifest, declaresTestSupport(plan) {
                notes.append(
                    "the functions of 'Package.swift' were kept, because its value 'testSupport' is no longer used; to upgrade them, list the modules of each test as in '\(source.root)/Package.swift', and remove 'testSupport'"
                )
                continue
            }
            let current = part(path, plan).map(InheritanceRecord.checksum)
            let written = old.checksums[path]
            let new = record.checksums[path]
            if current == new || written == new {
                continue
            }
            if current == nil, written == nil, path == RulesSection.page {
                let name = URL(filePath: workspace.root).lastPathComponent
                plan.write(
                    try source.rulesPage(
                        RulesSection(of: workspace.text(Workspace.rules)),
                        name: name
                    ),
                    to: path
                )
                changes.append(Change(.added, path))
            } else if current == written, let part = parts[path] {
                try plan.inherit(part, at: path)
                changes.append(Change(current == nil ? .added : .changed, path))
            } else if current == written {
                plan.remove([path])
                changes.append(Change(.removed, path))
            } else {
                notes.append(note(path, isGone: current == nil, isObsolete: new == nil))
            }
        }
        return ChangeRunner.Result(changes: changes, notes: notes)
    }

    /// Whether the manifest lists the modules that every test can use, as in version 1.0.0. Without
    /// the functions of that version, tests would not have these dependencies.
    private func declaresTestSupport(_ plan: EditPlan) -> Bool {
        (try? plan.text(Workspace.manifest))?.contains("let testSupport") == true
    }

    /// Adds the key `checkedWith` to the rules of a workspace whose previous manifest attached the
    /// plugin to every target. The new manifest attaches the plugin only to the gate.
    private func attachGate(
        _ result: ChangeRunner.Result,
        _ plan: inout EditPlan
    ) throws(ScaffoldingError) -> ChangeRunner.Result {
        guard workspace.exists(Workspace.rules) else { return result }
        var rules = try plan.text(Workspace.rules)
        guard !rules.contains("\"checkedWith\""), let brace = rules.firstIndex(of: "{") else {
            return result
        }
        rules.insert(
            contentsOf: "\n  \"checkedWith\": \"BoundaryGate\",",
            at: rules.index(after: brace)
        )
        plan.write(rules, to: Workspace.rules)
        let changes = result.changes + [Change(.changed, Workspace.rules)]
        return ChangeRunner.Result(changes: changes, notes: result.notes)
    }

    /// Returns the inherited part in the file at `path`, or `nil` if the file does not exist. If
    /// the file cannot be read, returns an empty string.
    private func part(_ path: String, _ plan: EditPlan) -> String? {
        guard workspace.exists(path) else { return nil }
        let text = (try? plan.text(path)) ?? ""
        switch path {
        case Workspace.manifest: return ManifestFunctions(in: text)?.text ?? ""
        case RulesSection.page: return RulesSection(in: text)?.text ?? ""
        default: return text
        }
    }

    private func note(_ path: String, isGone: Bool, isObsolete: Bool) -> String {
        let subject =
            path == Workspace.manifest ? "the functions of 'Package.swift' were" : "'\(path)' was"
        if isGone {
            return
                "\(subject) removed from the workspace, so the new version was not added; copy it from '\(source.root)' to restore it"
        }
        return "\(subject) changed in the workspace, so "
            + (isObsolete
                ? "it was kept; the new version of the tool no longer includes it, so remove it if you do not need it"
                : "the new version was not applied; compare your version with the new version in '\(source.root)'")
    }

    private func check(_ plan: EditPlan) async throws(ScaffoldingError) {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "upgrade-\(UUID().uuidString)"
        ).path
        defer {
            try? FileManager.default.removeItem(atPath: folder)
        }
        var trial = EditPlan(for: Workspace(root: folder))
        trial.write(try plan.text(Workspace.manifest), to: Workspace.manifest)
        try trial.write()
        let outcome = try await Program.output(
            of: "swift",
            ["package", "--package-path", folder, "dump-package"]
        )
        guard outcome.code == 0 else {
            throw .rejectedManifest(
                errors: outcome.errors.trimmingCharacters(in: .whitespacesAndNewlines),
                remedy: """
                    adapt the values in Package.swift to the new functions, as in \
                    '\(source.root)/Package.swift', and upgrade again
                    """
            )
        }
    }
}

/// The file `.bulkhead` of a workspace. It lists the inherited parts and the checksums that they
/// had when the tool wrote them.
struct InheritanceRecord: Sendable, Equatable {
    static let file = ".bulkhead"
    let checksums: [String: String]
    init(of parts: [String: String]) {
        checksums = parts.mapValues(Self.checksum)
    }

    init(of workspace: Workspace) throws(ScaffoldingError) {
        guard workspace.exists(Self.file) else {
            throw .missing(
                "'\(workspace.path(Self.file))'",
                remedy: "it lists what 'bulkhead new' wrote; restore it from Git"
            )
        }
        var checksums: [String: String] = [:]
        for (index, line) in try workspace.text(Self.file).split(whereSeparator: \.isNewline)
            .enumerated()
        where !line.hasPrefix("#") {
            guard let parts = line.wholeMatch(of: #/([0-9a-f]{16})  ([^/].*)/#),
                !"/\(parts.2)/".contains("/../")
            else {
                throw .unsupportedSource(
                    path: "\(Self.file):\(index + 1)",
                    reason: "expected a checksum and a path",
                    remedy: "restore the file"
                )
            }
            checksums[String(parts.2)] = String(parts.1)
        }
        self.checksums = checksums
    }

    var text: String {
        "# The checksums of the parts of this workspace that 'bulkhead upgrade' replaces. Parts that you change are kept.\n"
            + checksums.sorted { $0.key < $1.key }.map { "\($1)  \($0)\n" }.joined()
    }

    /// Returns the FNV-1a hash of a part. The hash ignores line endings, because Git may convert
    /// them.
    static func checksum(_ part: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in part.utf8 where byte != UInt8(ascii: "\r") {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
