import Foundation

/// A file of a workspace that people read.
struct TextFile {
    /// Its path, from the root.
    let path: String
    let bytes: [UInt8]

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isPage: Bool { path.hasSuffix(".md") }
}

extension Workspace {
    /// The sources, pages, scripts and settings in which one of some texts stands; what holds data is none of them.
    ///
    /// The sources of the engine and of this tool are left out: they know no feature and no service, and speak of made-up ones.
    /// So are templates, and links to other files, as what they lead to may lie elsewhere.
    func texts(holding words: [String]) throws(ScaffoldingError) -> [TextFile] {
        let words = words.map { Data($0.utf8) }
        var texts: [TextFile] = []
        for path in try files() where Self.isText(path) && !isLink(path) {
            let data: Data
            do {
                data = try Data(contentsOf: URL(filePath: self.path(path)))
            } catch {
                throw .cannotWrite(path: self.path(path), reason: error.localizedDescription)
            }
            guard words.contains(where: { data.range(of: $0) != nil }), String(validating: data, as: UTF8.self) != nil
            else { continue }
            texts.append(TextFile(path: path, bytes: Array(data)))
        }
        return texts
    }

    /// The endings of text files; scripts have none.
    private static let endings: Set = ["", "c", "h", "json", "md", "modulemap", "sh", "swift", "txt", "yaml", "yml"]

    private static func isText(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let ending = name.lastIndex(of: ".").map { $0 == name.startIndex ? "" : name[name.index(after: $0)...] } ?? ""
        let isStranger = ending == "swift" && strangers.contains { path.hasPrefix($0) }
        return endings.contains(String(ending)) && !isStranger && !path.contains("/Templates/")
    }

    private static let strangers: [String] = {
        let modules = ["CommandLineArguments", "Injection", "InjectionRegistry", "ProgramTesting", "ThreadTesting"]
        let tools = ["BoundaryRules", "GraphDrawing", "PackageManifest", "SwiftSource", "Scaffolding", "Bulkhead"]
        let folders = (modules + ["InjectionTesting", "Boundaries", "Scaffolding"]).map { "Modules/\($0)/" }
        return folders + (modules + tools).map { "Tests/\($0)Tests/" } + ["App/Bulkhead/"]
    }()
}
