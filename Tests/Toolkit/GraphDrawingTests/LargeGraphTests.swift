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

    private func drawing() -> Drawing {
        Drawing(of: graph, rules: Self.rules, violations: violations)
    }

    @Test func `the test package has 90 modules`() {
        #expect(drawing().modules.count == 90)
        #expect(drawing().edges.count { $0.brokenRule != nil } == 42)
    }

    @Test func `by default, a drawing contains implied edges that break a rule`() {
        #expect(drawing().drawnEdges.count { $0.brokenRule != nil } == 42)
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
