import BoundaryRules
import Foundation
import GraphDrawing
import SwiftSource
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct DrawingTests {
    private let graph = ModuleGraph([
        Module(name: "Core", kind: .library, folder: "Sources/Core"),
        Module(
            name: "Net",
            kind: .library,
            folder: "Sources/Net",
            dependencies: ["Core", "Logging"]
        ),
        Module(name: "Home", kind: .library, folder: "Sources/Home", dependencies: ["Core"]),
        Module(
            name: "end",
            kind: .executable,
            folder: "Sources/end",
            dependencies: ["Home", "Net", "Core"]
        ),
        Module(name: "HomeTests", kind: .test, folder: "Tests/HomeTests", dependencies: ["Home"]),
        Module(name: "Logging", kind: .external, folder: ""),
    ])
    private let rules = LayerRules(layers: [
        Layer("Foundations", paths: ["Sources/Core"], canDependOn: []),
        Layer(
            "Features",
            paths: ["Sources/*"],
            canDependOn: [.layer("Foundations"), .layer("Features")]
        ),
    ])

    private func drawing(
        rules: LayerRules = .none,
        violations: [Violation] = [],
        _ change: (inout Drawing.Options) -> Void = { _ in }
    ) -> Drawing {
        var options = Drawing.Options()
        change(&options)
        return Drawing(of: graph, rules: rules, violations: violations, options: options)
    }

    /// The violations of a package in which `Core` imports `Home` although the rules forbid it.
    private var violations: [Violation] {
        let rules = LayerRules(layers: [
            Layer("Foundations", paths: ["Sources/Core"], canDependOn: []),
            Layer("Rest", paths: ["**"], canDependOn: [.everything]),
        ])
        let checker = BoundaryChecker(
            graph: graph,
            rules: rules,
            manifest: ManifestText(path: "Package.swift", text: "")
        ) {
            module in
            module.name == "Core" ? [.init(path: "Core.swift", text: "import Home")] : []
        }
        return graph.modules.flatMap(checker.violations)
    }

    @Test func `draws modules from top to bottom, and omits tests and other packages by default`() {
        #expect(
            drawing().rows.map { $0.modules.map(\.name) } == [["end"], ["Home", "Net"], ["Core"]]
        )
        #expect(drawing().rows.allSatisfy { $0.name == nil })
        #expect(drawing { $0.showsTests = true }.modules.map(\.name).contains("HomeTests"))
        #expect(drawing { $0.showsExternal = true }.modules.map(\.name).contains("Logging"))
    }

    @Test func `draws the root module and all modules that it uses`() {
        #expect(drawing { $0.root = "Home" }.modules.map(\.name) == ["Home", "Core"])
    }

    @Test func `a picture has a band for each layer, and modules that break a rule are red`() throws
    {
        let rules = LayerRules(layers: [
            Layer("A & <B>", paths: ["Sources/Core"], canDependOn: []),
            Layer("Rest", paths: ["**"], canDependOn: []),
        ])
        let picture = drawing(rules: rules, violations: violations).picture
        let document = try XMLDocument(xmlString: picture)
        let texts = try document.nodes(forXPath: "//*[local-name()='text']").compactMap(
            \.stringValue
        )
        #expect(
            texts == ["Rest", "→ A & <B>", "end", "Home", "Net", "A & <B>", "→ ✗ Rest", "Core"]
        )
        #expect(picture.matches(of: /class="broken"/).count == 1)
        #expect(picture.matches(of: /class="module"/).count == 3)
        let titles = try document.nodes(forXPath: "//*[local-name()='title']")
        #expect(
            titles.compactMap(\.stringValue) == ["Rest → A & <B>", "A & <B> → Rest breaks a rule"]
        )
        #expect(picture.matches(of: /class="arrow"/).count == 1)
        #expect(picture.matches(of: /class="arrow forbidden"/).count == 1)
        #expect(picture.contains("stroke-dasharray"))
        // A long row of modules wraps onto several lines within its band.
        let many = ModuleGraph(
            (0..<20).map { Module(name: "Module\($0)", kind: .library, folder: "") }
        )
        let wide = Drawing(of: many, rules: .none).picture
        let places = wide.matches(of: /class="module" x="(\d+)" y="(\d+)" width="(\d+)"/).compactMap
        { match in
            Int(match.1).flatMap { x in Int(match.3).map { x + $0 } }
        }
        #expect(places.count == 20)
        #expect(places.allSatisfy { $0 < 880 })
        #expect(
            Set(wide.matches(of: /class="module" x="\d+" y="(\d+)"/).map { String($0.1) }) == [
                "9", "48", "87", "126",
            ]
        )
    }

    @Test func `the rows do not depend on the order of the modules in the manifest`() {
        let modules = [
            Module(name: "A", kind: .library, folder: "A", dependencies: ["B"]),
            Module(name: "B", kind: .library, folder: "B"),
            Module(name: "D", kind: .library, folder: "D"),
            Module(name: "C", kind: .library, folder: "C", dependencies: ["D"]),
        ]
        for modules in [modules, modules.reversed()] {
            let rows = Drawing(of: ModuleGraph(modules), rules: .none).rows
            #expect(rows.map { $0.modules.map(\.name) } == [["A", "C"], ["B", "D"]])
        }
    }

    @Test func `layers are rows, from top to bottom`() {
        let drawing = drawing(rules: rules)
        #expect(drawing.rows.map(\.name) == ["Features", "Foundations"])
        #expect(drawing.rows[0].modules.map(\.name) == ["end", "Home", "Net"])
    }

    @Test func `counts implied edges, but does not draw them`() {
        #expect(drawing().edges.count == 5)
        #expect(
            drawing().drawnEdges.map { "\($0.from)>\($0.to)" } == [
                "Net>Core", "Home>Core", "end>Home", "end>Net",
            ]
        )
        #expect(drawing { $0.showsEveryEdge = true }.drawnEdges.count == 5)
    }

    @Test func `the height is the length of the longest chain`() {
        #expect(drawing().height == 3)
        #expect(drawing().longestPath == ["end", "Home", "Core"])
        #expect(
            drawing().summary
                == "4 modules, 5 edges (1 implied by others are not drawn), none broken, height 3\n"
                + "longest path: end → Home → Core"
        )
    }

    @Test func `the longest path is the first of several in the order of the manifest`() {
        let chains = ModuleGraph([
            Module(name: "X", kind: .library, folder: "X", dependencies: ["Y"]),
            Module(name: "Y", kind: .library, folder: "Y"),
            Module(name: "A", kind: .library, folder: "A", dependencies: ["B"]),
            Module(name: "B", kind: .library, folder: "B"),
        ])
        #expect(Drawing(of: chains, rules: .none).longestPath == ["X", "Y"])
    }

    @Test func `draws a forbidden and undeclared import as a broken edge`() {
        let drawing = drawing(violations: violations)
        let broken = drawing.drawnEdges.filter { $0.brokenRule != nil }
        #expect(broken.map { "\($0.from)>\($0.to)" } == ["Core>Home"])
        #expect(drawing.summary.contains("1 broken"))
        #expect(drawing.text(hasColor: false).contains("  Core → ✗ Home (forbidden-dependency)"))
        #expect(
            drawing.text(hasColor: true).contains(
                "\u{1B}[31m✗ Home (forbidden-dependency)\u{1B}[0m"
            )
        )
    }

    @Test func `draws each edge of a cycle as broken`() {
        let cycle = ModuleGraph([
            Module(name: "A", kind: .library, folder: "A", dependencies: ["B"]),
            Module(name: "B", kind: .library, folder: "B", dependencies: ["A"]),
        ])
        let checker = BoundaryChecker(
            graph: cycle,
            rules: .none,
            manifest: ManifestText(path: "Package.swift", text: "")
        ) {
            _ in []
        }
        let drawing = Drawing(of: cycle, rules: .none, violations: checker.violationsOfPackage())
        #expect(drawing.drawnEdges.map(\.brokenRule) == [.dependencyCycle, .dependencyCycle])
        #expect(drawing.height == 1)
    }

    @Test func `an edge in a cycle is not implied`() {
        let cycle = ModuleGraph([
            Module(name: "A", kind: .library, folder: "A", dependencies: ["B", "C"]),
            Module(name: "B", kind: .library, folder: "B", dependencies: ["A"]),
            Module(name: "C", kind: .library, folder: "C", dependencies: ["B"]),
        ])
        #expect(Drawing(of: cycle, rules: .none).drawnEdges.count == 4)
    }

    @Test func `a warning does not mark an edge as broken`() {
        let checker = BoundaryChecker(
            graph: graph,
            rules: .none,
            manifest: ManifestText(path: "Package.swift", text: "")
        ) {
            module in
            [SourceFile(path: "\(module.name).swift", text: "let value = 1")]
        }
        let warnings = graph.modules.flatMap(checker.violations)
        #expect(
            warnings.contains {
                $0.rule == .unusedDependency && $0.module == "Home" && $0.other == "Core"
            }
        )
        #expect(drawing(violations: warnings).edges.allSatisfy { $0.brokenRule == nil })
    }

    @Test func `plugins are not drawn`() {
        let plugin = Module(name: "Check", kind: .plugin, folder: "Plugins/Check")
        let drawing = Drawing(of: ModuleGraph(graph.modules + [plugin]), rules: .none)
        #expect(!drawing.modules.map(\.kind).contains(.plugin))
    }

    @Test func `draws an empty package`() {
        let drawing = Drawing(of: ModuleGraph([]), rules: .none)
        #expect(drawing.summary == "0 modules, 0 edges, none broken, height 0")
        #expect(drawing.picture.contains("width=\"880\" height=\"2\""))
    }

    @Test func `the text format lists each layer and the dependencies of each module`() {
        #expect(
            drawing(rules: rules).text(hasColor: false) == """
                Features
                  end → Home, Net
                  Home → Core
                  Net → Core

                Foundations
                  Core

                4 modules, 5 edges (1 implied by others are not drawn), none broken, height 3
                longest path: end → Home → Core
                """
        )
    }

    @Test func `the JSON format contains every edge, including implied edges`() throws {
        struct Graph: Decodable {
            struct Node: Decodable { let name, kind, path: String; let layer: String? }
            struct Edge: Decodable {
                let from, to: String; let implied: Bool; let brokenRule: String?
            }
            let modules: [Node]
            let edges: [Edge]
            let height: Int
            let longestPath: [String]
        }
        let json = try drawing(rules: rules, violations: violations).json()
        #expect(json.hasPrefix("{\n  \"edges\" : [\n"))
        #expect(json.contains("\"path\" : \"Sources/Core\""))
        let graph = try JSONDecoder().decode(Graph.self, from: Data(json.utf8))
        #expect(graph.modules.map(\.name) == ["end", "Home", "Net", "Core"])
        #expect(graph.modules.first { $0.name == "Core" }?.layer == "Foundations")
        let implied: [String] = graph.edges.filter(\.implied).map { (edge: Graph.Edge) -> String in
            "\(edge.from)>\(edge.to)"
        }
        let broken: [String] = graph.edges.filter { $0.brokenRule != nil }.map(\.from)
        #expect(implied == ["end>Core"])
        #expect(broken == ["Core"])
    }
}
