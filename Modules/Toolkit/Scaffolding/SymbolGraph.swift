import Foundation
import PackageManifest

/// The symbols of a module that other modules of the package can use, as the toolchain describes
/// them.
package struct SymbolGraph: Sendable, Decodable {
    private let symbols: [Symbol]
    private let relationships: [Relationship]

    fileprivate struct Symbol: Decodable {
        let kind: [String: String]
        let identifier: [String: String]
        let pathComponents: [String]
        let declarationFragments: [[String: String]]
        var id: String { identifier["precise"] ?? "" }
        var name: String { pathComponents.last ?? "" }
        var declaration: String { fragments.map(\.text).joined() }
        var isProtocol: Bool { kind["identifier"] == "swift.protocol" }
        var fragments: [(kind: String, text: String, id: String)] {
            declarationFragments.map {
                ($0["kind"] ?? "", $0["spelling"] ?? "", $0["preciseIdentifier"] ?? "")
            }
        }
    }

    fileprivate struct Relationship: Decodable { let kind, source, target: String }

    /// Creates the graph of the symbols in a module of a workspace. `modules` is the folder into
    /// which the module was built. If `modules` is `nil`, the module is built first.
    init(
        of module: String,
        in workspace: Workspace,
        modules: String?
    ) async throws(ScaffoldingError) {
        var modules = modules
        if modules == nil {
            let arguments = ["build", "--package-path", workspace.root]
            try await Self.run("swift build", arguments + ["--target", module])
            let folder = try await Self.run("swift build", arguments + ["--show-bin-path"])
            modules = "\(folder)/Modules"
        }
        try await self.init(of: module, in: modules ?? "")
    }

    package init(of module: String, in folder: String) async throws(ScaffoldingError) {
        let name = "swift symbolgraph-extract"
        let place = TemporaryDirectory.unusedURL
        defer {
            try? FileManager.default.removeItem(at: place)
        }
        do {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let info = try await Self.run("swift", ["-print-target-info"])
            var arguments = [
                "symbolgraph-extract", "-module-name", module, "-I", folder, "-output-dir",
                place.path, "-minimum-access-level", "package",
            ]
            arguments += [
                "-target",
                info.firstMatch(of: /"triple": *"([^"]+)"/).map { String($0.1) } ?? "",
            ]
            #if os(macOS)
                arguments += ["-sdk", try await Self.run("xcrun", ["--show-sdk-path"])]
            #endif
            try await Self.run(name, arguments)
            let graph = try Data(contentsOf: place.appending(path: "\(module).symbols.json"))
            self = try JSONDecoder().decode(SymbolGraph.self, from: graph)
        } catch let error as ScaffoldingError {
            throw error
        } catch {
            throw .program(name, reason: error.localizedDescription)
        }
    }

    @discardableResult
    private static func run(
        _ name: String,
        _ arguments: [String]
    ) async throws(ScaffoldingError) -> String {
        let outcome = try await Program.output(of: String(name.prefix { $0 != " " }), arguments)
        guard outcome.code == 0 else {
            let lines = "\(outcome.text)\n\(outcome.errors)".split(separator: "\n")
            throw .program(
                name,
                reason: String(
                    lines.first { $0.contains("error: ") } ?? "exit code \(outcome.code)"
                )
            )
        }
        return outcome.text
    }
}

/// The members of a type that forwards all requirements of a protocol to the property `base`.
package struct Forwarder: Sendable {
    package private(set) var members: [String] = []
    /// The modules whose types the members use, except for the standard library.
    package private(set) var modules: Set<String> = []
    package let isClassBound: Bool
}

