import Foundation

/// The sources that this tool was built from; what it writes is made of them.
enum ToolSources {
    /// The workspace that the tool belongs to.
    static let workspace = Workspace(
        root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path)

    /// A folder of templates.
    ///
    /// - Throws: ``ScaffoldingError/missing(_:remedy:)`` where the workspace was moved or removed since the tool was built.
    static func template(_ name: String) throws(ScaffoldingError) -> Template {
        let folder = "\(templates)/\(name)"
        guard workspace.isFolder(folder) else {
            throw .missing(
                "folder '\(workspace.path(folder))', from which bulkhead was built; its clone was moved or removed",
                remedy: "call App/bulkhead in the clone, which builds it again, or clone it again")
        }
        return Template(workspace.path(folder))
    }

    private static let templates = "Modules/Scaffolding/Templates"
}
