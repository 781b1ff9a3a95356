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
            .flag("--all-edges", "also draw the edges that other edges imply"),
            .flag("--tests", "also draw test targets"),
            .flag("--external", "also draw products of other packages"),
            .since, .rules,
        ],
        discussion: """
            An edge is a dependency. Edges that other edges imply are omitted unless they break a rule; HTML and JSON contain all.
            HTML is one page that needs no network: it filters the modules, and shows the chains and imports by
            which one module depends on another. SVG is a picture of the layers and the modules in each, and the
            format layers is a table of the layers.
            With --since, prints the modules and edges added or removed since a revision.
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
            (
                "bulkhead graph --since main",
                "list the modules and edges that this branch adds and removes"
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
        if arguments.value("--since") != nil {
            return try await compare(arguments, format, console)
        }
        let report = try await BoundaryReport.load(arguments, console: console)
        let graph = report.packages.graph
        var options = Drawing.Options()
        options.showsTests = arguments.has("--tests")
        options.showsExternal = arguments.has("--external")
        options.showsEveryEdge = arguments.has("--all-edges")
        options.root = arguments.value("--from")
        if let root = options.root {
            try graph.requireModule(root)
        }
        let drawing = Drawing(
            of: graph,
            rules: report.rules,
            violations: report.violations + report.suppressed,
            options: options
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

    /// Prints the modules and dependencies that were added or removed since the revision specified
    /// by `--since`.
    private static func compare(
        _ arguments: ParsedArguments,
        _ format: Format,
        _ console: Console
    ) async throws -> ExitCode {
        guard format == .text else {
            throw UsageError.custom("'--since' requires the format text; add --format text")
        }
        let packages = try await PackageSet.load(arguments, console: console).packages
        let revision = try await arguments.revision(of: packages)
        func shown(_ graph: ModuleGraph?) -> ModuleGraph {
            let modules = graph?.modules ?? []
            let selected = modules.filter { module in
                (module.kind != .test || arguments.has("--tests"))
                    && (module.kind != .external || arguments.has("--external"))
            }
            let names = Set(selected.map(\.name))
            return ModuleGraph(selected).mapDependencies {
                $0.dependencies.filter(names.contains)
            }
        }
        let found = try await revision.packages(like: packages)?.0
        let old = try found.map { try $0.adding($0.rules()) }
        var current = packages
        if !packages.isRepository, packages.packages.count == 1 {
            let package = packages.packages[0]
            let comparable = try? await package.comparable(with: old?.packages[0])
            current = PackageSet(comparable ?? package)
        }
        let difference = GraphDifference(from: shown(old?.graph), to: shown(current.graph))
        let file = arguments.value("--out")
        if !difference.isEmpty || file != nil {
            try console.write(difference.text, to: file, summary: difference.summary)
        }
        if difference.isEmpty {
            let name = arguments.value("--since") ?? ""
            console.printNote("no modules or edges were added or removed since '\(name)'")
        }
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
                "cannot determine the format of '\(file)'; add --format, or end the name with .txt, .html, .svg or .json"
            )
        }
        return format
    }
}
