import Foundation

/// Changes of files, for a copy of a workspace in which a change is prepared.
extension Workspace {
    /// Writes a file, with the folders around it.
    func write(_ text: String, to name: String) throws(ScaffoldingError) {
        try changing(name) { url in
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    /// Rewrites a file.
    func edit(_ name: String, _ change: (inout String) throws(ScaffoldingError) -> Void) throws(ScaffoldingError) {
        var text = try text(name)
        try change(&text)
        try write(text, to: name)
    }

    /// Removes a file, or a folder with all that it holds.
    func remove(_ name: String) throws(ScaffoldingError) {
        try changing(name) { try FileManager.default.removeItem(at: $0) }
    }

    /// Moves a file or a folder, and makes the folders around its new place.
    func move(_ name: String, to newName: String) throws(ScaffoldingError) {
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

    /// What is neither copied nor compared: the records of git, and what builds make.
    static let passedOver: Set = [".git", ".build", ".swiftpm"]

    private func collect(_ folder: String, into found: inout [String]) throws(ScaffoldingError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? root : path(folder))
        } catch {
            throw .cannotWrite(path: path(folder), reason: error.localizedDescription)
        }
        for name in names where !Self.passedOver.contains(name) {
            let name = folder.isEmpty ? name : "\(folder)/\(name)"
            if isFolder(name) { try collect(name, into: &found) } else { found.append(name) }
        }
    }

    private func changing(_ name: String, _ change: (URL) throws -> Void) throws(ScaffoldingError) {
        do {
            try change(URL(filePath: path(name)))
        } catch {
            throw .cannotWrite(path: path(name), reason: error.localizedDescription)
        }
    }
}
