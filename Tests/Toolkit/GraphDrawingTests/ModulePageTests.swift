import BoundaryRules
import Foundation
import GraphDrawing
import PackageManifestTesting
import Testing

/// Tests the contents of the HTML page of a graph. `Tests/browser` tests the page in a browser.
struct ModulePageTests {
    private struct Graph: Decodable {
        struct Node: Decodable {
            let name: String
            let kind: String
            let layer: Int
            let path: String
        }

        struct Edge: Decodable {
            let from: Int
            let to: Int
            let declared: Bool
            let implied: Bool
            let rule: String?
            let files: [String]
        }

        let modules: [Node]
        let edges: [Edge]
        let layers: [String?]
        let longestPath: [String]
        let rules: [String: String]
    }

    private let graph = ModuleGraph("App executable: Home\nHome: Core\nCore")

    private func page(
        _ graph: ModuleGraph,
        rules: LayerRules = .none,
        violations: [Violation] = [],
        package: String = "Shop",
        imports: [Dependency: [String]] = [:]
    ) throws -> String {
        let drawing = Drawing(of: graph, rules: rules, violations: violations)
        return try drawing.page(package: package, imports: imports)
    }

    /// Decodes the data that the script of the page reads.
    private func data(
        of page: String,
        at location: SourceLocation = #_sourceLocation
    ) throws -> Graph {
        let match = try #require(
            page.firstMatch(of: /<script type="application\/json" id="graph">([\s\S]*?)<\/script>/),
            sourceLocation: location
        )
        return try JSONDecoder().decode(Graph.self, from: Data(match.1.utf8))
    }

    /// Returns the number of times that a text contains markup. The search compares bytes, because
    /// a character can consist of `<` and other scalars.
    private func count(_ markup: String, in text: String) -> Int {
        Array(text.utf8).ranges(of: Array(markup.utf8)).count
    }

    @Test func `replaces every placeholder of the template`() throws {
        let page = try page(graph)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(!page.contains("{{"))
        #expect(page.contains("<title>The modules of Shop</title>"))
        #expect(page.contains("3 modules, 2 edges, none broken, height 3</p>"))
        #expect(page.contains("prefers-color-scheme: dark"))
        #expect(page.contains("JSON.parse"))
    }

    @Test func `scripts and styles require the nonce of their page`() throws {
        func nonces(_ page: String) -> [String] {
            page.matches(of: /nonce(?:-|=")(\w+)/).map { String($0.1) }
        }
        let first = nonces(try page(graph))
        let second = nonces(try page(graph))
        #expect(first.count == 4)
        #expect(Set(first).count == 1)
        #expect(try #require(first.first).count >= 20)
        #expect(Set(first).isDisjoint(with: second))
    }

    @Test func `the page refers to nothing outside itself`() throws {
        let page = try page(graph)
        let urls = page.matches(of: /https?:\/\/[^"' )]+/).map { String($0.0) }
        #expect(urls == ["http://www.w3.org/2000/svg"])
        #expect(page.contains("default-src 'none'"))
    }

    @Test func `the page contains the imports for each dependency, and the rules that edges break`()
        throws
    {
        let violations = BoundaryChecker(graph, sources: ["App": "import Core"]).results()
        let imports = [
            Dependency(of: "App", on: "Core"): ["Sources/App/main.swift:1"],
            Dependency(of: "Home", on: "Core"): [
                "Sources/Home/A.swift:1", "Sources/Home/B.swift:7",
            ],
        ]
        let graph = try data(of: page(graph, violations: violations, imports: imports))
        #expect(graph.modules.map(\.name) == ["App", "Home", "Core"])
        let app = try #require(graph.modules.first)
        #expect(app.kind == "executable")
        #expect(app.path == "Sources/App")
        #expect(graph.longestPath == ["App", "Home", "Core"])

        let undeclared = try #require(graph.edges.first { $0.from == 0 && $0.to == 2 })
        #expect(!undeclared.declared)
        #expect(undeclared.implied)
        #expect(undeclared.rule == "undeclared-import")
        #expect(undeclared.files == ["Sources/App/main.swift:1"])
        let rules = [
            "undeclared-import": "a target imports only modules that it declares as dependencies"
        ]
        #expect(graph.rules == rules)

        let declared = try #require(graph.edges.first { $0.from == 1 })
        #expect(declared.declared)
        #expect(declared.rule == nil)
        #expect(declared.files == ["Sources/Home/A.swift:1", "Sources/Home/B.swift:7"])
        let unused = graph.edges.first { $0.from == 0 && $0.to == 1 }
        #expect(unused?.files == [])
    }

    @Test func `each layer is a row`() throws {
        let rules = try LayerRules(
            """
            {"layers": [
              {"name": "Top & Co", "paths": ["Sources/App"], "canDependOn": "*"},
              {"name": "Rest", "paths": ["**"], "canDependOn": ["Rest"]}]}
            """
        )
        let graph = try data(of: page(graph, rules: rules))
        #expect(graph.layers == ["Top & Co", "Rest"])
        #expect(graph.modules.map(\.layer) == [0, 1, 1])
    }

    @Test(arguments: [
        "</script><script>alert(1)</script>",
        "<!-- <script>",
        "\"><img src=x onerror=alert(1)>",
        "a & b &amp; c",
        "\u{2028}\u{0}\u{1B}",
        "{{script}}",
        "\\u003c/script>",
        // U+0600 forms a single character with the `<` that follows it.
        "\u{600}</script>\u{600}<script>alert(1)</script>",
    ])
    func `a hostile name is not interpreted as markup`(name: String) throws {
        let hostile = ModuleGraph([
            Module(name: name, kind: .library, folder: name, dependencies: ["Core"]),
            Module(name: "Core", kind: .library, folder: "Core"),
        ])
        let layer = Layer(name, paths: ["**"], canDependOn: [.everything])
        let rules = LayerRules(layers: [layer])
        let imports = [Dependency(of: name, on: "Core"): [name]]
        let page = try page(hostile, rules: rules, package: name, imports: imports)
        let graph = try data(of: page)
        #expect(graph.modules.map(\.name) == [name, "Core"])
        #expect(graph.modules.map(\.path) == [name, "Core"])
        #expect(graph.layers == [name])
        #expect(graph.edges.map(\.files) == [[name]])
        #expect(count("<script", in: page) == 2)
        #expect(count("</script", in: page) == 2)
        #expect(count("<img", in: page) == 0)
        #expect(count("<!--", in: page) == 0)
    }

    @Test func `a picture escapes the name of a module`() {
        let hostile = ModuleGraph([Module(name: "\u{600}<b>", kind: .library, folder: "A")])
        let picture = Drawing(of: hostile, rules: .none).picture
        #expect(count("&#60;b&#62;", in: picture) == 1)
        #expect(count("<b>", in: picture) == 0)
    }
}
