/// An upgrade of the engine and the boundary checks of a workspace to their versions in a clone of
/// the tool.
///
/// A vendored package is replaced as a whole. If the workspace depends on a revision of a
/// repository, the revision becomes the current commit of the clone. An upgrade can also change the
/// dependency from one form to the other.
public struct Upgrade: Sendable {
    private let workspace: Workspace
    private let choice: EnginePackage.Choice?
    private let clone: SourceTree
    private let isDryRun: Bool
    private let isForced: Bool

    /// Creates an upgrade of a workspace to the versions in a clone. No file is read or changed
    /// until ``run()`` is called.
    ///
    /// If `choice` is `nil`, the workspace keeps the form of its dependency and the URL of the
    /// repository. For `isDryRun` and `isForced`, see ``ChangeRunner``.
    public init(
        of workspace: Workspace,
        to choice: EnginePackage.Choice? = nil,
        isDryRun: Bool = false,
        isForced: Bool = false,
        source: String = NewWorkspace.ownSource
    ) {
        self.workspace = workspace
        self.choice = choice
        self.isDryRun = isDryRun
        self.isForced = isForced
        clone = SourceTree(root: source)
    }

    /// Upgrades the workspace, and returns the changes. The result contains a note if the vendored
    /// package was edited, and if the command that runs the tool changes.
    ///
    /// All changes are computed before the first file is written. An upgrade that is interrupted
    /// between two files can be repeated.
    public func run() async throws(ScaffoldingError) -> ChangeRunner.Result {
        let dependency = try EngineDependency(in: workspace.text(Workspace.manifest))
        let choice = choice ?? dependency.package.choice
        let package = try await EnginePackage.choose(choice, from: clone.root)
        var plan = EditPlan(for: workspace)
        if package != dependency.package {
            plan.write(dependency.replaced(by: package), to: Workspace.manifest)
            try await plan.format()
        }
        if package == .vendored {
            try plan.vendor(VendoredPackage(from: clone))
        }
        var notes: [String] = []
        let command = package.toolCommand
        if command != dependency.package.toolCommand {
            notes.append(
                "README.md and AGENTS.md name the command '\(dependency.package.toolCommand)', which is now '\(command)'"
            )
        }
        if workspace.isFolder(EnginePackage.folder) {
            let old = try VendoredPackage(in: workspace)
            if old.isEdited {
                notes.append(
                    "'\(EnginePackage.folder)' was edited, and the edits are not kept; 'git diff' shows them"
                )
            }
            plan.remove(old.texts.keys.filter { plan.texts[$0] == nil })
        }
        let changes = plan.changes
        if !isDryRun, !changes.isEmpty {
            if !isForced {
                try await workspace.requireCleanTree()
            }
            try plan.write()
        }
        return ChangeRunner.Result(changes: changes, notes: changes.isEmpty ? [] : notes)
    }
}

extension EditPlan {
    /// Writes the files of a vendored package.
    mutating func vendor(_ package: VendoredPackage) {
        for (path, text) in package.texts {
            write(text, to: path)
        }
    }
}
