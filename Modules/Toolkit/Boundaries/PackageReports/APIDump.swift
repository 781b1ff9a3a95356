import Foundation
import PackageManifest

/// The public declarations of a module, and the file to which the digester wrote them.
struct APIDump: Sendable {
    struct Declaration: Sendable {
        /// The kind and the qualified name, such as `Func Store.find(_:)`.
        let title: String
        let parent: String?
        /// The digester's description of the declaration, without its members.
        let text: String
    }

    let file: String
    /// The declarations by identifier. The identifier of the module itself is an empty string.
    let declarations: [String: Declaration]

    /// Creates the dump of a built module. The module and the modules that it imports must be in
    /// `folders`.
    init(_ module: String, in folders: [String], to file: String) async throws {
        let search = folders.flatMap { ["-I", $0] }
        let outcome = try await Self.digester(
            ["-dump-sdk", "-avoid-location", "-module", module, "-o", file] + search
        )
        guard outcome.code == 0, let data = FileManager.default.contents(atPath: file),
            let values = try JSONSerialization.jsonObject(with: data) as? [String: Any],
            let root = values["ABIRoot"] as? [String: Any]
        else { throw APIError.unreadable(module: module, errors: outcome.errors) }
        self.file = file
        var found = ["": Declaration(title: module, parent: nil, text: "")]
        Self.collect(root, parent: "", name: "", module, &found)
        declarations = found
    }

    private static func collect(
        _ node: [String: Any],
        parent: String,
        name: String,
        _ module: String,
        _ found: inout [String: Declaration]
    ) {
        for child in node["children"] as? [[String: Any]] ?? [] {
            // Imports, the types in signatures, and members that the compiler synthesizes are
            // skipped.
            guard let kind = child["declKind"] as? String, kind != "Import",
                child["implicit"] == nil,
                let identifier = child["usr"] as? String,
                let printed = child["printedName"] as? String,
                child["moduleName"] as? String == module
            else { continue }
            let path = name.isEmpty ? printed : "\(name).\(printed)"
            var own = child
            // The members of a type are omitted, because they are separate declarations. The
            // children of other declarations are the types in their signatures.
            if child["kind"] as? String == "TypeDecl" {
                own["children"] = nil
            }
            let options: JSONSerialization.WritingOptions = .sortedKeys
            let text =
                (try? JSONSerialization.data(withJSONObject: own, options: options)) ?? Data()
            found[identifier] = Declaration(
                title: "\(kind) \(path)",
                parent: parent,
                text: String(decoding: text, as: UTF8.self)
            )
            collect(child, parent: identifier, name: path, module, &found)
        }
    }

    static func digester(_ arguments: [String]) async throws -> Program.Outcome {
        let outcome = try await Program.run("swift-api-digester", arguments)
        guard outcome.code != Program.missing else {
            throw APIError.noDigester
        }
        return outcome
    }
}
