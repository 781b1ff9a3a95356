import BoundaryRules
import Foundation
import PackageManifestTesting
import ProgramTesting
import SwiftSource
import Testing

/// Tests the remedies for a manifest that declares targets by lists of modules.
struct ManifestPartTests {
    /// Returns a workspace whose manifest is the given line, followed by the functions of the
    /// manifest of this workspace, which every workspace has.
    private func workspace(_ line: String) throws -> Workspace {
        let manifest = try Workspace.text(of: "Package.swift")
        let parts = manifest.split(separator: "// MARK: - From values to targets")
        try #require(parts.count == 2)
        var workspace = Workspace()
        workspace.manifest = "let name = 1\n\(line)\n\(parts[1])"
        workspace.add(
            """
            PagesInterface in Modules/Features/Pages/Interface
            Text in Modules/Libraries/Text
            LibraryTesting in Modules/Features/Library/Testing: Core, LibraryInterface
            """
        )
        return workspace
    }

    /// A line of the manifest, a module that imports another module, and the remedy.
    @Test(
        arguments: Row.table(
            #"""
            feature("Library") → Library → PagesInterface → add "PagesInterface" to `uses` of feature("Library") at Package.swift:2
            feature("Library", uses: ["Text"]) → LibraryInterface → PagesInterface → add "PagesInterface" to `exposes` of feature("Library") at Package.swift:2
            feature("Library", uses: ["PagesInterface"]) → LibraryInterface → PagesInterface → move "PagesInterface" from `uses` to `exposes` of feature("Library") at Package.swift:2
            feature("Library") → LibraryTesting → PagesInterface → add "PagesInterface" to `exposes` of feature("Library") at Package.swift:2
            feature("Library") → LibraryTests → Text → add "Text" to `tests` of feature("Library") at Package.swift:2
            single("Library") → Library → Text → add "Text" to `uses` of single("Library") at Package.swift:2
            service("SQLite") → SQLite → Text → add "Text" to `uses` of service("SQLite") at Package.swift:2
            app("Shelf", uses: interfaces) → Shelf → Text → add "Text" to `uses` of app("Shelf") at Package.swift:2
            .module("CoreTesting", at: "Modules/CoreTesting", uses: ["Core"]) → CoreTesting → Text → add "Text" to `uses` of .module("CoreTesting") at Package.swift:2
            .module("Library", at: "", uses: []), .tests(of: "Library", uses: []) → LibraryTests → Text → add "Text" to `uses` of .tests(of: "Library") at Package.swift:2
            // These lines belong to other dialects.
            .target(name: "Library", dependencies: []), feature("Library") → Library → Text → add "Text" to the dependencies of 'Library' at Package.swift:2
            Feature("Library") → Library → Text → add "Text" to the dependencies of 'Library' at Package.swift:2
            """#
        )
    )
    func `the remedy for an undeclared import names the list and the line`(row: Row) throws {
        let workspace = try workspace(row[0])
        let found = workspace.violations(row[1], "import \(row[2])", of: .undeclaredImport)
        #expect(found.map(\.remedy) == ["\(row[3]), or remove the import"])
        #expect(found.map(\.location?.line) == [1])
    }

    /// The modules that import `Text`, and the remedy for `Library` and `LibraryInterface`, which
    /// declare it and do not import it.
    @Test(arguments: [
        ("uses", "Library", [], #"remove "Text" from `uses`"#),
        ("uses", "Library", ["LibraryTests"], #"move "Text" from `uses` to `tests`"#),
        ("exposes", "LibraryInterface", ["Library"], #"move "Text" from `exposes` to `uses`"#),
        (
            "exposes", "LibraryInterface", ["LibraryTesting"],
            #"remove the imports in 'LibraryTesting', and then "Text" from `exposes`"#
        ),
    ])
    func `the remedy for an unused dependency names the list that the other targets need`(
        list: String,
        module: String,
        importers: [String],
        remedy: String
    ) throws {
        let part = #"feature("Library", \#(list): ["Text"])"#
        var workspace = try workspace("\"LibraryInterface\",\n\(part)")
        workspace.change(module) { $0.dependencies.append("Text") }
        for name in importers {
            workspace.sources[name] = "import Text"
        }
        let violations = workspace.violations(module, of: .unusedDependency)
        let unused = try #require(violations.first { $0.other == "Text" })
        let place = #" of feature("Library") at Package.swift:3, or keep it with an entry"#
        #expect(unused.remedy.hasPrefix(remedy + place), "\(unused.remedy)")
        #expect(unused.location?.line == 3)
    }

    /// A function of the manifest turns the names of products into dependencies.
    @Test func `a list names a product that another list names too`() throws {
        let product = #".product(name: "Log", package: "logs")"#
        let missing =
            ", and return \(product) for it in the function that turns names into dependencies"
        for (others, end) in [("", missing), (#"service("SQLite", uses: ["Log"])"#, "")] {
            var workspace = try workspace(#"feature("Library") \#(others)"#)
            workspace.add("Log external")
            workspace.change("Log") { log in
                log.package = "logs"
                log.contents = .swift
            }
            let remedies = workspace.violations("Library", "import Log").map(\.remedy)
            let addition = #"add "Log" to `uses` of feature("Library") at Package.swift:2"#
            #expect(remedies.contains("\(addition)\(end), or remove the import"), "\(remedies)")
        }
    }
}
