public import BoundaryRules
import Foundation
public import PackageManifest

/// The changes to the public declarations of a module between two builds, as reported by the
/// toolchain's API digester.
public struct APIDifference: Sendable, Hashable {
    public let module: String
    /// The changes that can break code that uses the module, such as
    /// `Func Store.find(_:) has been removed`.
    public let breaking: [String]
    /// The new declarations that break no code, such as `Func Store.find(_:)`.
    public let added: [String]
    /// The changed declarations whose changes break no code.
    public let changed: [String]

    public var isEmpty: Bool { breaking.isEmpty && added.isEmpty && changed.isEmpty }

    init(_ module: String, from old: APIDump, to new: APIDump) async throws {
        self.module = module
        let outcome = try await APIDump.digester(
            ["-diagnose-sdk", "-input-paths", old.file, "-input-paths", new.file]
        )
        guard outcome.code == 0 else {
            throw APIError.unreadable(module: module, errors: outcome.errors)
        }
        // The digester writes its findings to standard error, below headings in the form of C
        // comments.
        let lines = outcome.errors.split(separator: "\n").map(String.init)
        let findings = lines.filter { !$0.hasPrefix("/*") }
        func isBreaking(_ title: String) -> Bool {
            findings.contains { $0.hasPrefix("\(title) ") && !$0.hasSuffix("has been removed") }
        }
        var added: [String] = []
        var changed: [String] = []
        for (key, declaration) in new.declarations where !isBreaking(declaration.title) {
            if let before = old.declarations[key] {
                if before.text != declaration.text {
                    changed.append(declaration.title)
                }
            } else if old.declarations[declaration.parent ?? ""] != nil {
                // The members of a new type are not listed separately.
                added.append(declaration.title)
            }
        }
        breaking = findings
        self.added = added.sorted()
        self.changed = changed.sorted()
    }
}

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
            // Skip imports, the types in signatures, and members that the compiler synthesizes.
            guard let kind = child["declKind"] as? String, kind != "Import",
                child["implicit"] == nil,
                let identifier = child["usr"] as? String,
                let printed = child["printedName"] as? String,
                child["moduleName"] as? String == module
            else { continue }
            let path = name.isEmpty ? printed : "\(name).\(printed)"
            var own = child
            // Omit the members of a type, because they are separate declarations. The children of
            // other declarations are the types in their signatures.
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

/// The reason why the public declarations of a module cannot be compared.
public enum APIError: Error, Hashable {
    case noDigester
    case buildFailed(module: String, errors: String)
    case unreadable(module: String, errors: String)
}

/// A comparison of the modules of a package with the same modules at a revision. The comparison
/// builds both versions of each module.
public struct APIComparison: Sendable {
    private let new: SwiftPackage
    private let old: SwiftPackage
    private let folder: URL

    /// Creates a comparison of a package with a revision.
    ///
    /// The builds are stored in a folder in `.build`.
    public init(of package: SwiftPackage, since revision: Revision) async throws {
        new = package
        folder = URL(filePath: package.root).appending(path: ".build/bulkhead-api")
        let files = folder.appending(path: revision.commit)
        if !FileManager.default.fileExists(atPath: files.path) {
            try? FileManager.default.removeItem(at: folder)
            let partial = folder.appending(path: "partial")
            try await revision.extract(to: partial)
            try FileManager.default.moveItem(at: partial, to: files)
        }
        old = try await SwiftPackage.load(files.path)
    }

    /// Whether the revision of the package contains a module.
    public func existed(_ module: String) -> Bool {
        old.graph.module(named: module) != nil
    }

    public func difference(of module: Module) async throws -> APIDifference {
        try await APIDifference(
            module.name,
            from: dump(module, of: old, "old"),
            to: dump(module, of: new, "new")
        )
    }

    private func dump(
        _ module: Module,
        of package: SwiftPackage,
        _ name: String
    ) async throws -> APIDump {
        let scratch = folder.appending(path: "build-\(name)").path
        let outcome = try await Program.run(
            "swift",
            [
                "build", "--package-path", package.root, "--scratch-path", scratch, "--target",
                module.name,
            ]
        )
        guard outcome.code == 0 else {
            let output = String(decoding: outcome.output, as: UTF8.self) + outcome.errors
            throw APIError.buildFailed(
                module: module.name,
                errors: output.trimmingCharacters(in: .whitespacesAndNewlines)
            )
        }
        let headers = package.graph.modules.filter { $0.kind == .clang || $0.kind == .system }
            .flatMap {
                ["\(package.root)/\($0.folder)", "\(package.root)/\($0.folder)/include"]
            }
        let file = folder.appending(path: "\(module.importName)-\(name).json").path
        return try await APIDump(
            module.importName,
            in: ["\(scratch)/debug/Modules"] + headers,
            to: file
        )
    }
}
