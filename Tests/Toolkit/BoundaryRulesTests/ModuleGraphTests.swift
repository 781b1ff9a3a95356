import BoundaryRules
import PackageManifestTesting
import ProgramTesting
import Testing

struct ModuleGraphTests {
    @Test func `finds all shortest chains in the order of the manifest`() {
        let graph = ModuleGraph(
            """
            App: B, A, Long
            A: Core
            B: Core
            Long: A
            Core: Base
            Base
            """
        )
        let chains: [[String]] = [["App", "B", "Core", "Base"], ["App", "A", "Core", "Base"]]
        #expect(graph.shortestChains(from: "App", to: "Base") == chains)
        #expect(graph.shortestChains(from: "App", to: "Base", limit: 1) == [chains[0]])
        #expect(graph.shortestChains(from: "App", to: "A") == [["App", "A"]])
        #expect(graph.shortestChains(from: "Base", to: "App") == [])
        #expect(graph.shortestChains(from: "App", to: "App") == [])
        #expect(graph.shortestChains(from: "App", to: "Nobody") == [])
    }

    @Test func `a product provides its modules, except those of the toolchain`() {
        let product = Module(name: "Kit", kind: .external, folder: "")
            .providing(["Foundation", "A", "B"], .swift)
        #expect(product.importName == "A")
        #expect(product.otherImportNames == ["B"])
        #expect(product.contents == .swift)
        #expect(product.providing(["Foundation"], .swift).contents == .other)
    }

    @Test func `a limit ends the search early if the number of chains is exponential`() {
        let levels = (1..<40).flatMap { level in
            ["A", "B"].map { "\($0)\(level): A\(level + 1), B\(level + 1)" }
        }
        let lines = ["L0: A1, B1"] + levels + ["A40: End", "B40: End", "End"]
        let graph = ModuleGraph(lines.joined(separator: "\n"))
        #expect(graph.shortestChains(from: "L0", to: "End", limit: 20).count == 20)
    }

    @Test(arguments: [
        ("A: B\nB: C\nC", []), ("A: B\nB: C\nC: B, A", [["A", "B", "C", "A"]]),
        ("A: A", [["A", "A"]]), ("X: A\nA: B\nB: A", [["A", "B", "A"]]),
    ])
    func `finds each cycle once`(lines: String, cycles: [[String]]) {
        #expect(ModuleGraph(lines).cycles() == cycles)
    }

    @Test func `finds a shortest cycle of a module that is in several cycles`() {
        let graph = ModuleGraph("A: B, D\nB: C\nC: A\nD: A")
        #expect(graph.cycles().first == ["A", "D", "A"])
    }

    @Test func `the search for reachable modules can ignore one dependency`() {
        let graph = ModuleGraph("App: A, B\nA: Core\nB: Core\nCore")
        #expect(graph.reachable(from: "App") == ["A", "B", "Core"])
        let edge = Dependency(of: "App", on: "A")
        #expect(graph.reachable(from: "App", without: edge) == ["B", "Core"])
        let shared = Dependency(of: "A", on: "Core")
        #expect(graph.reachable(from: "App", without: shared) == ["A", "B", "Core"])
        #expect(graph.reachable(from: "A", without: shared) == [])
    }

    @Test(
        arguments: Row.table(
            """
            Core → Core
            boundaries-check → boundaries_check
            3D.Engine → _D_Engine
            Ünï → Ünï
            """
        )
    )
    func `derives the import name of a module from the name of its target`(row: Row) {
        #expect(Module(name: row[0], kind: .library, folder: "").importName == row[1])
    }

    /// A pattern, a path, and whether the pattern matches the path.
    @Test(
        arguments: Row.table(
            """
            Modules/Core → Modules/Core → true
            Modules/* → Modules/Core → true
            Modules/* → Modules/A/B → false
            Modules/** → Modules/A/B → true
            ** → → true
            **/Interface → Modules/Features/A/Interface → true
            Tests/*Tests → Tests/CoreTests → true
            Tests/*Tests → Tests/Core → false
            A*C* → ABCD → true
            → → true
            → A → false
            A/**/B → A/B → true
            A → AB → false
            """
        )
    )
    func `a path pattern matches folders`(row: Row) {
        #expect(PathPattern(row[0]).matches(row[1]) == Bool(row[2]))
    }

    @Test func `mapDependencies(_:) replaces the dependencies of all modules`() {
        let graph = ModuleGraph("App: Core\nCore")
        let mapped = graph.mapDependencies { $0.name == "Core" ? ["App"] : [] }
        #expect(mapped.modules.map(\.dependencies) == [[], ["App"]])
        #expect(mapped.modules.map(\.name) == ["App", "Core"])
    }

    @Test func `an empty module map does not change the import names of a module`() {
        var module = Module(name: "CNet", kind: .clang, folder: "Sources/CNet")
        module.setImportNames(fromModuleMap: [])
        #expect(!module.hasModuleMap)
        #expect(module.importName == "CNet")
        #expect(module.otherImportNames == [])
    }
}
