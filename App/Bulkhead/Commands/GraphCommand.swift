import BoundaryRules
import CommandLineArguments
import Foundation
import GraphDrawing
import PackageManifest

/// Draws the modules.
struct GraphCommand: Command {
    static let syntax = CommandSyntax(
        "graph", "draw the modules, layer by layer, with broken edges in red",
        options: [
            .value(
                "--format", "FORMAT",
                "text, mermaid, markdown, dot, svg, json, or layers for a table of the layers (default: by the name of --out, or text)"
            ),
            .value("--out", short: "-o", "FILE", "write to a file"),
            .value("--around", "MODULE", "only this module, what it depends on and what depends on it"),
            .flag("--all-edges", "draw also the dependencies that follow from others"),
            .flag("--tests", "draw also test targets"),
            .flag("--external", "draw also products of other packages"),
            PackageSource.rulesOption,
        ],
        discussion: """
            An edge is left out when others lead the same way; JSON has them all. SVG is drawn by Graphviz (Debian and Ubuntu: graphviz).
            """,
        examples: [
            ("bulkhead graph", "in the terminal"),
            ("bulkhead graph --out Docs/ModuleGraph.md", "a page that code hosts show as a picture"),
            ("bulkhead graph --around Core --out core.svg", "one module and its neighbours, as a picture"),
        ])

    /// The formats there are.
    enum Format: String, CaseIterable {
        case text, mermaid, markdown, dot, svg, json, layers

        /// The format that a file's name ends with.
        init?(fileName: String) {
            switch URL(filePath: fileName).pathExtension {
            case "md": self = .markdown
            case "mmd": self = .mermaid
            case "dot", "gv": self = .dot
            case "svg": self = .svg
            case "json": self = .json
            case "txt": self = .text
            default: return nil
            }
        }
    }

    private let source: PackageSource
    private let console: Console
    private let format: Format
    private let file: String?
    private let options: Drawing.Options

    init(_ arguments: ParsedArguments, loader: PackageLoader, console: Console) throws(UsageError) {
        source = PackageSource(arguments, loader: loader, console: console)
        self.console = console
        file = arguments.value("--out")
        format =
            if let chosen = try arguments.choice("--format", of: Format.self) { chosen } else {
                try Self.format(of: file)
            }
        var options = Drawing.Options()
        options.showsTests = arguments.has("--tests")
        options.showsForeign = arguments.has("--external")
        options.showsEveryEdge = arguments.has("--all-edges")
        options.center = arguments.value("--around")
        self.options = options
    }

    private static func format(of file: String?) throws(UsageError) -> Format {
        guard let file else { return .text }
        guard let format = Format(fileName: file) else {
            throw .custom(
                "'\(file)' tells no format by its name; add --format, or end it with .txt, .md, .mmd, .dot, .svg or .json"
            )
        }
        return format
    }

    func run() async throws -> ExitCode {
        let report = try await source.load()
        if let center = options.center, report.manifest.graph.module(named: center) == nil {
            throw UsageError.noModule(center, in: report.manifest.graph)
        }
        let drawing = Drawing(
            of: report.manifest.graph, rules: report.rules, violations: report.violations, options: options)
        let text = try await text(of: drawing, rules: report.rules, package: report.manifest.name)
        guard let file else {
            try console.print(text)
            return .done
        }
        do {
            try Data((text.hasSuffix("\n") ? text : text + "\n").utf8).write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw OutputError(path: file, reason: error.localizedDescription)
        }
        console.note("wrote \(file): \(drawing.summary.split(separator: "\n")[0])")
        return .done
    }

    private func text(of drawing: Drawing, rules: LayerRules, package: String) async throws -> String {
        switch format {
        case .text: drawing.text(hasColor: console.hasColor && file == nil)
        case .mermaid: drawing.mermaid
        case .markdown: drawing.markdown(package: package, command: command)
        case .dot: drawing.dot
        case .svg: try await Graphviz.svg(of: drawing.dot)
        case .json: try drawing.json()
        case .layers: rules.table
        }
    }

    /// The command line that makes the same page in the package.
    private var command: String {
        let words = [
            options.showsEveryEdge ? "--all-edges" : nil, options.showsTests ? "--tests" : nil,
            options.showsForeign ? "--external" : nil, options.center.map { "--around \($0)" },
            "--out \(file ?? "Docs/ModuleGraph.md")",
        ]
        return "bulkhead graph " + words.compactMap(\.self).joined(separator: " ")
    }
}
