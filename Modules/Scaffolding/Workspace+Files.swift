import Foundation
import SwiftSource

/// Changes of files, for a copy of a workspace in which a change is prepared.
extension Workspace {
    /// Writes a file, with the folders around it; one that is there keeps the ends of its lines and its byte order mark.
    package func write(_ text: String, to name: String) throws(ScaffoldingError) {
        let old = try? self.text(name)
        let text = old.map { TextForm(of: $0).dressed(text) } ?? text
        try changing(name) { url in
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    /// Rewrites a file, of which the change sees lines that end with LF.
    package func edit(_ name: String, _ change: (inout String) throws(ScaffoldingError) -> Void)
        throws(ScaffoldingError)
    {
        var text = try plainText(name)
        try change(&text)
        try write(text, to: name)
    }

    /// Removes a file, or a folder with all that it holds.
    package func remove(_ name: String) throws(ScaffoldingError) {
        try changing(name) { try FileManager.default.removeItem(at: $0) }
    }

    /// Moves a file or a folder, and makes the folders around its new place.
    package func move(_ name: String, to newName: String) throws(ScaffoldingError) {
        let target = URL(filePath: path(newName))
        try changing(name) { url in
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.moveItem(at: url, to: target)
        }
    }

    /// The paths of all files, from the root, in alphabetical order; what git and builds keep for themselves is left out.
    func files() throws(ScaffoldingError) -> [String] {
        var found: [String] = []
        try collect("", into: &found)
        return found.sorted()
    }

    /// What is neither copied nor compared: the records of git, what builds make, and where changes are prepared.
    static let passedOver: Set = [".git", ".build", ".swiftpm", StagingArea.name]

    /// Removes the folders of files that are gone, as far as nothing else lies in them.
    func removeEmptyFolders(above files: [String]) {
        for file in files {
            var parts = file.split(separator: "/").dropLast()
            while !parts.isEmpty {
                let folder = path(parts.joined(separator: "/"))
                guard (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty == true else { break }
                try? FileManager.default.removeItem(atPath: folder)
                parts = parts.dropLast()
            }
        }
    }

    private func collect(_ folder: String, into found: inout [String]) throws(ScaffoldingError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? root : path(folder))
        } catch {
            throw .cannotWrite(path: path(folder), reason: error.localizedDescription)
        }
        for name in names where !Self.passedOver.contains(name) {
            let name = folder.isEmpty ? name : "\(folder)/\(name)"
            if isFolder(name) { try collect(name, into: &found) } else if isFile(name) { found.append(name) }
        }
    }

    /// Whether it is a file or a link; pipes, sockets and devices are nobody's source.
    private func isFile(_ name: String) -> Bool {
        let type = try? FileManager.default.attributesOfItem(atPath: path(name))[.type] as? FileAttributeType
        return type == .typeRegular || type == .typeSymbolicLink
    }

    private func changing(_ name: String, _ change: (URL) throws -> Void) throws(ScaffoldingError) {
        do {
            try change(URL(filePath: path(name)))
        } catch {
            throw .cannotWrite(path: path(name), reason: error.localizedDescription)
        }
    }
}

// MARK: - Sources

extension Workspace {
    /// The paths of its Swift files, without the manifest.
    func sources() throws(ScaffoldingError) -> [String] {
        try files().filter { $0.hasSuffix(".swift") && $0.contains("/") && !$0.contains("/Templates/") }
    }

    /// Where a type of that name is declared at the top of a file, if anywhere: `Modules/Core/Note.swift:4`.
    func place(ofType name: String) throws(ScaffoldingError) -> String? {
        let word = Data(name.utf8)
        for path in try sources() {
            // Most files hold no such word at all, as bytes tell the soonest.
            let text = try text(path)
            guard Data(text.utf8).range(of: word) != nil else { continue }
            let types = SourceFile(path: path, text: text).types
            if let type = types.first(where: { $0.kind != .extension && $0.name == name }) {
                return "\(path):\(type.location.line)"
            }
        }
        return nil
    }

    /// Whether errors that reach people explain themselves there, as they do in new workspaces.
    func explainsErrors() throws(ScaffoldingError) -> Bool {
        try place(ofType: "ExplainedError")?.hasPrefix("Modules/Core/") == true
    }
}
