import BoundaryRules
import Foundation
import GraphDrawing
import PackageManifestTesting
import Testing

/// Tests of the positions of bands, modules and arrows in a picture.
struct PictureTests {
    /// Returns a picture with all edges of a graph, whose layers are the folders with these names.
    private func picture(_ modules: String, layers: [String]) -> String {
        let graph = ModuleGraph(modules)
        let layers = layers.map { Layer($0, paths: ["\($0)/*"], canDependOn: [.everything]) }
        return Drawing(of: graph, rules: LayerRules(layers: layers), isComplete: true).picture
    }

    private func body(_ picture: String) -> String? {
        picture.components(separatedBy: "</style>\n").last
    }

    @Test func `a picture consists of the bands, then the arrows to the next band`() {
        let picture = picture(
            """
            App executable in Top/App: Home, Core
            Home in Middle/Home: Core
            Core in Base/Core
            """,
            layers: ["Top", "Middle", "Base"]
        )
        let size = #"width="880" height="191" viewBox="0 0 880 191""#
        #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)>\n<style>\n"))
        #expect(!picture.contains("stroke-dasharray"))
        let expected = """
            <g transform="translate(1 1)">
            <rect class="layer" width="878" height="48" rx="8"/>
            <text class="name" x="12" y="21">Top</text>
            <text class="use" x="12" y="38">→ Middle, Base</text>
            <rect class="module" x="250" y="9" width="44" height="30" rx="6"/>
            <text class="title" x="272" y="29">App</text>
            </g>
            <g transform="translate(1 71)">
            <rect class="layer" width="878" height="48" rx="8"/>
            <text class="name" x="12" y="21">Middle</text>
            <text class="use" x="12" y="38">→ Base</text>
            <rect class="module" x="250" y="9" width="52" height="30" rx="6"/>
            <text class="title" x="276" y="29">Home</text>
            </g>
            <g transform="translate(1 141)">
            <rect class="layer" width="878" height="48" rx="8"/>
            <text class="name" x="12" y="21">Base</text>
            <rect class="module" x="250" y="9" width="52" height="30" rx="6"/>
            <text class="title" x="276" y="29">Core</text>
            </g>
            <g><title>Top → Middle</title><path class="arrow" d="M125 49V65"/>\
            <path class="head" d="M125 71l-5 -9h10z"/></g>
            <g><title>Middle → Base</title><path class="arrow" d="M125 119V135"/>\
            <path class="head" d="M125 141l-5 -9h10z"/></g>
            </svg>
            """
        #expect(body(picture) == expected)
    }

    @Test func `modules that break a rule are red, and so are the arrows from their layers`() throws
    {
        let graph = ModuleGraph("App: Home\nHome: Core\nCore\nNet")
        let rules = try LayerRules(
            """
            {"layers": [
              {"name": "A & <B>", "modules": ["Core"], "canDependOn": []},
              {"name": "Rest", "paths": ["**"], "canDependOn": "*"}]}
            """
        )
        let violations = BoundaryChecker(graph, rules, sources: ["Core": "import Home"]).results()
        let picture = Drawing(of: graph, rules: rules, violations: violations).picture
        #expect(picture.contains("stroke-dasharray"))
        let expected = """
            <g transform="translate(1 1)">
            <rect class="layer" width="854" height="48" rx="8"/>
            <text class="name" x="12" y="21">Rest</text>
            <text class="use" x="12" y="38">→ A &#38; &#60;B&#62;</text>
            <rect class="module" x="250" y="9" width="44" height="30" rx="6"/>
            <text class="title" x="272" y="29">App</text>
            <rect class="module" x="303" y="9" width="52" height="30" rx="6"/>
            <text class="title" x="329" y="29">Home</text>
            <rect class="module" x="364" y="9" width="44" height="30" rx="6"/>
            <text class="title" x="386" y="29">Net</text>
            </g>
            <g transform="translate(1 71)">
            <rect class="layer" width="854" height="48" rx="8"/>
            <text class="name" x="12" y="21">A &#38; &#60;B&#62;</text>
            <text class="use" x="12" y="38">→ ✗ Rest</text>
            <rect class="broken" x="250" y="9" width="52" height="30" rx="6"/>
            <text class="title" x="276" y="29">Core</text>
            </g>
            <g><title>Rest → A &#38; &#60;B&#62;</title><path class="arrow" d="M125 49V65"/>\
            <path class="head" d="M125 71l-5 -9h10z"/></g>
            <g><title>A &#38; &#60;B&#62; → Rest breaks a rule</title>\
            <path class="arrow forbidden" d="M855 105H871V15H861"/>\
            <circle class="head tip" cx="871" cy="105" r="2.5"/>\
            <path class="head tip" d="M855 15l9 -5v10z"/></g>
            </svg>
            """
        #expect(body(picture) == expected)
    }

    @Test func `the modules of a layer share a line until the line is full`() {
        func lines(_ names: [String]) -> [String] {
            let graph = ModuleGraph(names.joined(separator: "\n"))
            let picture = Drawing(of: graph, rules: .none).picture
            return picture.matches(of: /class="module" x="\d+" y="(\d+)"/).map { String($0.1) }
        }
        // Four names with 16 characters fill a line exactly.
        let names = (1...4).map { "SixteenLetters-\($0)" }
        #expect(lines(names) == ["9", "9", "9", "9"])
        #expect(lines(names + ["Z"]) == ["9", "9", "9", "9", "48"])
        // A module that is wider than a line has its own line.
        #expect(lines([String(repeating: "A", count: 80), "B"]) == ["9", "48"])
    }

    @Test func `the layers that a layer uses are in lines next to its modules`() {
        let picture = picture(
            """
            1 in A/1: 2, 3, 4
            2 in AlphabetServices/2
            3 in BetamaxServices/3
            4 in GammaServices/4
            """,
            layers: ["A", "AlphabetServices", "BetamaxServices", "GammaServices"]
        )
        let lines = picture.matches(of: /class="use" x="12" y="(\d+)">([^<]+)</)
        #expect(lines.map(\.1) == ["38", "52"])
        #expect(lines.map(\.2) == ["→ AlphabetServices, BetamaxServices,", "GammaServices"])
        #expect(picture.contains(#"<rect class="layer" width="878" height="62" rx="8"/>"#))
    }

    @Test func `arrows that break a rule are beside the bands, and share a lane to a layer`() throws
    {
        let graph = ModuleGraph(
            """
            1 in A/1: 2, 3
            2 in B/2
            3 in C/3
            4 in D/4: 1, 3
            """
        )
        let layers = ["A", "B", "C", "D"].map { Layer($0, paths: ["\($0)/*"], canDependOn: []) }
        let rules = LayerRules(layers: layers)
        let violations = BoundaryChecker(graph, rules).results()
        let picture = Drawing(of: graph, rules: rules, violations: violations).picture
        let arrows = picture.matches(
            of: /<title>(. → .) breaks a rule<.+ class="arrow forbidden" d="M[^HV]+(H\d+)?V/
        )
        // The arrow from A to B leads to the next band.
        let lanes = arrows.map { "\($0.1): \($0.2 ?? "none")" }
        #expect(lanes == ["A → B: none", "A → C: H871", "D → A: H847", "D → C: H871"])
    }
}
