import BoundaryRules
import PackageManifest
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests edits of the dependencies in a manifest.
struct ManifestEditTests {
    static func manifest(_ targets: String) -> String {
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "Sample",
            targets: [
        \(targets)
            ])

        """
    }

    /// Returns a manifest after a change.
    private func editing(
        _ manifest: String,
        _ change: (inout ManifestEdit) throws -> Void
    ) rethrows -> String {
        var edit = ManifestEdit(manifest)
        try change(&edit)
        return String(decoding: edit.text, as: UTF8.self)
    }

    /// Returns a manifest after adding a dependency to `Home`.
    func adding(_ element: String = "\"Core\"", to manifest: String) throws -> String {
        try editing(manifest) { try $0.add(element, to: "Home") }
    }

    func removing(_ name: String = "Net", from manifest: String) throws -> String {
        try editing(manifest) { try $0.remove(name, from: "Home") }
    }

    func target(_ value: String) -> String {
        Self.manifest(#".target(name: "Home", dependencies: \#(value), path: "Home")"#)
    }

    @Test func `finds the expression that declares a dependency on a package by URL`() {
        let log = #".package(url: "https://example.com/swift-log.git", from: "1.0.0")"#
        let other = #".package(url: base + "/zip", from: "1.0.0")"#
        let edit = ManifestEdit("dependencies: [.package(path: \"Kit\"), \(other), \(log)]")
        #expect(edit.element(ofPackage: "swift-log") == log)
        #expect(edit.element(ofPackage: "kit") == nil)
        #expect(edit.element(ofPackage: "zip") == nil)
    }

    /// Targets before and after adding `"Core"` to the dependencies of `Home`.
    @Test(
        arguments: Row.table(
            #"""
            .target(name: "Home"), → .target(name: "Home", dependencies: ["Core"]),
            .target(name: "Home", ), → .target(name: "Home", dependencies: ["Core"], ),
            .target(name: "Home", dependencies: [],), → .target(name: "Home", dependencies: ["Core"],),
            .target(name: "App", dependencies: [.target(name: "Home")]), .target(name: "Home"), → .target(name: "App", dependencies: [.target(name: "Home")]), .target(name: "Home", dependencies: ["Core"]),
            /* .target(name: "Home") */ .testTarget(name: "Home", dependencies: ["A" /* first */]), → /* .target(name: "Home") */ .testTarget(name: "Home", dependencies: ["A", "Core" /* first */]),
            .target(kind: .library(.public), name: "Home", dependencies: []) → .target(kind: .library(.public), name: "Home", dependencies: ["Core"])
            .target(groups: ["A", "B"], name: "Home", dependencies: []) → .target(groups: ["A", "B"], name: "Home", dependencies: ["Core"])
            .target(kind: .app, groups: ["A"], name: "Home", dependencies: []) → .target(kind: .app, groups: ["A"], name: "Home", dependencies: ["Core"])
            """#
        )
    )
    func `adds a dependency and keeps all other text`(row: Row) throws {
        #expect(try adding(to: Self.manifest(row[0])) == Self.manifest(row[1]))
    }

    /// Unfinished declarations before and after adding `"Core"`.
    @Test(
        arguments: Row.table(
            #"""
            .target(name: "Home" → .target(name: "Home", dependencies: ["Core"]
            .target(name: "Home", dependencies: [ → .target(name: "Home", dependencies: ["Core"
            .target(name: "Home", dependencies: ["Api", → .target(name: "Home", dependencies: ["Api", "Core",
            .target(name: "Home", dependencies: shared → .target(name: "Home", dependencies: shared + ["Core"]
            """#
        )
    )
    func `adds a dependency to a target whose declaration is unfinished`(row: Row) throws {
        #expect(try adding(to: row[0]) == row[1])
    }

    /// The dependencies of `Home` before and after adding `"Core"`.
    @Test(
        arguments: Row.table(
            #"""
            [] → ["Core"]
            ["Net"] → ["Core", "Net"]
            ["Zip", "Net"] → ["Zip", "Net", "Core"]
            ["Net", "Net"] → ["Core", "Net", "Net"]
            ["Api",] → ["Api", "Core",]
            shared → shared + ["Core"]
            both("A", []) → both("A", []) + ["Core"]
            all(a + ["B"] + c) → all(a + ["B"] + c) + ["Core"]
            ["A"] + shared → ["A", "Core"] + shared
            shared + ["Zip"] → shared + ["Core", "Zip"]
            isLinux ? ["A"] : [] → (isLinux ? ["A"] : []) + ["Core"]
            ["Z.Core"] + shared → ["Core", "Z.Core"] + shared
            ["A"].map { .target(name: $0) } → ["A"].map { .target(name: $0) } + ["Core"]
            ["A"]! → ["A"]! + ["Core"]
            """#
        )
    )
    func `adds a dependency to a list, or appends a list to another expression`(row: Row) throws {
        #expect(try adding(to: target(row[0])) == target(row[1]))
    }

    /// The dependencies of `Home` before and after removing `Net`.
    @Test(
        arguments: Row.table(
            #"""
            ["Net"] → []
            ["Core", "Net"] → ["Core"]
            ["Net", "Zip"] → ["Zip"]
            [.product(name: "Net", package: "net"), "Zip"] → ["Zip"]
            ["Core", .target(name: "Net", condition: .when(platforms: [.linux])), "Zip"] → ["Core", "Zip"]
            [ "Net" ] → []
            ["Net",] → []
            """#
        )
    )
    func `removes a dependency and keeps all other text`(row: Row) throws {
        #expect(try removing(from: target(row[0])) == target(row[1]))
    }

    @Test(arguments: [
        #"isLinux ? ["Core"] : []"#, #"["A"] + (isLinux ? [.target(name: "Core")] : [])"#,
        #"["Core"].map { .byName(name: $0) }"#,
    ])
    func `refuses to add a name that a computed list already contains`(value: String) throws {
        for element in [#""Core""#, #".product(name: "Core", package: "P")"#] {
            #expect(throws: ManifestEdit.Refusal.alreadyListed) {
                try adding(element, to: target(value))
            }
        }
    }

    /// A sorted list before and after adding `Core` as a name and as a product.
    static let sortedLists = Row.table(
        """
        ["Api", "net", .product(name: "A", package: "P"), .product(name: "Z", package: "P")] \
        → ["Api", "Core", "net", .product(name: "A", package: "P"), .product(name: "Z", package: "P")] \
        → ["Api", "net", .product(name: "A", package: "P"), .product(name: "Core", package: "P"), \
        .product(name: "Z", package: "P")]
        [.product(name: "Z", package: "P"), "Api", "Net"] \
        → [.product(name: "Z", package: "P"), "Api", "Core", "Net"] \
        → [.product(name: "Core", package: "P"), .product(name: "Z", package: "P"), "Api", "Net"]
        ["api", .product(name: "B", package: "P"), "Net"] \
        → ["api", .product(name: "B", package: "P"), "Core", "Net"] \
        → ["api", .product(name: "B", package: "P"), .product(name: "Core", package: "P"), "Net"]
        ["Net", .product(name: "B", package: "P"), "Api"] \
        → ["Net", .product(name: "B", package: "P"), "Api", "Core"] \
        → ["Net", .product(name: "B", package: "P"), "Api", .product(name: "Core", package: "P")]
        ["Net", "Net", "api"] \
        → ["Core", "Net", "Net", "api"] \
        → ["Net", "Net", "api", .product(name: "Core", package: "P")]
        """
    )

    @Test(arguments: sortedLists) func `keeps the order of a list`(row: Row) throws {
        // The long line before the edit allows the lines after the edit.
        func manifest(_ list: String) -> String {
            let padding = String(repeating: " ", count: 40)
            return #".target(name: "Home",\#(padding)dependencies: \#(list))"#
        }
        for (element, after) in [
            ("\"Core\"", row[1]), (#".product(name: "Core", package: "P")"#, row[2]),
        ] {
            let text = try adding(element, to: manifest(row[0]))
            let contents = text.filter { !$0.isWhitespace }.replacing(",]", with: "]")
            #expect(contents == manifest(after).filter { !$0.isWhitespace })
        }
    }

    @Test func `a list gets a line for each element if its line becomes too long`() throws {
        let name = String(repeating: "N", count: 18)
        let before =
            #"    .target(name: "Home", dependencies: ["A", "\#(name)", "Zzzzzzzzzzz"], path: "Path"),"#
        let after = """
                .target(name: "Home", dependencies: [
                    "A",
                    "Core",
                    "\(name)",
                    "Zzzzzzzzzzz",
                ], path: "Path"),
            """
        #expect(try adding(to: before) == after)
        // The longest line counts.
        let wide = before.replacing(name, with: String(repeating: "N", count: 50))
        let lines = wide.replacing(" \"Z", with: "\n        \"Z")
        #expect(try adding(to: lines).contains("\n        \"A\",\n        \"Core\",\n"))
        // A single element stays on the line.
        let element = #""\#(String(repeating: "Z", count: 100))""#
        #expect(try adding(element, to: target("[]")) == target("[\(element)]"))
        let commented = before.replacing("\"A\"", with: "\"A\" /* first */")
        #expect(try !adding(to: commented).contains("\n"))
    }

    @Test(arguments: ["  ", "\t", "    "])
    func `new lines have the indentation of the manifest`(step: String) throws {
        let name = String(repeating: "N", count: 50)
        let target = #".target(name: "Home", dependencies: ["\#(name)"])"#
        let before =
            "let package = Package(\n\(step)targets: [\n\(step)\(step)\(target),\n\(step)])\n"
        #expect(try adding(to: before).contains("\n\(step)\(step)\(step)\"Core\",\n"))
        let list =
            "\n\(step)dependencies: [\n\(step)\(step).package(path: \"../Kit\"),\n\(step)],\n"
        let named = before.replacing("Package(", with: "Package(\n\(step)name: \"P\",")
        let text = try editing(named) { try $0.addPackage(".package(path: \"../Kit\")") }
        #expect(text.contains(list))
    }

    /// The list under which `Pages` is named, and the line of the feature before and after.
    private static let parts = Row.table(
        #"""
        uses → feature("Home"), → feature("Home", uses: ["Pages"]),
        uses → feature("Home", exposes: ["Text"]), → feature("Home", uses: ["Pages"], exposes: ["Text"]),
        exposes → feature("Home", uses: ["Api"], tests: ["Zip"]), → feature("Home", uses: ["Api"], exposes: ["Pages"], tests: ["Zip"]),
        exposes → feature("Home", uses: ["Api", "Pages"]), → feature("Home", uses: ["Api"], exposes: ["Pages"]),
        exposes → feature("Home", uses: ["Pages"], tests: ["Pages", "Zip"]), → feature("Home", exposes: ["Pages"], tests: ["Zip"]),
        tests → feature("Home", uses: ["Pages"]), → feature("Home", tests: ["Pages"]),
        none → feature("Home", uses: ["Pages"]), → feature("Home"),
        uses → feature("Home", uses: ["Pages"], exposes: ["Pages"]), → feature("Home", uses: ["Pages"]),
        uses → app("Home", uses: interfaces), → app("Home", uses: interfaces + ["Pages"]),
        uses → .module("Home", at: "Modules/Home", uses: []), → .module("Home", at: "Modules/Home", uses: ["Pages"]),
        none → .module("Home", at: "Modules/Home", uses: ["Pages"]), → .module("Home", at: "Modules/Home", uses: []),
        uses → .tests(of: "Home", uses: interfaces + ["Api"]), → .tests(of: "Home", uses: interfaces + ["Api", "Pages"]),
        exposes → feature(⏎    "Home",⏎    uses: ["Api"]⏎), → feature(⏎    "Home",⏎    uses: ["Api"],⏎    exposes: ["Pages"]⏎),
        tests → feature("Home", uses: ["ApplicationInterface", "CatalogInterface", "CheckoutInterface"]), → feature(⏎    "Home",⏎    uses: ["ApplicationInterface", "CatalogInterface", "CheckoutInterface"],⏎    tests: ["Pages"]⏎),
        """#
    )

    private static let functions = "\n" + manifestFunctions

    @Test(arguments: parts) func `a module is in one list of a feature`(row: Row) throws {
        let lines = row.cells.map { $0.replacing("⏎", with: "\n") }
        let text = lines[1] + Self.functions
        let part = try #require(ManifestText(path: "", text: text).parts.first)
        let list = ManifestPart.List(rawValue: lines[0])
        let edited = try editing(text) { try $0.list("Pages", under: list, of: part) }
        #expect(edited == lines[2] + Self.functions)
    }

    @Test func `refuses to edit the list of a feature that is missing, ambiguous or computed`()
        throws
    {
        let line = #"feature("Home", uses: shared.filter { $0 != "Pages" })"#
        let part = try #require(ManifestText(path: "", text: line + Self.functions).parts.first)
        for (text, refusal) in [
            ("", ManifestEdit.Refusal.noDeclaration), (line + line, .ambiguous), (line, .noElement),
        ] {
            var edit = ManifestEdit(text + Self.functions)
            #expect(throws: refusal) { try edit.list("Pages", under: nil, of: part) }
            #expect(String(decoding: edit.text, as: UTF8.self) == text + Self.functions)
        }
    }

    @Test(arguments: [(1, 1), (10, 1), (11, 12)])
    func `a long line may grow to 160 columns`(length: Int, lines: Int) throws {
        let names = (1...9).map { "\"Module-\($0)\"" }.joined(separator: ", ")
        let text = try adding(
            "\"\(String(repeating: "Z", count: length))\"",
            to: ".target(name: \"Home\", dependencies: [\(names)]),"
        )
        #expect(text.split(separator: "\n").count == lines)
    }

    @Test func `a removal does not affect the edits of later targets`() throws {
        func manifest(_ first: String, _ second: String) -> String {
            """
            .target(name: "Home", dependencies: [\(first)]),
            .target(name: "A", dependencies: [\(second)]),
            //
            """
        }
        let name = String(repeating: "N", count: 40)
        let edited = try editing(manifest("\"\(name)\"", "")) {
            try $0.remove(name, from: "Home")
            try $0.add("\"Core\"", to: "A")
        }
        #expect(edited == manifest("", "\"Core\""))
    }

    @Test func `does not mistake dependencies, products and plugin uses for targets`() throws {
        let rest = """
            .plugin(name: "Home", targets: ["Home"]), .target(name: "A", plugins: [.plugin(name: "Home", package: "P")]),
            .target(name: "Home", path: "Home")
            """
        let variable =
            #"let shared: [Target.Dependency] = [.target(name: "Home", condition: .when(platforms: [.linux]))]"#
        let changed = rest.replacing(
            #"name: "Home", path"#,
            with: #"name: "Home", dependencies: ["Core"], path"#
        )
        let text = try adding(to: variable + Self.manifest(rest))
        #expect(text == variable + Self.manifest(changed))
    }

    @Test(arguments: [
        (#".target(name: "Other")"#, ManifestEdit.Refusal.noDeclaration),
        (#"feature("Home")"#, .noDeclaration), (#".target(name: name)"#, .noDeclaration),
        (#".target(name: "Ho\(m)e")"#, .noDeclaration),
        (#".target(name: "Home"), .target(name: "Home")"#, .ambiguous),
    ])
    func `refuses a target that is not declared with a literal name`(
        targets: String,
        refusal: ManifestEdit.Refusal
    ) {
        var edit = ManifestEdit(Self.manifest(targets))
        #expect(throws: refusal) { try edit.add("\"Core\"", to: "Home") }
        #expect(String(decoding: edit.text, as: UTF8.self) == Self.manifest(targets))
    }

    @Test func `refuses to add a package to one of two packages`() {
        var edit = ManifestEdit(#"let a = Package(name: "A"), b = Package(name: "B")"#)
        #expect(throws: ManifestEdit.Refusal.ambiguous) {
            try edit.addPackage(#".package(path: "../Kit")"#)
        }
    }

    @Test(arguments: ["shared", #"isLinux ? ["Net"] : []"#, #"["A"]"#])
    func `refuses to remove a dependency that no array literal contains`(value: String) {
        #expect(throws: ManifestEdit.Refusal.noElement) { try removing(from: target(value)) }
    }

    @Test func `finds an expression that declares a product without variables and a condition`() {
        let product = #".product(name: "Logging", package: "swift-log")"#
        let manifest = """
            let shared: [Target.Dependency] = [.product(name: "Logging", package: "swift-log", condition: .when(platforms: [.linux]))]
            func log(_ package: String) -> Target.Dependency { .product(name: "Logging", package: package) }
            let a = Target.target(name: "A", dependencies: ["Net"])
            """
        #expect(ManifestEdit(manifest).element(ofProduct: "Logging") == nil)
        #expect(ManifestEdit(manifest).element(ofProduct: "Net") == nil)
        #expect(ManifestEdit("\(manifest)\n\(product)").element(ofProduct: "Logging") == product)
        let function = String(product.dropFirst())
        #expect(ManifestEdit(function).element(ofProduct: "Logging") == nil)
    }
}