extension SymbolGraph {
    /// Returns the forwarding members for the requirements of a protocol.
    ///
    /// - Throws: ``ScaffoldingError/unsupportedSource(path:reason:remedy:)`` if a requirement
    ///   cannot be forwarded.
    package func forwarder(for role: String, remedy: String) throws(ScaffoldingError) -> Forwarder {
        guard let symbol = symbols.first(where: { $0.isProtocol && $0.name == role }) else {
            throw .missing(
                "protocol '\(role)' that other modules can use",
                remedy: "make it public or package"
            )
        }
        var protocols = [symbol]
        for parent in relationships
        where parent.kind == "conformsTo" && protocols.contains(where: { $0.id == parent.source }) {
            protocols += symbols.filter { $0.id == parent.target }
        }
        let ids = Set(protocols.map(\.id))
        let requirements = Set(
            relationships.filter { $0.kind == "requirementOf" && ids.contains($0.target) }.map(
                \.source
            )
        )
        var forwarder = Forwarder(
            isClassBound: protocols.contains {
                $0.fragments.contains { $0.text.split { !$0.isLetter }.contains("AnyObject") }
            }
        )
        for symbol in symbols.filter({ requirements.contains($0.id) }).sorted(by: {
            $0.declaration < $1.declaration
        }) {
            try forwarder.append(symbol, remedy: remedy)
        }
        return forwarder
    }
}

extension Forwarder {
    fileprivate mutating func append(
        _ symbol: SymbolGraph.Symbol,
        remedy: String
    ) throws(ScaffoldingError) {
        let fragments = symbol.fragments
        let declaration = symbol.declaration
        let types = fragments.filter { $0.kind == "typeIdentifier" }
        let isUnsafe = types.contains {
            $0.text.hasPrefix("Unsafe") || ["Unmanaged", "OpaquePointer"].contains($0.text)
        }
        let isBound = fragments.contains {
            ["mutating", "set", "static", "inout"].contains($0.text) && $0.kind == "keyword"
        }
        let kind = symbol.kind["identifier"]
        guard !isUnsafe, !isBound, kind == "swift.method" || kind == "swift.property" else {
            throw .unsupportedSource(
                path: "Modules/Core",
                reason: "cannot forward '\(declaration)' to another implementation",
                remedy: remedy
            )
        }
        modules.formUnion(types.compactMap { Self.module(of: $0.id) })
        members.append(
            kind == "swift.method" ? method(symbol, declaration) : property(symbol, declaration)
        )
    }

    private func property(_ symbol: SymbolGraph.Symbol, _ declaration: String) -> String {
        let parts = declaration.split(separator: "{", maxSplits: 1)
        let words = (parts.last ?? "").split(separator: " ").filter { !["get", "}"].contains($0) }
        let effects = words.joined(separator: " ")
        let access = "\(Self.marks(effects))base.\(symbol.name)"
        return "package \(parts[0]){ " + (effects.isEmpty ? access : "get \(effects) { \(access) }")
            + " }"
    }

    private func method(_ symbol: SymbolGraph.Symbol, _ declaration: String) -> String {
        var arguments: [String] = []
        var label = ""
        var depth = 0
        var effects = ""
        fragments: for fragment in symbol.fragments {
            switch fragment.kind {
            case "externalParam":
                label = fragment.text
                arguments.append("\(label): \(label)")
            case "internalParam":
                if !arguments.isEmpty {
                    arguments.removeLast()
                }
                arguments.append(label == "_" ? fragment.text : "\(label): \(fragment.text)")
            case "keyword" where depth == 0: effects += fragment.text
            default: break
            }
            depth += fragment.text.count { $0 == "(" } - fragment.text.count { $0 == ")" }
            // The search stops at the arrow, because the effects of a returned closure are not
            // effects of the method.
            if depth == 0, fragment.kind == "text", fragment.text.contains("->") {
                break fragments
            }
        }
        let call =
            "\(Self.marks(effects))base.\(symbol.name.prefix { $0 != "(" })(\(arguments.joined(separator: ", ")))"
        return "package \(declaration) {\n    \(call)\n}"
    }

    private static func marks(_ effects: String) -> String {
        (effects.contains("throws") ? "try " : "") + (effects.contains("async") ? "await " : "")
    }

    /// Returns the module of a symbol name such as `s:10Foundation4DateV`, or `nil` if the module
    /// is the standard library.
    private static func module(of name: String) -> String? {
        if name.hasPrefix("c:") {
            return "Foundation"
        }
        let name = name.dropFirst(2)
        let length = name.prefix { $0.isNumber }
        let module = String(name.dropFirst(length.count).prefix(Int(length) ?? 0))
        if module.hasPrefix("Foundation") {
            return "Foundation"
        }
        return module.isEmpty || module.hasPrefix("_") ? nil : module
    }
}
