import BoundaryRules
import Foundation
import GraphDrawing
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Tests of the positions of bands, modules and arrows in a picture.
struct PictureTests {
    @Test func `a picture consists of the bands, then the arrows between them`() {
        let graph = ModuleGraph([
            Module(name: "App", kind: .executable, folder: "App", dependencies: ["Home", "Core"]),
            Module(name: "Home", kind: .library, folder: "Home", dependencies: ["Core"]),
            Module(name: "Core", kind: .library, folder: "Core"),
        ])
        let rules = LayerRules(layers: [
            Layer("Top", paths: ["App"], canDependOn: [.everything]),
            Layer("Middle", paths: ["Home"], canDependOn: [.everything]),
            Layer("Base", paths: ["Core"], canDependOn: []),
        ])
        var options = Drawing.Options()
        options.showsEveryEdge = true
        let picture = Drawing(of: graph, rules: rules, options: options).picture
        let size = #"width="880" height="191" viewBox="0 0 880 191""#
        #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)>\n<style>\n"))
        #expect(
            picture.components(separatedBy: "</style>\n").last == """
                <g transform="translate(1 1)">
                <rect class="layer" width="854" height="48" rx="8"/>
                <text class="name" x="12" y="21">Top</text>
                <text class="use" x="12" y="38">→ Middle, Base</text>
                <rect class="module" x="250" y="9" width="44" height="30" rx="6"/>
                <text class="title" x="272" y="29">App</text>
                </g>
                <g transform="translate(1 71)">
                <rect class="layer" width="854" height="48" rx="8"/>
                <text class="name" x="12" y="21">Middle</text>
                <text class="use" x="12" y="38">→ Base</text>
                <rect class="module" x="250" y="9" width="52" height="30" rx="6"/>
                <text class="title" x="276" y="29">Home</text>
                </g>
                <g transform="translate(1 141)">
                <rect class="layer" width="854" height="48" rx="8"/>
                <text class="name" x="12" y="21">Base</text>
                <rect class="module" x="250" y="9" width="52" height="30" rx="6"/>
                <text class="title" x="276" y="29">Core</text>
                </g>
                <g><title>Top → Middle</title><path class="arrow" d="M125 49V65"/>\
                <path class="head" d="M125 71l-5 -9h10z"/></g>
                <g><title>Middle → Base</title><path class="arrow" d="M125 119V135"/>\
                <path class="head" d="M125 141l-5 -9h10z"/></g>
                <g><title>Top → Base</title><path class="arrow" d="M855 35H871V155H861"/>\
                <circle class="head" cx="871" cy="35" r="2.5"/>\
                <path class="head" d="M855 155l9 -5v10z"/></g>
                </svg>
                """
        )
    }

    @Test func `the modules of a layer share a line until the line is full`() {
        func lines(_ names: [String]) -> [String] {
            let modules = names.map { Module(name: $0, kind: .library, folder: "") }
            let picture = Drawing(of: ModuleGraph(modules), rules: .none).picture
            return picture.matches(of: /class="module" x="\d+" y="(\d+)"/).map { String($0.1) }
        }
        // Four names with 16 characters fill a line exactly.
        let names = (1...4).map { "SixteenLetters-\($0)" }
        #expect(lines(names) == ["9", "9", "9", "9"])
        #expect(lines(names + ["Z"]) == ["9", "9", "9", "9", "48"])
        // A module that is wider than a line has its own line.
        #expect(lines([String(repeating: "A", count: 80), "B"]) == ["9", "48"])
    }

    @Test func `a picture has an arrow from each layer to each layer that it uses`() throws {
        let names = ["A", "B", "C", "D"]
        let graph = ModuleGraph(
            ["A": ["B", "D"], "B": ["C"], "C": ["D"], "D": []].map { name, dependencies in
                Module(name: name, kind: .library, folder: name, dependencies: dependencies)
            }
        )
        let rules = LayerRules(
            layers: names.map { Layer($0, paths: [$0], canDependOn: []) }
        )
        var options = Drawing.Options()
        options.showsEveryEdge = true
        let picture = Drawing(of: graph, rules: rules, options: options).picture
        let titles = try XMLDocument(xmlString: picture)
            .nodes(forXPath: "//*[local-name()='title']").compactMap(\.stringValue)
        #expect(titles == ["A → B", "B → C", "C → D", "A → D"])
        // Three arrows lead to the next band, and one arrow leads around two bands.
        #expect(picture.matches(of: /class="arrow" d="M\d+ \d+V\d+"/).count == 3)
        #expect(picture.matches(of: /class="arrow" d="M\d+ \d+H\d+V\d+H\d+"/).count == 1)
    }

    /// The lanes are beside the bands, and each lane has its own horizontal position.
    @Test func `arrows around separate layers of a picture share a lane`() {
        let names = ["A", "B", "C", "D", "E", "F", "G"]
        let others = ["A": ["C", "G"], "D": ["F"]]
        let modules = zip(names, names.dropFirst() + [""]).map { name, next in
            Module(
                name: name,
                kind: .library,
                folder: name,
                dependencies: [next] + (others[name] ?? [])
            )
        }
        var options = Drawing.Options()
        options.showsEveryEdge = true
        let picture = Drawing(
            of: ModuleGraph(modules),
            rules: LayerRules(layers: names.map { Layer($0, paths: [$0], canDependOn: []) }),
            options: options
        ).picture
        let lanes = picture.matches(
            of: /<title>(. → .)<.title><path class="arrow" d="M\d+ \d+H(\d+)V/
        )
        #expect(lanes.map(\.1) == ["A → C", "D → F", "A → G"])
        #expect(lanes.map(\.2) == ["847", "847", "871"])
    }

    @Test func `arrows of a picture that would overlap have different lanes`() {
        let dependencies: KeyValuePairs<String, [String]> = [
            "A": ["B", "C"], "B": ["C", "D"], "C": ["D"], "D": ["E", "A2"], "E": ["B2"],
            "A2": [], "B2": [],
        ]
        let modules = dependencies.map { name, others in
            let folder = "\(name.prefix(1))/\(name)"
            return Module(name: name, kind: .library, folder: folder, dependencies: others)
        }
        let layers = ["A", "B", "C", "D", "E"].map { name in
            Layer(name, paths: ["\(name)/*"], canDependOn: [])
        }
        var options = Drawing.Options()
        options.showsEveryEdge = true
        let picture = Drawing(
            of: ModuleGraph(modules),
            rules: LayerRules(layers: layers),
            options: options
        ).picture
        let lanes = picture.matches(
            of: /<title>(. → .)<.title><path class="arrow" d="M\d+ \d+H(\d+)V/
        )
        #expect(Set(lanes.map(\.1)) == ["A → C", "B → D", "D → A", "E → B"])
        #expect(Set(lanes.map(\.2)).count == 4)
    }
}
