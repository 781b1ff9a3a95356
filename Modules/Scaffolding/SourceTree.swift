import Foundation

/// The clone from which the tool was built. It contains the templates and the inherited parts of
/// new workspaces.
///
/// The files of a workspace are created from templates and belong to the owner of the workspace.
/// `bulkhead upgrade` replaces only the inherited parts. These are the container engine, the check
/// of the layer rules, the functions that the scripts share, and the functions at the end of the
/// manifest.
struct SourceTree: Sendable {
    let root: String
    static let own = SourceTree(root: NewWorkspace.ownSource)

    private static let inheritedFolders =
        ["Modules/Injection/Injection", "Modules/Injection/InjectionTesting"]
        + ["SwiftSource", "BoundaryRules", "Check", "Plugin", "Gate"].map {
            "Modules/Boundaries/\($0)"
        }
    private static let sharedScript = "App/common.sh"

    /// Returns the contents of the files in the given templates, by path. Files of later templates
    /// override files of earlier templates.
    func texts(
        of templates: [String],
        names: [String: String] = [:]
    ) throws(ScaffoldingError) -> [String: String] {
        var texts: [String: String] = [:]
        for template in templates {
            texts.merge(try folder("Modules/Scaffolding/Templates/\(template)").texts(names: names))
            { $1 }
        }
        return texts
    }

    /// Returns the contents of the inherited parts, by their paths in a workspace. For
    /// `Package.swift`, the contents are only the end of the manifest.
    func inheritedParts() throws(ScaffoldingError) -> [String: String] {
        guard let functions = ManifestFunctions(in: try text(Workspace.manifest)) else {
            throw .unsupportedManifest(
                line: nil,
                reason:
                    "the manifest in '\(root)' does not contain the line '\(ManifestFunctions.heading)'",
                remedy: "restore that line"
            )
        }
        var parts = try texts(of: ["Inherited"])
        parts[Workspace.manifest] = functions.text
        for name in Self.inheritedFolders {
            // The support for Xcode projects is omitted, because a new workspace has no Xcode
            // project.
            for (file, text) in try folder(name).texts()
            where file.hasSuffix(".swift") && file != "XcodeProject.swift" {
                parts["\(name)/\(file)"] = text
            }
        }
        parts[Self.sharedScript] = try text(Self.sharedScript)
        return parts
    }

    /// Returns the files of a new workspace that belong to its owner, by path.
    ///
    /// Lines of the templates that end in a mark are only for some workspaces. The mark is
    /// `// sample` or `// empty`, and `// remote` or `// no remote`, depending on whether `origin`
    /// is `nil`.
    func ownedTexts(
        isEmpty: Bool,
        name: String,
        origin: CloneOrigin? = nil
    ) throws(ScaffoldingError) -> [String: String] {
        let names = [
            "AppName": name, "appname": name.lowercased(), "APPNAME": name.uppercased(),
            "BULKHEAD_URL": origin?.url ?? "", "BULKHEAD_REVISION": origin?.revision ?? "",
        ]
        let templates = isEmpty ? ["Workspace"] : ["Workspace", "Starter"]
        let omitted = [isEmpty ? "sample" : "empty", origin == nil ? "remote" : "no remote"]
        var texts = try texts(of: templates, names: names)
        texts = texts.mapValues { Self.omittingLines(markedWith: omitted, in: $0) }
        if !isEmpty {
            try addSample(to: &texts)
        }
        for file in [".gitignore", ".swift-format"] {
            texts[file] = try text(file)
        }
        let section = try RulesSection(of: texts[Workspace.rules] ?? "")
        texts[RulesSection.page] = section.replacing(in: texts[RulesSection.page] ?? "")
        return texts
    }

    private static let marks = ["sample", "empty", "remote", "no remote"]

    /// Returns the contents of a file without the lines that have one of the given marks, and
    /// without the marks of the other lines.
    private static func omittingLines(markedWith omitted: [String], in text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for mark in marks {
            let end = "  // \(mark)"
            if omitted.contains(mark) {
                lines.removeAll { $0.hasSuffix(end) }
            }
            for index in lines.indices where lines[index].hasSuffix(end) {
                lines[index] = lines[index].dropLast(end.count)
            }
        }
        return lines.joined(separator: "\n")
    }

    private func addSample(to texts: inout [String: String]) throws(ScaffoldingError) {
        var manifest = ManifestFile(texts[Workspace.manifest] ?? "")
        try manifest.add("Feature(\"Notes\")", to: .features)
        try manifest.add(
            "Service(\"Files\", implements: [\"Notes\"], tests: [\"NotesTesting\"])",
            to: .services
        )
        texts[Workspace.manifest] = manifest.text
        var container = try ContainerFile(texts[Workspace.container] ?? "")
        container.conform(to: "NotesProviding", importing: "NotesInterface")
        container.conformInExtension(to: "NoteStoreProviding", importing: "NotesInterface")
        texts[Workspace.container] = container.text
    }

    /// Returns the page that lists the rules of a workspace.
    func rulesPage(_ section: RulesSection, name: String) throws(ScaffoldingError) -> String {
        let page = try ownedTexts(isEmpty: true, name: name)[RulesSection.page] ?? ""
        return section.replacing(in: page)
    }

    func clash(with name: String, isEmpty: Bool) throws(ScaffoldingError) -> String? {
        let manifest = try ownedTexts(isEmpty: isEmpty, name: "AppName")[Workspace.manifest] ?? ""
        // Each string in the manifest is the name of a module or a package. Case is ignored,
        // because some file systems are case-insensitive.
        let names = ManifestFile(manifest).strings.filter { $0 != "AppName" }
        return names.first { $0.lowercased() == name.lowercased() }.map {
            "'\($0)' is a module of every new workspace"
                + (isEmpty ? "" : " or of the sample, which --empty omits")
        }
    }

    private func folder(_ path: String) throws(ScaffoldingError) -> Template {
        guard Workspace(root: root).isFolder(path) else {
            throw missing("folder", path)
        }
        return Template("\(root)/\(path)")
    }

    private func text(_ path: String) throws(ScaffoldingError) -> String {
        guard Workspace(root: root).exists(path) else {
            throw missing("file", path)
        }
        return try Workspace(root: root).text(path)
    }

    private func missing(_ kind: String, _ path: String) -> ScaffoldingError {
        .missing(
            "\(kind) '\(root)/\(path)'",
            remedy:
                "the clone of bulkhead was moved or removed; run the script 'bulkhead' from its new location, or clone bulkhead again"
        )
    }
}

/// The end of a manifest. It contains the functions that create targets from the values at the
/// beginning of the manifest.
struct ManifestFunctions {
    static let heading = "// MARK: - From values to targets"
    let values: String
    let text: String

    init?(in manifest: String) {
        guard let range = manifest.firstRange(of: "\n\(Self.heading)") else {
            return nil
        }
        let start = manifest.index(after: range.lowerBound)
        values = String(manifest[..<start])
        text = String(manifest[start...])
    }
}

extension EditPlan {
    /// Writes an inherited part.
    ///
    /// In the manifest, the part replaces the existing functions, or is appended if there are none.
    /// In the page that lists the rules, it replaces the existing section.
    mutating func inherit(_ part: String, at path: String) throws(ScaffoldingError) {
        if path == RulesSection.page, let section = RulesSection(in: part),
            let page = try? text(path)
        {
            return write(section.replacing(in: page), to: path)
        }
        guard path == Workspace.manifest else {
            return write(part, to: path)
        }
        let manifest = try text(path)
        write((ManifestFunctions(in: manifest)?.values ?? "\(manifest)\n") + part, to: path)
    }
}
