import BoundaryRules
import Foundation
import GraphDrawing
import PackageManifestTesting
import Testing

struct DrawingTests {
    private let graph = ModuleGraph(
        """
        Core
        Net: Core, Logging
        Home: Core
        end executable: Home, Net, Core
        HomeTests: Home
        Logging external
        """
    )
    private let rules: LayerRules
    /// The violations of a package in which `Core` imports `Home` although the rules forbid it.
    private let violations: [Violation]

    init() throws {
        rules = try LayerRules(
            """
            {"layers": [
              {"name": "Foundations", "paths": ["Sources/Core"], "canDependOn": []},
              {"name": "Features", "paths": ["Sources/*"], "canDependOn": ["Foundations", "Features"]}]}
            """
        )
        let checker = BoundaryChecker(graph, rules, sources: ["Core": "import Home"])
        violations = checker.results().filter { $0.rule == .forbiddenDependency }
    }

    private func drawing(
        rules: LayerRules = .none,
        violations: [Violation] = [],
        isComplete: Bool = false
    ) -> Drawing {
        Drawing(of: graph, rules: rules, violations: violations, isComplete: isComplete)
    }

    private func modules(_ drawing: Drawing) -> [[String]] {
        drawing.rows.map { $0.modules.map(\.name) }
    }

    private func edges(_ edges: [Drawing.Edge]) -> [String] {
        edges.map { "\($0.from)>\($0.to)" }
    }

    @Test func `draws modules from top to bottom, and omits tests and other packages by default`() {
        #expect(modules(drawing()) == [["end"], ["Home", "Net"], ["Core"]])
        #expect(drawing().rows.map(\.name) == [nil, nil, nil])
        let complete = modules(drawing(isComplete: true))
        #expect(complete == [["HomeTests", "end"], ["Home", "Net"], ["Core", "Logging"]])
    }

    @Test func `draws the root module and all modules that it uses`() {
        let drawing = Drawing(of: graph, rules: .none, root: "Home")
        #expect(modules(drawing) == [["Home"], ["Core"]])
    }

    @Test func `the rows do not depend on the order of the modules in the manifest`() {
        let graph = ModuleGraph("A: B\nB\nD\nC: D")
        for graph in [graph, ModuleGraph(graph.modules.reversed())] {
            #expect(modules(Drawing(of: graph, rules: .none)) == [["A", "C"], ["B", "D"]])
        }
    }

    @Test func `counts implied edges, but does not draw them`() {
        #expect(drawing().edges.count == 5)
        #expect(edges(drawing().drawnEdges) == ["Net>Core", "Home>Core", "end>Home", "end>Net"])
        #expect(drawing(isComplete: true).drawnEdges.count == 7)
    }

    @Test func `draws an implied edge that breaks a rule`() {
        let graph = ModuleGraph("App: Home\nHome: Core\nCore")
        let checker = BoundaryChecker(graph, sources: ["App": "import Home\nimport Core"])
        let drawing = Drawing(of: graph, rules: .none, violations: checker.results())
        let drawn = drawing.drawnEdges.filter(\.isImplied)
        #expect(edges(drawn) == ["App>Core"])
        #expect(drawn.map(\.brokenRule) == [.undeclaredImport])
    }

    @Test func `the height is the length of the longest chain`() {
        #expect(drawing().height == 3)
        #expect(drawing().longestPath == ["end", "Home", "Core"])
    }

    @Test func `the longest path is the first of several in the order of the manifest`() {
        let chains = ModuleGraph("X: Y\nY\nA: B\nB")
        #expect(Drawing(of: chains, rules: .none).longestPath == ["X", "Y"])
    }

    @Test func `draws a forbidden and undeclared import as a broken edge`() {
        let drawing = drawing(violations: violations)
        #expect(edges(drawing.drawnEdges.filter { $0.brokenRule != nil }) == ["Core>Home"])
        #expect(drawing.summary.contains("1 broken"))
        #expect(drawing.text(hasColor: false).contains("  Core → ✗ Home (forbidden-dependency)"))
        let red = "\u{1B}[31m✗ Home (forbidden-dependency)\u{1B}[0m"
        #expect(drawing.text(hasColor: true).contains(red))
    }

