import BoundaryRules
import GraphDrawing
import SwiftSource
import Testing

/// Tests pictures of a package with 90 modules: an app, 40 features with interfaces, and 9 core
/// modules. Each feature imports a core module that it does not declare, and two features import
/// another feature.
struct LargeGraphTests {
    private static let features = (1...40).map { "Feature\($0)" }

    private let graph: ModuleGraph
    private let violations: [Violation]

    init() {
        let app = Module(
            name: "App",
            kind: .executable,
            folder: "Sources/App/App",
            dependencies: Self.features
        )
        var modules = [app]
        for (index, name) in Self.features.enumerated() {
            let used = Self.features[(index + 1) % 40]
            modules.append(
                Module(
                    name: name,
                    kind: .library,
                    folder: "Sources/Features/\(name)",
                    dependencies: ["\(name)Interface", "\(used)Interface"]
                )
            )
            modules.append(
                Module(
                    name: "\(name)Interface",
                    kind: .library,
                    folder: "Sources/Interfaces/\(name)",
                    dependencies: ["Core9"]
                )
            )
        }
        for number in 1...9 {
            let below = (1..<number).map { "Core\($0)" }
            modules.append(
                Module(
                    name: "Core\(number)",
                    kind: .library,
                    folder: "Sources/Core/Core\(number)",
                    dependencies: below
                )
            )
        }
        let graph = ModuleGraph(modules)
        self.graph = graph

        let imports = ["Feature1": "\nimport Feature40", "Feature2": "\nimport Feature39"]
        let manifest = ManifestText(path: "Package.swift", text: "")
        let checker = BoundaryChecker(graph: graph, rules: Self.rules, manifest: manifest) {
            module in
            guard Self.features.contains(module.name) else {
                return []
            }
            let text = "import Core1" + (imports[module.name] ?? "")
            return [SourceFile(path: "\(module.name).swift", text: text)]
        }
        violations = graph.modules.flatMap(checker.violations)
    }

    private static let rules = LayerRules(layers: [
        Layer("App", paths: ["Sources/App/*"], canDependOn: [.everything]),
        Layer(
            "Features",
            paths: ["Sources/Features/*"],
            canDependOn: [.layer("Interfaces"), .layer("Core")]
        ),
        Layer("Interfaces", paths: ["Sources/Interfaces/*"], canDependOn: [.layer("Core")]),
        Layer("Core", paths: ["Sources/Core/*"], canDependOn: [.layer("Core")]),
    ])

    private func drawing(rules: LayerRules = rules, isReduced: Bool = false) -> Drawing {
        var options = Drawing.Options()
        options.isReduced = isReduced
        return Drawing(of: graph, rules: rules, violations: violations, options: options)
    }

    @Test func `the test package has 90 modules`() {
        #expect(drawing().modules.count == 90)
        #expect(drawing().edges.count { $0.brokenRule != nil } == 42)
    }

    @Test func `edges show the numbers of broken rules, and a legend explains the numbers`() {
        let dot = drawing().dot
        #expect(dot.matches(of: /xlabel="1"/).count == 40)
        #expect(dot.matches(of: /xlabel="2"/).count == 2)
        #expect(dot.ranges(of: "undeclared-import").count == 1)
        #expect(dot.contains("1: undeclared-import (40 edges)\\l"))
        #expect(dot.contains("\\l2: forbidden-dependency (2 edges)\\l"))
        let mermaid = drawing().mermaid
        #expect(mermaid.contains("    Feature1 -->|2| Feature40\n"))
        #expect(mermaid.contains("        rule2[\"2: forbidden-dependency (2 edges)\"]\n"))
    }

    @Test func `by default, a drawing contains implied edges that break a rule`() {
        let drawing = Drawing(of: graph, rules: Self.rules, violations: violations)
        #expect(drawing.drawnEdges.count { $0.brokenRule != nil } == 42)
    }

    @Test func `a transitive reduction omits implied edges that break a rule`() {
        let reduced = drawing(isReduced: true)
        let broken = reduced.drawnEdges.filter { $0.brokenRule != nil }
        #expect(broken.map(\.from) == ["Feature1", "Feature2"])
        #expect(reduced.dot.contains("\"Broken rules\\l1: forbidden-dependency (2 edges)\\l\""))
        #expect(
            reduced.summary.contains("42 broken (40 not drawn), height 12 without broken edges")
        )
        // A module still has a red border if its broken edges are not drawn.
        #expect(reduced.dot.contains("    \"Feature7\" [color=\"#d1242f\"];"))
    }

    @Test func `a graph with wide rows is drawn from left to right`() {
        #expect(drawing().dot.contains("rankdir=LR;"))
        for (width, direction) in [(1, "TB"), (12, "TB"), (13, "LR")] {
            let row = (1...width).map { Module(name: "A\($0)", kind: .library, folder: "A") }
            let dot = Drawing(of: ModuleGraph(row), rules: .none).dot
            #expect(dot.contains("rankdir=\(direction);"), "\(width)")
        }
    }

    @Test func `each layer is a group`() {
        let dot = drawing().dot
        for name in ["App", "Features", "Interfaces", "Core"] {
            #expect(dot.contains("label=\"\(name)\"; labeljust=l;"))
        }
    }

    @Test func `each connected component is a group if the package has no layers`() {
        let parts = ModuleGraph([
            Module(name: "A", kind: .library, folder: "A", dependencies: ["B", "C"]),
            Module(name: "B", kind: .library, folder: "B"),
            Module(name: "C", kind: .library, folder: "C"),
            Module(name: "Other", kind: .library, folder: "Other", dependencies: ["C"]),
            Module(name: "X", kind: .library, folder: "X", dependencies: ["Y"]),
            Module(name: "Y", kind: .library, folder: "Y"),
            Module(name: "Alone", kind: .library, folder: "Alone"),
        ])
        let mermaid = Drawing(of: parts, rules: .none).mermaid
        #expect(
            mermaid.hasPrefix(
                """
                flowchart TD
                    subgraph layer0["A and 3 other modules"]
                        A
                        Other
                        B
                        C
                    end
                    subgraph layer1["X and 1 other module"]
                        X
                        Y
                    end
                    subgraph layer2["without dependencies"]
                        Alone
                    end

                """
            )
        )
        let dot = Drawing(of: parts, rules: .none).dot
        #expect(dot.contains("label=\"X and 1 other module\";"))
        #expect(!dot.contains("rank=same"))
    }
}
