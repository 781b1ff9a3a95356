/// Gives a feature or a service another name, everywhere: modules, types, files, texts.
public struct Renaming: WorkspaceChange {
    private let old: WorkspacePart
    private let new: WorkspacePart

    /// Plans a new name for a part.
    public init(_ kind: WorkspacePart.Kind, _ name: String, to newName: String) {
        (old, new) = (WorkspacePart(kind, name), WorkspacePart(kind, newName))
    }

    public func apply(to workspace: Workspace) async throws(ScaffoldingError) -> [String] {
        try workspace.require(old)
        try NameRules.checkSpelling(new.name)
        guard new.name == old.name || new.name.lowercased() != old.name.lowercased() else {
            throw .badName(
                new.name,
                reason: "it is '\(old.name)' but for capitals, and file systems may not tell the two apart",
                remedy: "choose a name that differs in its letters")
        }
        try await NameRules(workspace).check(new.name, suffixes: new.suffixes)
        return try await workspace.keepingLayout { () throws(ScaffoldingError) in try rename(in: workspace) }
    }

    /// Renames without asking whether the name will do.
    package func rename(in workspace: Workspace) throws(ScaffoldingError) -> [String] {
        let words = [old, new].flatMap { [$0.name, $0.name.asProperty] }
        let texts = try workspace.texts(holding: words)
        let names = try NewNames(old, new, texts: texts, in: workspace)
        let rewording = Rewording(names)
        for text in texts {
            let bytes = rewording.reworded(text)
            if bytes != text.bytes { try workspace.write(String(decoding: bytes, as: UTF8.self), to: text.path) }
        }
        try move(rewording, in: workspace)
        return names.notes
    }

    private func move(_ rewording: Rewording, in workspace: Workspace) throws(ScaffoldingError) {
        let files = try workspace.files()
        let paths = files.map { $0.contains("/Templates/") ? $0 : rewording.reworded(path: $0) }
        // File systems may not tell capitals from small letters.
        var places: [String: String] = [:]
        for path in paths {
            if let other = places.updateValue(path, forKey: path.lowercased()) {
                throw .exists("'\(other)'", remedy: "choose another name, or move that file away first")
            }
        }
        let moves = zip(files, paths).filter { $0 != $1 }
        // In two steps, as one file's new place can be another's old one.
        for (file, path) in moves { try workspace.move(file, to: "\(path).renamed") }
        for (_, path) in moves { try workspace.move("\(path).renamed", to: path) }
        workspace.removeEmptyFolders(above: moves.map(\.0))
    }
}
