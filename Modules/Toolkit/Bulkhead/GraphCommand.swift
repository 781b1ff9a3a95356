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
                "draw the graph as text, mermaid, markdown, html, dot, svg, json, layers or picture (default: by the file extension of --out)"
            ),
            .value("--out", short: "-o", "FILE", "write to a file"),
            .value(
                "--around",
                "MODULE",
                "draw only this module, its dependencies and its dependents"
            ),
            .value(
                "--from",
                "MODULE",
                "draw only this module and all modules that it uses, directly or indirectly"
            ),
            .flag("--all-edges", "also draw the edges that other edges imply"),
            .flag(
                "--reduce",
                "draw the transitive reduction, which omits implied edges even if they break a rule"
            ),
            .flag("--tests", "also draw test targets"),
            .flag("--external", "also draw products of other packages"),
            .since, .rules,
        ],
        discussion: """
            An edge is a dependency. Edges that other edges imply are omitted unless they break a rule; HTML and JSON contain all.
            Pictures group the modules by layer, or by connected component in a package without layers, and number
            the broken rules; a legend names them. HTML is one page that needs no network: it filters the modules,
            and shows the chains and imports by which one module depends on another. SVG requires Graphviz
            (Debian and Ubuntu: graphviz). The format layers is a table of the layers, and the format picture
            draws the layers as SVG without Graphviz.
            With --since, prints the modules and edges added or removed since a revision, as text or Mermaid.
            """,
        examples: [
            ("bulkhead graph", "draw the modules in the terminal"),
            (
                "bulkhead graph --out Docs/ModuleGraph.md",
                "write a page with a diagram that sites such as GitHub display"
            ),
            (
                "bulkhead graph --out modules.html",
                "write a page to explore the modules in a browser"
            ),
            ("bulkhead graph --reduce --out modules.svg", "draw a picture of a large package"),
            (
                "bulkhead graph --from Shop --format picture --out layers.svg",
                "draw the layers of an app as a picture"
            ),
            (
                "bulkhead graph --around Core --out core.svg",
                "draw one module and its neighbors as a picture"
            ),
            (
                "bulkhead graph --since main",
                "list the modules and edges that this branch adds and removes"
            ),
        ]
    )

    private enum Format: String, CaseIterable {
        case text, mermaid, markdown, html, dot, svg, json, layers, picture
        static let extensions: [String: Format] = [
            "txt": .text, "md": .markdown, "mmd": .mermaid, "html": .html, "htm": .html,
            "dot": .dot, "gv": .dot, "svg": .svg, "json": .json,
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
        options.isReduced = arguments.has("--reduce")
        if options.showsEveryEdge, options.isReduced {
            throw UsageError.custom(
                "'--all-edges' and '--reduce' cannot be combined; use one of them"
            )
        }
        options.center = arguments.value("--around")
        options.root = arguments.value("--from")
        for module in [options.center, options.root].compactMap(\.self) {
            try graph.requireModule(module)
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
            case .mermaid: drawing.mermaid
            case .markdown:
                drawing.markdown(package: report.packages.name, command: command(options, file))
            case .html:
                try drawing.page(package: report.packages.name, imports: report.importPlaces)
            case .dot: drawing.dot
            case .svg: try await svg(of: drawing.dot)
            case .json: try drawing.json()
            case .layers: report.rules.table
            case .picture: drawing.picture
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
        guard format == .text || format == .mermaid else {
            throw UsageError.custom(
                "'--since' requires the format text or Mermaid; add --format text or --format mermaid"
            )
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
        if !difference.isEmpty || format == .mermaid || file != nil {
            try console.write(
                format == .text ? difference.text : difference.mermaid,
                to: file,
                summary: difference.summary
            )
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
                "cannot determine the format of '\(file)'; add --format, or end the name with .txt, .md, .mmd, .html, .dot, .svg "
                    + "or .json"
            )
        }
        return format
    }

    private static func command(_ options: Drawing.Options, _ file: String?) -> String {
        let flags = [
            ("--all-edges", options.showsEveryEdge),
            ("--reduce", options.isReduced),
            ("--tests", options.showsTests),
            ("--external", options.showsExternal),
        ]
        var words = ["bulkhead graph"] + flags.filter(\.1).map(\.0)
        if let center = options.center {
            words.append("--around \(center)")
        }
        if let root = options.root {
            words.append("--from \(root)")
        }
        words.append("--out \(file ?? "Docs/ModuleGraph.md")")
        return words.joined(separator: " ")
    }

    private static func svg(of graph: String) async throws -> String {
        let file = TemporaryDirectory.unusedURL
        defer {
            try? FileManager.default.removeItem(at: file)
        }
        try Data(graph.utf8).write(to: file)
        let outcome = try await Program.run("dot", ["-Tsvg", file.path])
        switch outcome.code {
        case 0: return outcome.text
        case Program.missing: throw GraphvizError.notInstalled
        default: throw GraphvizError.failed(code: outcome.code)
        }
    }
}

private enum GraphvizError: ToolkitError {
    case notInstalled
    case failed(code: Int32)

    var message: String {
        switch self {
        case .notInstalled: "SVG requires Graphviz; install 'graphviz', or use --format dot"
        case .failed(let code):
            "Graphviz failed with exit code \(code); use --format dot to see its input"
        }
    }

    var exitCode: ErrorExitCode { .missingProgram }
}
