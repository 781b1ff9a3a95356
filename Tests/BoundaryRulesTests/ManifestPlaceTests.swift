import BoundaryRules
import SwiftSource
import Testing

/// Where in the manifest a module's fault is reported.
struct ManifestPlaceTests {
    private func location(in manifest: String) -> SwiftSource.SourceLocation? {
        let module = Module(name: "A", kind: .library, folder: "", dependencies: ["A"])
        let checker = BoundaryChecker(
            graph: ModuleGraph([module]), rules: .none, manifest: ("Package.swift", manifest)
        ) { _ in [] }
        return checker.violationsOfPackage().first?.location
    }

    @Test(
        arguments: [
            (".library(name: \"A\", targets: [\"A\"]),\n.target(name: \"A\", dependencies: [])", 2, 15),
            (".target(name: \"B\", dependencies: [\"A\"]),\n  .executableTarget(\n    name: \"A\",\n  )", 3, 11),
            ("[.target(name: \"A\", condition: x)]\r\n.macro(name: \"A\", dependencies: [])", 2, 14),
            (".executable(name: \"a\", targets: [\"A\"]),\n.app(\n  \"A\", features: [])", 3, 3),
            ("let ü = 1; .module(\"A\", uses: [])", 1, 21),
            ("names.map { .target(name: $0) }", nil, nil),
        ] as [(String, Int?, Int?)])
    func `it is the declaration of the target, not a product or a dependency`(
        manifest: String, line: Int?, column: Int?
    ) {
        #expect(location(in: manifest)?.line == line)
        #expect(location(in: manifest)?.column == column)
    }
}
