import Foundation

/// A workspace in the layout: a folder with a manifest, Bootstrap, and folders of features and services.
public struct Workspace: Sendable {
    /// The path of its folder, without symbolic links.
    public let root: String

    /// Looks at a folder.
    ///
    /// - Throws: ``ScaffoldingError/noWorkspace(path:missing:above:)``.
    public init(at path: String) throws(ScaffoldingError) {
        root = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
        guard let missing = missingFile else { return }
        throw .noWorkspace(path: path, missing: missing, above: Self.workspace(above: root, as: path))
    }

    /// The file without which it is no workspace, if that is missing.
    private var missingFile: String? { ["Package.swift", Self.container].first { !exists($0) } }

    /// The path of the workspace in which a folder lies: from there, if people call it `.`, so that they recognize it.
    private static func workspace(above folder: String, as path: String) -> String? {
        let parts = folder.split(separator: "/")
        for count in parts.indices.reversed() {
            let root = "/" + parts.prefix(count).joined(separator: "/")
            guard Workspace(root: root).missingFile == nil else { continue }
            return path == "." ? parts.dropFirst(count).map { _ in ".." }.joined(separator: "/") : root
        }
        return nil
    }

    /// Takes a folder for a workspace.
    init(root: String) { self.root = root }

    /// The path of the file in which Bootstrap declares the container.
    static let container = "Modules/Bootstrap/AppContainer.swift"

    /// The names of its features, in alphabetical order.
    public var features: [String] {
        folders(in: "Modules/Features").filter { exists("Modules/Features/\($0)/Interface") }
    }

    /// The names of its services, in alphabetical order.
    public var services: [String] {
        folders(in: "Modules/Services").filter { !exists("Modules/Services/\($0)/module.modulemap") }
    }

    /// The path of a file or folder that is named from the root.
    func path(_ name: String) -> String { "\(root)/\(name)" }

    /// Whether there is such a file or folder.
    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// The text of a file, as it is written there.
    func text(_ name: String) throws(ScaffoldingError) -> String {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path(name)))
        } catch {
            throw .cannotWrite(path: path(name), reason: error.localizedDescription)
        }
        // Unlike what Foundation reads, this keeps a byte order mark.
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .cannotWrite(path: path(name), reason: "it is no text in UTF-8")
        }
        return text
    }

    private func folders(in name: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(name))) ?? []
        return names.filter { !$0.hasPrefix(".") && isFolder("\(name)/\($0)") }.sorted()
    }

    /// Whether there is such a folder; a link to one is none.
    ///
    /// All files are asked, many times; the attributes of a file, or its resource values, take ten to fifty times as long.
    func isFolder(_ name: String) -> Bool {
        // Nothing but a folder holds itself.
        exists("\(name)/.") && !isLink(name)
    }

    /// Whether it is a link, wherever that leads.
    func isLink(_ name: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path(name))) != nil
    }
}
