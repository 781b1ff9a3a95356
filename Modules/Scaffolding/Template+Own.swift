import Foundation

extension Template {
    /// The folder of the templates that this tool was built with.
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Templates").path

    /// The template of that name.
    static func own(_ name: String) -> Template { Template("\(root)/\(name)") }

    /// The text of one file of the templates.
    static func text(of name: String) throws(ScaffoldingError) -> String {
        do {
            return try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
        } catch {
            throw .cannotWrite(path: "\(root)/\(name)", reason: error.localizedDescription)
        }
    }
}
