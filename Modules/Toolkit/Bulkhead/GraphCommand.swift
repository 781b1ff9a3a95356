import BoundaryRules
import CommandLineArguments
import Foundation
import GraphDrawing
import PackageManifest
import PackageReports

enum GraphCommand: Command {
    static let syntax = CommandSyntax(
        "graph",
        "draw the modules, layer by layer, with rule violations in red",
        options: [
            .value(
                "--format",
                "FORMAT",
                "draw the graph as text, html, svg, json or layers (default: by the file extension of --out)"
            ),
            .value("--out", short: "-o", "FILE", "write to a file"),
            .value(
                "--from",
                "MODULE",
                "draw only this module and all modules that it uses, directly or indirectly"
            ),
            .rules,
        ],
        discussion: """
            An edge is a dependency. Edges that other edges imply are omitted unless they break a rule; HTML and JSON contain all.
            Only JSON contains tests and the products of other packages.
            HTML is one page that needs no network: it filters the modules, and shows the chains and imports by
            which one module depends on another. SVG is a picture of the layers and the modules in each, and the
            format layers is a table of the layers.
            """,
        examples: [
            ("bulkhead graph", "draw the modules in the terminal"),
            (
                "bulkhead graph --out modules.html",
                "write a page to explore the modules in a browser"
            ),
            (
                "bulkhead graph --from Shop --out layers.svg",
                "draw the layers of an app as a picture"
            ),
        ]
    )

    private enum Format: String, CaseIterable {
        case text, html, svg, json, layers
        static let extensions: [String: Format] = [
            "txt": .text, "html": .html, "htm": .html, "svg": .svg, "json": .json,
        ]
    }

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let format = try format(arguments)
        let report = try await BoundaryReport.load(arguments, console: console)
        let graph = report.packages.graph
        let root = arguments.value("--from")
        if let root {
            try graph.requireModule(root)
        }
        let drawing = Drawing(
            of: graph,
            rules: report.rules,
            violations: report.violations + report.suppressed,
            root: root,
            isComplete: format == .json
        )
        let file = arguments.value("--out")
        let text =
            switch format {
            case .text: drawing.text(hasColor: console.hasColor && file == nil)
            case .html:
                try drawing.page(package: report.packages.name, imports: report.importPlaces)
            case .svg: drawing.picture
            case .json: try drawing.json()
            case .layers: report.rules.table
            }
        try console.write(text, to: file, summary: "\(drawing.summary.split(separator: "\n")[0])")
        return .done
    }

    private static func format(_ arguments: ParsedArguments) throws(UsageError) -> Format {
        if let format = try arguments.choice("--format", of: Format.self) {
            return format
        }
        guard let file = arguments.value("--out") else {
            return .text
        }
        guard let format = Format.extensions[URL(filePath: file).pathExtension] else {
            throw .custom(
                "cannot determine the format of '\(file)'; add --format FORMAT, or end the name with .txt, .html, .svg or .json"
            )
        }
        return format
    }
}
