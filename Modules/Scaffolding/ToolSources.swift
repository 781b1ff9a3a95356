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
                "'\(workspace.path(folder))', from which this tool takes what it writes",
                remedy: "build bulkhead again where its sources are now")
        }
        return Template(workspace.path(folder))
    }

    /// The text of one file of the templates.
    static func text(ofTemplate name: String) throws(ScaffoldingError) -> String {
        try workspace.plainText("\(templates)/\(name)")
    }

    private static let templates = "Modules/Scaffolding/Templates"
}
