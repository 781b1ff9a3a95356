import BoundaryRules
import GraphDrawing
import Testing

struct GraphDifferenceTests {
    private func graph(_ modules: [String: [String]]) -> ModuleGraph {
        ModuleGraph(
            modules.sorted { $0.key < $1.key }.map {
                Module(name: $0, kind: .library, folder: "", dependencies: $1)
            }
        )
    }

    @Test func `lists added and removed modules and edges`() {
        let difference = GraphDifference(
            from: graph(["App": ["Home", "end"], "Home": [], "end": []]),
            to: graph(["App": ["Home"], "Home": ["New-Net"], "New-Net": []])
        )
        #expect(difference.text == "+ New-Net\n- end\n+ Home → New-Net\n- App → end")
        #expect(difference.summary == "1 module and 1 edge added, 1 module and 1 edge removed")
    }

    @Test func `lists edges in the order of their modules`() {
        let difference = GraphDifference(
            from: graph(["A": [], "B": [], "C": [], "D": []]),
            to: graph(["A": ["D", "B"], "B": ["C"], "C": [], "D": []])
        )
        #expect(difference.text == "+ A → B\n+ A → D\n+ B → C")
    }

    @Test func `lists modules and the edges of one module in alphabetical order`() {
        func graph(_ names: [String]) -> ModuleGraph {
            let leaves = names.map { Module(name: $0, kind: .library, folder: "") }
            let root = Module(name: "Root", kind: .library, folder: "", dependencies: names)
            return ModuleGraph([root] + leaves)
        }
        let difference = GraphDifference(
            from: graph(["d", "b", "e", "a", "c"]),
            to: graph(["D", "B", "E", "A", "C"])
        )
        let old = ["a", "b", "c", "d", "e"]
        let new = ["A", "B", "C", "D", "E"]
        let modules = new.map { "+ \($0)" } + old.map { "- \($0)" }
        let edges = new.map { "+ Root → \($0)" } + old.map { "- Root → \($0)" }
        #expect(difference.text == (modules + edges).joined(separator: "\n"))
    }

    @Test func `a difference with one change is not empty`() {
        let pair = graph(["App": [], "Home": []])
        let others = [
            graph(["App": []]), graph(["App": [], "Home": [], "Net": []]),
            graph(["App": ["Home"], "Home": []]),
        ]
        for other in others {
            #expect(!GraphDifference(from: pair, to: other).isEmpty)
            #expect(!GraphDifference(from: other, to: pair).isEmpty)
        }
    }

    @Test func `a difference is empty if only the order changed`() {
        let difference = GraphDifference(
            from: graph(["App": ["A", "B"], "A": [], "B": []]),
            to: graph(["B": [], "App": ["B", "A"], "A": []])
        )
        #expect(difference.isEmpty)
        #expect(difference.text.isEmpty)
    }
}
