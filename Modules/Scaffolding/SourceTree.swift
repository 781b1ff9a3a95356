import Foundation

/// The workspace that a tool was built from, and what of it every new workspace has.
struct SourceTree: Sendable {
    /// The path of its root.
    let root: String

    /// What is copied as it is: the engine, the boundaries, the tool, and what they need.
    private static let copied = [
        "App/Bulkhead", "Modules/Boundaries", "Modules/Libraries/CommandLineArguments", "Modules/Injection",
        "Modules/InjectionTesting", "Modules/ProgramTesting", "Modules/Scaffolding",
    ]
    private static let copiedFiles = [".gitignore", ".swift-format"]
    private static let manifest = "Package.swift"

    /// The paths of the files that a new workspace has, in no order.
    func files(isEmpty: Bool, name: String) throws(ScaffoldingError) -> [String] {
        var files = Set(Self.copiedFiles)
        for folder in Self.copied { files.formUnion(try copy(of: folder).files().map { "\(folder)/\($0)" }) }
        for template in templates(isEmpty: isEmpty) {
            files.formUnion(try template.files(names: Self.names(name)))
        }
        return Array(files)
    }

    /// Writes a new workspace to a folder; returns the files that were made of templates.
    ///
    /// - Parameter step: Called before each step; what it throws ends the work.
    func write(
        to folder: String, isEmpty: Bool, name: String, before step: () throws(ScaffoldingError) -> Void
    ) throws(ScaffoldingError) -> [String] {
        for part in Self.copied {
            try step()
            try copy(of: part).write(to: "\(folder)/\(part)", names: [:])
        }
        for file in Self.copiedFiles { try put(try text(file), in: "\(folder)/\(file)") }
        var written: Set<String> = []
        for template in templates(isEmpty: isEmpty) {
            try step()
            written.formUnion(try template.write(to: folder, names: Self.names(name)))
        }
        try writeVerbs(to: "\(folder)/\(Self.manifest)")
        return written.sorted()
    }

    /// Why the app cannot have a name; nil when it can.
    func clash(with name: String, isEmpty: Bool) throws(ScaffoldingError) -> String? {
        let hint = isEmpty ? "" : " (or of what --empty leaves out)"
        let manifest = try ManifestEditor(try text("\(folder(of: templates(isEmpty).last ?? ""))/\(Self.manifest)"))
        // Programs are called like modules in lower case, and some file systems do not tell the cases apart.
        let taken = manifest.entries.compactMap(\.name).filter { $0 != "AppName" }
        if let other = taken.first(where: { $0.lowercased() == name.lowercased() }) {
            return "'\(other)' is a module of every new workspace\(hint)"
        }
        var seen: Set<Substring> = []
        for file in try files(isEmpty: isEmpty, name: name) where file.hasPrefix("App/\(name)/") {
            let base = file.split(separator: "/").last ?? ""
            if !seen.insert(base).inserted { return "'\(base)' is a file of every new workspace\(hint)" }
        }
        return nil
    }

    private func copy(of folder: String) -> Template {
        Template("\(root)/\(folder)") { !$0.contains(".docc/") }
    }

    /// The folders of templates, of which later ones win.
    private func templates(_ isEmpty: Bool) -> [String] { isEmpty ? ["Workspace"] : ["Workspace", "Starter"] }

    private func folder(of template: String) -> String { "Modules/Scaffolding/Templates/\(template)" }

    private func templates(isEmpty: Bool) -> [Template] {
        templates(isEmpty).map { Template("\(root)/\(folder(of: $0))") }
    }

    private static func names(_ name: String) -> [String: String] {
        ["AppName": name, "appname": name.lowercased()]
    }

    /// Ends a manifest with the verbs of this tree's own, those aside that only this tree needs.
    private func writeVerbs(to manifest: String) throws(ScaffoldingError) {
        let sections = try text(Self.manifest).components(separatedBy: "\n// MARK: - ")
        let verbs = sections.dropFirst().filter { !$0.hasPrefix("Verbs beyond the layout\n") }
        guard let first = verbs.first, first.hasPrefix("One verb for each kind of module\n") else {
            throw .manifestNotUnderstood(
                line: nil, reason: "the verbs of '\(root)' do not follow '// MARK: - One verb for each kind of module'",
                remedy: "put that comment back in front of them")
        }
        do {
            let head = try String(contentsOfFile: manifest, encoding: .utf8)
            try put(([head] + verbs).joined(separator: "\n// MARK: - "), in: manifest)
        } catch let error as ScaffoldingError {
            throw error
        } catch {
            throw .cannotWrite(path: manifest, reason: error.localizedDescription)
        }
    }

    private func text(_ file: String) throws(ScaffoldingError) -> String {
        do {
            return try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
        } catch {
            throw .missing(
                "'\(file)' in '\(root)', from which new workspaces are made",
                remedy: "build bulkhead where its sources are, and call it there")
        }
    }

    private func put(_ text: String, in path: String) throws(ScaffoldingError) {
        do {
            try Data(text.utf8).write(to: URL(filePath: path))
        } catch {
            throw .cannotWrite(path: path, reason: error.localizedDescription)
        }
    }
}