    @Test func `draws each edge of a cycle as broken`() {
        let cycle = ModuleGraph("A: B\nB: A")
        let violations = BoundaryChecker(cycle).violationsOfPackage()
        let drawing = Drawing(of: cycle, rules: .none, violations: violations)
        #expect(drawing.drawnEdges.map(\.brokenRule) == [.dependencyCycle, .dependencyCycle])
        #expect(drawing.height == 1)
    }

    @Test func `an edge in a cycle is not implied`() {
        let cycle = ModuleGraph("A: B, C\nB: A\nC: B")
        #expect(Drawing(of: cycle, rules: .none).drawnEdges.count == 4)
    }

    @Test func `a warning does not mark an edge as broken`() {
        let checker = BoundaryChecker(graph, sources: ["Home": "let a = 1", "Core": "let b = 1"])
        let warnings = checker.results().filter { $0.rule == .unusedDependency }
        #expect(warnings.map(\.module) == ["Home"])
        #expect(drawing(violations: warnings).summary.contains("none broken"))
    }

    @Test func `plugins are not drawn`() {
        let drawing = Drawing(of: ModuleGraph("Core\nCheck plugin"), rules: .none)
        #expect(modules(drawing) == [["Core"]])
    }

    @Test func `draws an empty package`() {
        let drawing = Drawing(of: ModuleGraph([]), rules: .none)
        #expect(drawing.summary == "0 modules, 0 edges, none broken, height 0")
        #expect(drawing.picture.contains("width=\"880\" height=\"2\""))
    }

    @Test func `the text format lists each layer and the dependencies of each module`() {
        let text = """
            Features
              end → Home, Net
              Home → Core
              Net → Core

            Foundations
              Core

            4 modules, 5 edges (1 implied by others are not drawn), none broken, height 3
            longest path: end → Home → Core
            """
        #expect(drawing(rules: rules).text(hasColor: false) == text)
    }

    @Test func `the JSON format contains every edge, including implied edges`() throws {
        let json = try drawing(rules: rules, violations: violations).json()
        #expect(json.hasPrefix("{\n  \"edges\" : [\n"))
        let compact = json.split(whereSeparator: \.isWhitespace).joined()
        let edges = compact.matches(of: /"from":"(\w+)","implied":(\w+),"to":"(\w+)"/)
        #expect(
            edges.map { "\($0.1)>\($0.3) \($0.2)" } == [
                "Core>Home false", "Net>Core false", "Home>Core false", "end>Home false",
                "end>Net false", "end>Core true",
            ]
        )
        #expect(compact.contains(#"{"brokenRule":"forbidden-dependency","from":"Core","#))
        #expect(compact.components(separatedBy: "brokenRule").count == 2)
    }

    @Test func `the JSON format contains the modules and the longest path`() throws {
        let compact = try drawing(rules: rules).json().split(whereSeparator: \.isWhitespace)
            .joined()
        let module =
            #"{"kind":"library","layer":"Foundations","name":"Core","path":"Sources/Core"}"#
        let end = #"\#(module)]}"#
        #expect(compact.hasSuffix(end))
        #expect(compact.contains(#""height":3,"longestPath":["end","Home","Core"]"#))
    }

    @Test func `a chain of dependencies can be longer than the stack allows for recursion`() {
        let modules = (0..<5_000).map { number in
            Module(
                name: "M\(number)",
                kind: .library,
                folder: "Sources/M\(number)",
                dependencies: [number + 1, number + 2].map { "M\($0)" }
            )
        }
        let drawing = Drawing(of: ModuleGraph(modules), rules: .none)
        #expect(drawing.height == 5_000)
        #expect(drawing.drawnEdges.count == 4_999)
        #expect(drawing.edges.count == 9_997)
    }
}
