/// Gives a feature or a service another name, everywhere: modules, types, files, texts.
public struct Renaming: WorkspaceChange {
    private let old: WorkspacePart
    private let new: WorkspacePart

    /// Plans a new name for a part.
    public init(_ kind: WorkspacePart.Kind, _ name: String, to newName: String) {
        (old, new) = (WorkspacePart(kind, name), WorkspacePart(kind, newName))
    }

    public func apply(to workspace: Workspace) async throws -> [String] {
        try workspace.require(old)
        try await NameRules(workspace).check(new.name, suffixes: new.suffixes)
        return try rename(in: workspace)
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
        var paths = Dictionary(files.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        var moved: [String] = []
        for file in files where !file.contains("/Templates/") {
            let path = rewording.reworded(path: file)
            guard path != file else { continue }
            // File systems may not tell capitals from small letters.
            if let other = paths.updateValue(path, forKey: path.lowercased()) {
                throw .exists("'\(other)'", remedy: "choose another name, or move that file away first")
            }
            try workspace.move(file, to: path)
            moved.append(file)
        }
        workspace.removeEmptyFolders(above: moved)
    }
}
