import BoundaryRules
import Foundation
import SwiftSource

/// The clone from which the tool was built. It contains the templates of new workspaces, and the
/// engine and the boundary checks, which a workspace uses as a package.
struct SourceTree: Sendable {
    let root: String
    static let own = SourceTree(root: NewWorkspace.ownSource)

    /// Returns the contents of the files in the given templates, by path. Files of later templates
    /// override files of earlier templates.
    func texts(
        of templates: [String],
        names: [String: String] = [:]
    ) throws(ScaffoldingError) -> [String: String] {
        var texts: [String: String] = [:]
        for template in templates {
            let files = try folder("Modules/Toolkit/Templates/\(template)").texts(names: names)
            texts.merge(files) { $1 }
        }
        return texts
    }

    /// Returns the contents of the files of the vendored package, by their paths in the package.
    func vendoredFiles() throws(ScaffoldingError) -> [String: String] {
        var files = try texts(of: ["Vendor"])
        files["LICENSE"] = try text("LICENSE")
        let manifest = ManifestFile(files[Workspace.manifest] ?? "")
        for name in manifest.strings where name.hasPrefix("Modules/") {
            for (file, text) in try folder(name).texts() where file.hasSuffix(".swift") {
                files["\(name)/\(file)"] = text
            }
        }
        return files
    }

    /// Whether the engine declares a public type with the given name.
    func engineDeclares(_ name: String) throws(ScaffoldingError) -> Bool {
        let folder = "Modules/Toolkit/Injection/Injection"
        try require("folder", folder)
        let engine = Workspace(root: "\(root)/\(folder)")
        return try engine.declarations(ofTypes: [name]).contains { $0.type.isPublic }
    }

    /// Returns the contents of the files of a new workspace by path, except for the files of the
    /// vendored package.
    func ownedTexts(
        hasStarter: Bool,
        name: String,
        package: EnginePackage = .vendored
    ) throws(ScaffoldingError) -> [String: String] {
        let rules = try texts(of: ["Workspace"])[Workspace.rules] ?? ""
        let names = [
            "AppName": name, "appname": name.lowercased(), "APPNAME": name.uppercased(),
            "BULKHEAD_PACKAGE": package.declaration,
            "BULKHEAD_IDENTITY": package.identity,
            "BULKHEAD_TOOL": package.toolCommand,
            "BULKHEAD_ABOUT_TOOL": package.toolDescription,
            "BULKHEAD_LAYERS": try Self.table(of: rules),
        ]
        let templates = hasStarter ? ["Workspace", "Starter"] : ["Workspace"]
        var texts = try texts(of: templates, names: names).mapValues {
            Template.text($0, hasStarter: hasStarter)
        }
        for file in Self.sharedFiles {
            texts[file] = try text(file)
        }
        return texts
    }

    /// The files of the clone that a new workspace also contains.
    static let sharedFiles = [
        ".gitignore", ".swift-format", "Modules/Core/ExplainedError.swift",
        "Modules/CoreTesting/ExplainedErrorContract.swift",
        "Modules/CoreTesting/UnexpectedCall.swift",
        "Tests/CoreTests/ExplainedErrorTests.swift",
    ]

    private static func table(of rules: String) throws(ScaffoldingError) -> String {
        do {
            return try LayerRules(json: Data(rules.utf8)).table.trimmingCharacters(in: .newlines)
        } catch {
            throw .unsupportedSource(
                path: Workspace.rules,
                reason: "\(error)",
                remedy: "correct the file"
            )
        }
    }

    func clash(with name: String, hasStarter: Bool) throws(ScaffoldingError) -> String? {
        // The manifest of a workspace whose app has no name names only the other modules.
        let manifest = try ownedTexts(hasStarter: hasStarter, name: "")[Workspace.manifest] ?? ""
        return ManifestFile(manifest).module(named: name).map {
            "'\($0)' is a module of every new workspace"
                + (hasStarter ? " or of the starter, which --empty omits" : "")
        }
    }

    private func folder(_ path: String) throws(ScaffoldingError) -> Template {
        try require("folder", path)
        return Template("\(root)/\(path)")
    }

    private func text(_ path: String) throws(ScaffoldingError) -> String {
        try require("file", path)
        return try Workspace(root: root).text(path)
    }

    private func require(_ kind: String, _ path: String) throws(ScaffoldingError) {
        guard !Workspace(root: root).exists(path) else { return }
        throw .missing(
            "\(kind) '\(root)/\(path)'",
            remedy:
                "the clone of bulkhead was moved or removed; run the script 'bulkhead' from its new location, or clone bulkhead again"
        )
    }
}
