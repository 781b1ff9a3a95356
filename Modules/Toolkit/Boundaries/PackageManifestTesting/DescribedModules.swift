public import BoundaryRules
import Foundation
import SwiftSource

/// A line that describes a module, such as `Shop executable in App/Shop: Home, Core`.
///
/// The kind, the folder and the dependencies can be omitted. By default, a module is a library in
/// `Sources`, or a test target in `Tests` if its name ends with "Tests".
struct ModuleLine {
    let name: String
    let kind: Module.Kind
    /// The folder that the line states, or `nil` for the default folder.
    let statedFolder: String?
    let dependencies: [String]

    init(_ line: Substring) {
        let parts = line.split(separator: ":", maxSplits: 1)
        let words = parts[0].split(separator: " ").map(String.init)
        let stated = words.dropFirst().first.flatMap(Module.Kind.init)
        name = words[0]
        kind = stated ?? (name.hasSuffix("Tests") ? .test : .library)
        statedFolder = words.dropLast().last == "in" ? words.last : nil
        dependencies = (parts.dropFirst().first ?? "").split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    var folder: String {
        statedFolder ?? (kind == .external ? "" : "\(parent)/\(name)")
    }

    private var parent: String {
        switch kind {
        case .test: "Tests"
        case .plugin: "Plugins"
        default: "Sources"
        }
    }
}

extension [Module] {
    /// Creates modules from lines such as `Home: Core, Net` or
    /// `Shop executable in App/Shop: Home`.
    public init(_ lines: String) {
        self = lines.split(separator: "\n").map(ModuleLine.init).map { line in
            Module(
                name: line.name,
                kind: line.kind,
                folder: line.folder,
                dependencies: line.dependencies
            )
        }
    }
}

extension ModuleGraph {
    /// Creates a graph of the modules that lines such as `Home: Core, Net` describe.
    public init(_ lines: String) {
        self.init([Module](lines))
    }
}

extension LayerRules {
    /// Creates layer rules from the text of a rules file.
    public init(_ json: String) throws(LayerRulesError) {
        try self.init(json: Data(json.utf8))
    }
}

extension BoundaryChecker {
    /// Creates a checker for a package whose modules have a file `A.swift` with the given text.
    public init(_ graph: ModuleGraph, _ rules: LayerRules = .none, sources: [String: String] = [:])
    {
        self.init(
            graph: graph,
            rules: rules,
            manifest: ManifestText(path: "Package.swift", text: "")
        ) { module in
            sources[module.name].map { [SourceFile(path: "A.swift", text: $0)] } ?? []
        }
    }
}
