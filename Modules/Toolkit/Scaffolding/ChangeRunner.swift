import BoundaryRules
import PackageManifest
import PackageReports

public protocol WorkspaceChange: Sendable {
    /// Adds the edits of the change to a plan, and returns notes for the user.
    func prepare(_ plan: inout EditPlan) async throws(ScaffoldingError) -> [String]

    /// Whether the change requires a working tree without uncommitted changes.
    var requiresCleanTree: Bool { get }

    /// Returns the name that a module or a type had before the change, or the given name if the
    /// change does not rename it.
    func formerName(of name: String) -> String
}

extension WorkspaceChange {
    public var requiresCleanTree: Bool { true }

    public func formerName(of name: String) -> String {
        name
    }
}

/// A runner that applies changes to a workspace. The runner first computes all edits, then writes
/// them, and then checks the result.
///
/// Most changes require a clean working tree, so that Git can show and undo the change.
public struct ChangeRunner: Sendable {
    public struct Result: Sendable {
        public let changes: [Change]
        public let notes: [String]
        /// The warnings that the check reports after the change but did not report before.
        public fileprivate(set) var warnings: [String] = []
    }

    private let workspace: Workspace
    private let isDryRun: Bool
    private let isForced: Bool
    private let showProgress: @Sendable (String) -> Void

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether to compute the changes without writing them.
    ///   - isForced: Whether to accept uncommitted changes and a folder outside a repository.
    public init(
        of workspace: Workspace,
        isDryRun: Bool = false,
        isForced: Bool = false,
        showProgress: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.workspace = workspace
        self.isDryRun = isDryRun
        self.isForced = isForced
        self.showProgress = showProgress
    }

    /// Applies a change.
    ///
    /// - Throws: ``ScaffoldingError``, or `ManifestError` if SwiftPM rejects the new manifest. In
    ///   both cases, nothing is changed, unless the documentation of the error states otherwise.
    public func apply(_ change: any WorkspaceChange) async throws -> Result {
        showProgress("reading the workspace …")
        var plan = EditPlan(for: workspace)
        let notes = try await change.prepare(&plan)
        if change.requiresCleanTree, !isForced, !isDryRun {
            try await workspace.requireCleanTree()
        }
        showProgress("formatting …")
        try await plan.format()
        var result = Result(changes: plan.changes, notes: notes)
        guard !isDryRun else { return result }
        showProgress("checking …")
        let before = Set(try await workspace.report().violations.map(\.identity))
        try await plan.write {
            // Unlisted folders are ignored, because a change adds a folder and its line in the
            // manifest together.
            let new = try await workspace.report().violations.filter { violation in
                violation.rule != .unlistedFolder && !before.contains(violation.identity)
                    && !before.contains(violation.identity(before: change))
            }
            let errors = new.filter { $0.severity == .error }
            guard errors.isEmpty else {
                throw ScaffoldingError.violatesRules(
                    reason: errors.map(\.text).joined(separator: "\n\n")
                )
            }
            result.warnings = new.map(\.text)
        }
        return result
    }
}

extension Violation {
    /// Returns the identity that the violation had before a change, if it existed then.
    fileprivate func identity(before change: any WorkspaceChange) -> Baseline.Entry {
        Baseline.Entry(
            rule: rule,
            module: change.formerName(of: module),
            other: other.map(change.formerName)
        )
    }
}

extension Workspace {
    func report() async throws -> BoundaryReport {
        let packages = PackageSet(try await SwiftPackage.load(root))
        return try BoundaryReport.checking(
            packages,
            rules: packages.rules(),
            sources: packages.sources()
        )
    }

    func requireCleanTree() async throws(ScaffoldingError) {
        // SwiftPM writes Package.resolved when it builds the tool, and commands do not edit it.
        let paths = [".", ":(exclude)Package.resolved"]
        let outcome = try await Program.output(
            of: "git",
            ["-C", root, "status", "--porcelain", "--untracked-files=all", "--"] + paths
        )
        guard outcome.code == 0 else {
            throw .noRepository(path: root)
        }
        let lines = outcome.text.split(separator: "\n")
        guard lines.isEmpty else {
            throw .uncommitted(paths: lines.map { String($0.dropFirst(3)) })
        }
    }
}
