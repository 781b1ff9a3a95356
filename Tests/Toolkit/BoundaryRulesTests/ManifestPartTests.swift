import BoundaryRules
import Foundation
import SwiftSource
import Testing

/// Tests the remedies for a manifest that declares targets by lists of modules.
struct ManifestPartTests {
    /// The functions of the manifest of this workspace, which every workspace has.
    private static let functions: String = {
        let file = Workspace.root.appending(path: "Package.swift")
        let manifest = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return String(manifest.split(separator: "// MARK: - From values to targets").last ?? "")
    }()

    /// A workspace whose manifest is the given line, followed by the functions.
    private func workspace(_ line: String) -> Workspace {
        var workspace = Workspace()
        workspace.manifest = "let name = 1\n\(line)\n\(Self.functions)"
        for (name, folder) in [
            ("PagesInterface", "Modules/Features/Pages/Interface"),
            ("Text", "Modules/Libraries/Text"),
        ] {
            workspace.modules.append(Module(name, in: folder))
        }
        workspace.modules.append(
            Module(
                "LibraryTesting",
                in: "Modules/Features/Library/Testing",
                uses: ["Core", "LibraryInterface"]
            )
        )
        return workspace
    }

    private struct Undeclared: Sendable, CustomTestStringConvertible {
        let line: String
        let module: String
        let other: String
        let remedy: String

        var testDescription: String { "\(module) imports \(other): \(line)" }

        init(_ line: String, _ module: String, imports other: String, _ remedy: String) {
            self.line = line
            self.module = module
            self.other = other
            self.remedy = remedy
        }
    }

    private static let undeclared = [
        Undeclared(
            #"feature("Library")"#,
            "Library",
            imports: "PagesInterface",
            #"add "PagesInterface" to `uses` of feature("Library") at Package.swift:2"#
        ),
        Undeclared(
            #"feature("Library", uses: ["Text"])"#,
            "LibraryInterface",
            imports: "PagesInterface",
            #"add "PagesInterface" to `exposes` of feature("Library") at Package.swift:2"#
        ),
        Undeclared(
            #"feature("Library", uses: ["PagesInterface"])"#,
            "LibraryInterface",
            imports: "PagesInterface",
            #"move "PagesInterface" from `uses` to `exposes` of feature("Library") at Package.swift:2"#
        ),
        Undeclared(
            #"feature("Library")"#,
            "LibraryTesting",
            imports: "PagesInterface",
            #"add "PagesInterface" to `exposes` of feature("Library") at Package.swift:2"#
        ),
        Undeclared(
            #"feature("Library")"#,
            "LibraryTests",
            imports: "Text",
            #"add "Text" to `tests` of feature("Library") at Package.swift:2"#
        ),
        Undeclared(
            #"single("Library")"#,
            "Library",
            imports: "Text",
            #"add "Text" to `uses` of single("Library") at Package.swift:2"#
        ),
        Undeclared(
            #"service("SQLite")"#,
            "SQLite",
            imports: "Text",
            #"add "Text" to `uses` of service("SQLite") at Package.swift:2"#
        ),
        Undeclared(
            #"app("Shelf", uses: interfaces)"#,
            "Shelf",
            imports: "Text",
            #"add "Text" to `uses` of app("Shelf") at Package.swift:2"#
        ),
        Undeclared(
            #".module("CoreTesting", at: "Modules/CoreTesting", uses: ["Core"])"#,
            "CoreTesting",
            imports: "Text",
            #"add "Text" to `uses` of .module("CoreTesting") at Package.swift:2"#
        ),
        Undeclared(
            #".module("Library", at: "", uses: []), .tests(of: "Library", uses: [])"#,
            "LibraryTests",
            imports: "Text",
            #"add "Text" to `uses` of .tests(of: "Library") at Package.swift:2"#
        ),
        // These lines belong to other dialects.
        Undeclared(
            #".target(name: "Library", dependencies: []), feature("Library")"#,
            "Library",
            imports: "Text",
            #"add "Text" to the dependencies of 'Library' at Package.swift:2"#
        ),
        Undeclared(
            #"Feature("Library")"#,
            "Library",
            imports: "Text",
            #"add "Text" to the dependencies of 'Library' at Package.swift:2"#
        ),
    ]

    @Test(arguments: undeclared)
    private func `the remedy for an undeclared import names the list and the line`(
        _ sample: Undeclared
    ) {
        let violations = workspace(sample.line).violations(sample.module, "import \(sample.other)")
        let found = violations.filter { $0.rule == .undeclaredImport }
        #expect(found.map(\.remedy) == ["\(sample.remedy), or remove the import"])
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
        var workspace = workspace(#"feature("Library", \#(list): ["Text"])"#)
        workspace.change(module) { $0.dependencies.append("Text") }
        for name in importers {
            workspace.sources[name] = "import Text"
        }
        let violations = workspace.violations(module).filter { $0.other == "Text" }
        let unused = try #require(violations.first { $0.rule == .unusedDependency })
        let place = #" of feature("Library") at Package.swift:2, or keep it with a comment"#
        #expect(unused.remedy.hasPrefix(remedy + place), "\(unused.remedy)")
    }

    /// A function of the manifest turns the names of products into dependencies.
    @Test func `a list names a product that another list names too`() {
        let product = #".product(name: "Log", package: "logs")"#
        for (others, end) in [
            (
                "",
                ", and return \(product) for it in the function that turns names into dependencies"
            ),
            (#"service("SQLite", uses: ["Log"])"#, ""),
        ] {
            var workspace = workspace(#"feature("Library") \#(others)"#)
            var log = Module(name: "Log", kind: .external, folder: "", package: "logs")
            log.contents = .swift
            workspace.modules.append(log)
            let remedies = workspace.violations("Library", "import Log").map(\.remedy)
            let addition = #"add "Log" to `uses` of feature("Library") at Package.swift:2"#
            #expect(remedies.contains("\(addition)\(end), or remove the import"), "\(remedies)")
        }
    }
}
