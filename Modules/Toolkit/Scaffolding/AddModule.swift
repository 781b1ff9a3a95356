/// A change that adds a library or an app: its module with an example, a test, and a line in the
/// manifest.
public struct AddModule: WorkspaceChange {
    private let part: WorkspacePart

    /// Creates a change that adds a library.
    public static func library(_ name: String) -> Self {
        Self(part: WorkspacePart(.library, name))
    }

    /// Creates a change that adds an app, which can use every feature.
    public static func app(_ name: String) -> Self {
        Self(part: WorkspacePart(.app, name))
    }

    public func prepare(_ plan: inout EditPlan) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        let name = part.name
        try await NameRules.check(name, suffixes: part.suffixes, in: workspace)
        let names = [
            "LibraryName": name, "libraryName": name.asProperty, "ProgramName": name,
        ]
        try workspace.requireFreeTypes(["\(name)Command"])
        try plan.add([part.kind == .app ? "App" : "Library"], names: names)
        try plan.editManifest { manifest throws(ScaffoldingError) in
            try manifest.add(name, to: part.kind)
        }
        return []
    }
}
