import BoundaryRules
import Testing

struct ModuleGraphTests {
    private func graph(_ dependencies: KeyValuePairs<String, [String]>) -> ModuleGraph {
        ModuleGraph(
            dependencies.map {
                Module($0, in: "Sources/\($0)", uses: $1)
            }
        )
    }

    @Test func `finds all shortest chains in the order of the manifest`() {
        let graph = graph([
            "App": ["B", "A", "Long"],
            "A": ["Core"],
            "B": ["Core"],
            "Long": ["A"],
            "Core": ["Base"],
            "Base": [],
        ])
        let chains: [[String]] = [["App", "B", "Core", "Base"], ["App", "A", "Core", "Base"]]
        #expect(graph.shortestChains(from: "App", to: "Base") == chains)
        #expect(graph.shortestChains(from: "App", to: "Base", limit: 1) == [chains[0]])
        #expect(graph.shortestChains(from: "App", to: "A") == [["App", "A"]])
        #expect(graph.shortestChains(from: "Base", to: "App") == [])
        #expect(graph.shortestChains(from: "App", to: "App") == [])
        #expect(graph.shortestChains(from: "App", to: "Nobody") == [])
    }

    @Test func `a limit ends the search early if the number of chains is exponential`() {
        var modules = [Module("L0", in: "", uses: ["A1", "B1"])]
        for level in 1...40 {
            for side in ["A", "B"] {
                let next = level < 40 ? ["A\(level + 1)", "B\(level + 1)"] : ["End"]
                modules.append(
                    Module("\(side)\(level)", in: "", uses: next)
                )
            }
        }
        modules.append(Module("End", in: ""))
        #expect(ModuleGraph(modules).shortestChains(from: "L0", to: "End", limit: 20).count == 20)
    }

    @Test func `finds each cycle once`() {
        #expect(graph(["A": ["B"], "B": ["C"], "C": []]).cycles() == [])
        #expect(
            graph(["A": ["B"], "B": ["C"], "C": ["B", "A"]]).cycles() == [["A", "B", "C", "A"]]
        )
        #expect(graph(["A": ["A"]]).cycles() == [["A", "A"]])
        #expect(graph(["X": ["A"], "A": ["B"], "B": ["A"]]).cycles() == [["A", "B", "A"]])
    }

    @Test func `finds a shortest cycle of a module that is in several cycles`() {
        let graph = graph(["A": ["B", "D"], "B": ["C"], "C": ["A"], "D": ["A"]])
        #expect(graph.cycles().first == ["A", "D", "A"])
    }

    @Test func `the search for reachable modules can ignore one dependency`() {
        let graph = graph(["App": ["A", "B"], "A": ["Core"], "B": ["Core"], "Core": []])
        #expect(graph.reachable(from: "App") == ["A", "B", "Core"])
        let edge = Dependency(of: "App", on: "A")
        #expect(graph.reachable(from: "App", without: edge) == ["B", "Core"])
        let shared = Dependency(of: "A", on: "Core")
        #expect(graph.reachable(from: "App", without: shared) == ["A", "B", "Core"])
        #expect(graph.reachable(from: "A", without: shared) == [])
    }

    @Test(arguments: [
        ("Core", "Core"),
        ("boundaries-check", "boundaries_check"),
        ("3D.Engine", "_D_Engine"),
        ("Ünï", "Ünï"),
    ])
    func `derives the import name of a module from the name of its target`(
        name: String,
        importName: String
    ) {
        #expect(Module(name, in: "").importName == importName)
    }

    @Test(arguments: [
        ("Modules/Core", "Modules/Core", true),
        ("Modules/*", "Modules/Core", true),
        ("Modules/*", "Modules/A/B", false),
        ("Modules/**", "Modules/A/B", true),
        ("**", "", true),
        ("**/Interface", "Modules/Features/A/Interface", true),
        ("Tests/*Tests", "Tests/CoreTests", true),
        ("Tests/*Tests", "Tests/Core", false),
        ("A*C*", "ABCD", true),
        ("", "", true),
        ("", "A", false),
        ("A/**/B", "A/B", true),
        ("A", "AB", false),
    ])
    func `a path pattern matches folders`(pattern: String, path: String, isMatch: Bool) {
        #expect(PathPattern(pattern).matches(path) == isMatch)
    }

    @Test func `mapDependencies(_:) replaces the dependencies of all modules`() {
        let graph = graph(["App": ["Core"], "Core": []])
        let mapped = graph.mapDependencies { $0.name == "Core" ? ["App"] : [] }
        #expect(mapped.modules.map(\.dependencies) == [[], ["App"]])
        #expect(mapped.modules.map(\.name) == ["App", "Core"])
    }

    @Test func `a module map replaces the import names of a module`() {
        var module = Module("CNet", .clang, in: "Sources/CNet", uses: [])
        module.setImportNames(fromModuleMap: [])
        #expect(!module.hasModuleMap)
        module.setImportNames(fromModuleMap: Array("module Net {}\nmodule NetExtras {}".utf8))
        #expect(module.hasModuleMap)
        #expect(module.importName == "Net")
        #expect(module.otherImportNames == ["NetExtras"])
    }
}
