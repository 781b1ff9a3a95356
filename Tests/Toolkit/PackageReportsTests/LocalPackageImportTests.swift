import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Imports of modules that other packages on this machine provide.
@Suite(.describedPackages)
struct LocalPackageImportTests {
    private let folder: TemporaryFolder

    /// The package App depends on the package Kit by path, and Kit on the package Low.
    ///
    /// `Home` uses the product `KitUI`, which contains only `KitViews`. The product `KitAll` also
    /// contains `KitModel`. No product contains `KitInternals`. The product `Low` contains `Low`.
    init() async throws {
        folder = try TemporaryFolder()
        let all =
            #"{"name": "KitAll", "targets": ["KitViews", "KitModel"], "type": {"library": null}}"#
        let views = #"{"name": "KitUI", "targets": ["KitViews"], "type": {"library": null}}"#
        let low = #"{"name": "Low", "targets": ["Low"], "type": {"library": null}}"#
        try describe(
            "App",
            targets: [
                "Home": #"{"product": ["KitUI", "kit", null, null]}"#,
                "Core": "",
            ],
            uses: "Kit"
        )
        try describe(
            "Kit",
            targets: [
                "KitViews": #"{"product": ["Low", "low", null, null]}"#, "KitModel": "",
                "KitInternals": "",
            ],
            products: "\(all), \(views)",
            uses: "Low"
        )
        try describe("Low", targets: ["Low": ""], products: low)
        let manifest = [
            #".target(name: "Core", dependencies: []),"#,
            #".target(name: "Home", dependencies: [.product(name: "KitUI", package: "Kit")]),"#,
        ]
        try folder.write(manifest.joined(separator: "\n"), to: "App/Package.swift")
    }

    private func describe(
        _ package: String,
        targets: [String: String],
        products: String = "",
        uses other: String? = nil,
        called name: String? = nil
    ) throws {
        let texts = try targets.sorted { $0.key < $1.key }.map { name, dependency in
            try folder.write("public let a = 1", to: "\(package)/Sources/\(name)/\(name).swift")
            return """
                {"name": "\(name)", "type": "regular", "exclude": [], "resources": [], \
                "dependencies": [\(dependency)]}
                """
        }
        let reference = name.map { #""nameForTargetDependencyResolutionOnly": "\#($0)", "# } ?? ""
        let dependencies = other.map { name in
            """
            {"fileSystem": [{"identity": "\(name.lowercased())", \(reference)\
            "path": "\(folder.path(name))"}]}
            """
        }
        try folder.write("", to: "\(package)/Package.swift")
        try folder.write(
            """
            {"name": "\(package)", "products": [\(products)], \
            "dependencies": [\(dependencies ?? "")], "targets": [\(texts.joined(separator: ", "))]}
            """,
            to: "\(package)/dump.json"
        )
    }

    private func report(importing text: [String: String]) async throws -> BoundaryReport {
        for (name, text) in text {
            try folder.write(text, to: "App/Sources/\(name)/\(name).swift")
        }
        let package = try await PackageSet.load(folder.path("App"))
        return BoundaryReport.checking(
            package,
            rules: .none,
            sources: try package.sources()
        )
    }

    @Test(arguments: [
        ("Home", "KitViews", nil),
        ("Home", "KitModel", #".product(name: "KitAll", package: "Kit")"#),
        ("Core", "KitViews", #".product(name: "KitUI", package: "Kit")"#),
        (
            "Core", "Low",
            #"the package 'Low' to the manifest, and .product(name: "Low", package: "Low")"#
        ),
        ("Core", "KitInternals", "a product with 'KitInternals', which 'Kit' lacks,"),
        ("Core", "Foundation", nil),
    ])
    func `an import of a module whose product is not declared is a violation`(
        module: String,
        imported: String,
        missing: String?
    ) async throws {
        let report = try await report(importing: [module: "import \(imported)"])
        let found = report.violations.filter { $0.rule == .undeclaredImport }
        #expect(found.map(\.module) == (missing == nil ? [] : [module]))
        #expect(found.map(\.other) == (missing == nil ? [] : [imported]))
        if let missing {
            #expect(found.first?.remedy.hasPrefix("add \(missing) to the ") == true)
        }
    }

    /// The package is called Kit, which targets can also use.
    @Test(arguments: ["MyKit", "mykit", "Kit", "kit"])
    func `targets refer to a package by the name that the manifest gives it`(
        name: String
    ) async throws {
        let text = #"{"product": ["KitUI", "\#(name)", null, null]}"#
        try describe("App", targets: ["Home": text, "Core": ""], uses: "Kit", called: "MyKit")
        let report = try await report(importing: [
            "Home": "import KitViews", "Core": "import KitViews",
        ])
        #expect(report.violations.map(\.module) == ["Core"])
        let element = #".product(name: "KitUI", package: "MyKit")"#
        #expect(report.violations.first?.remedy.hasPrefix("add \(element) to the ") == true)
    }

    @Test func `a product that contains the module is sufficient`() async throws {
        let text = #"{"product": ["KitAll", "kit", null, null]}"#
        try describe("App", targets: ["Home": text, "Core": ""], uses: "Kit")
        let report = try await report(importing: ["Home": "import KitViews\nimport KitModel"])
        #expect(report.violations == [])
    }

    @Test func `a module of the package takes precedence`() async throws {
        let text = #"{"byName": ["KitModel", null]}"#
        try describe("App", targets: ["Home": text, "KitModel": ""], uses: "Kit")
        let report = try await report(importing: ["Home": "import KitModel"])
        #expect(report.violations == [])
    }

    @Test func `an import inside a canImport condition needs no product`() async throws {
        let text = "#if canImport(KitModel)\nimport KitModel\n#endif"
        let report = try await report(importing: ["Home": text])
        #expect(report.violations.filter { $0.rule == .undeclaredImport } == [])
    }

    @Test(arguments: ["KitUI", "KitAll"])
    func `a product without an imported module is an unused dependency`(product: String)
        async throws
    {
        let text = #"{"product": ["\#(product)", "kit", null, null]}"#
        try describe("App", targets: ["Home": text, "Core": ""], uses: "Kit")
        let report = try await report(importing: ["Home": "import Foundation"])
        #expect(report.violations.map(\.rule) == [.unusedDependency])
        #expect(report.violations.map(\.other) == [product])
        let used = try await self.report(importing: ["Home": "import KitViews"])
        #expect(used.violations == [])
    }

    @Test func `an unused product is removed by its name`() async throws {
        let report = try await report(importing: ["Home": "import Foundation"])
        let fix = ManifestFix.resolving(report, removesUnused: true)
        #expect(fix.actions == [.remove("KitUI", from: "Home")])
        #expect(fix.text.contains(#".target(name: "Home", dependencies: []),"#))
    }

    /// `Core` reaches `KitViews` only through the unused product of `Home`.
    @Test func `an unused product is kept if an undeclared import relies on it`() async throws {
        let text =
            #"{"product": ["Model", "kit", null, null]}, {"product": ["KitUI", "kit", null, null]}"#
        try describe(
            "App",
            targets: ["Home": text, "Core": #"{"byName": ["Home", null]}"#],
            uses: "Kit"
        )
        try describe(
            "Kit",
            targets: ["KitViews": "", "KitModel": ""],
            products: #"""
                {"name": "KitUI", "targets": ["KitViews"], "type": {"library": null}}, \#
                {"name": "Model", "targets": ["KitModel"], "type": {"library": null}}
                """#
        )
        let products = ["Model", "KitUI"].map { #".product(name: "\#($0)", package: "Kit")"# }
            .joined(separator: ", ")
        try folder.write(
            ".target(name: \"Home\", dependencies: [\(products)]),",
            to: "App/Package.swift"
        )
        let report = try await report(importing: [
            "Core": "import Home\nimport KitViews", "Home": "import KitModel",
        ])
        let fix = ManifestFix.resolving(report, targets: ["Home"], removesUnused: true)
        #expect(fix.actions == [])
        #expect(
            fix.remainders.map(\.note) == [
                "'Core' imports 'KitViews', which it reaches only through this dependency"
            ]
        )
    }

    @Test func `a product is needed if a module that it re-exports is imported`() async throws {
        try folder.write(
            "@_exported import KitModel\npublic let a = 1",
            to: "Kit/Sources/KitViews/KitViews.swift"
        )
        let text =
            #"{"product": ["KitUI", "kit", null, null]}, {"product": ["Model", "kit", null, null]}"#
        try describe("App", targets: ["Home": text, "Core": ""], uses: "Kit")
        try describe(
            "Kit",
            targets: ["KitViews": #"{"byName": ["KitModel", null]}"#, "KitModel": ""],
            products: #"""
                {"name": "KitUI", "targets": ["KitViews"], "type": {"library": null}}, \#
                {"name": "Model", "targets": ["KitModel"], "type": {"library": null}}
                """#
        )
        try folder.write(
            "@_exported import KitModel\npublic let a = 1",
            to: "Kit/Sources/KitViews/KitViews.swift"
        )
        let report = try await report(importing: ["Home": "import KitViews"])
        #expect(report.violations == [])
        #expect(report.needed.map(\.other) == ["Model"])
    }

    @Test func `an import that exists in a revision is not a new violation`() async throws {
        try folder.write("import KitModel", to: "App/Sources/Home/Home.swift")
        for arguments in [
            ["init", "--quiet"], ["add", "--all"],
            [
                "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m",
                "first",
            ],
        ] {
            let git = try await Subprocess.run("git", ["-C", folder.url.path] + arguments)
            try #require(git.code == 0)
        }
        let report = try await report(importing: ["Core": "import KitViews"])
        #expect(report.count(.error) == 2)
        let revision = try await Revision.find("HEAD", in: report.packages.root)
        let difference = try await BoundaryDifference.comparing(report, since: revision)
        #expect(difference.report.violations.map(\.module) == ["Core"])
        #expect(difference.fixed == [])
    }

    @Test func `fix adds the smallest product that contains the module`() async throws {
        let report = try await report(importing: [
            "Core": "import KitViews", "Home": "import KitViews\nimport KitModel",
        ])
        let fix = ManifestFix.resolving(report, removesUnused: false)
        #expect(fix.actions == [.add("KitUI", to: "Core"), .add("KitAll", to: "Home")])
        #expect(
            fix.text == """
                .target(name: "Core", dependencies: [.product(name: "KitUI", package: "Kit")]),
                .target(name: "Home", dependencies: [
                    .product(name: "KitAll", package: "Kit"),
                    .product(name: "KitUI", package: "Kit"),
                ]),
                """
        )
        #expect(fix.remainders == [])
    }

    @Test func `fix adds a product once for several of its modules`() async throws {
        try describe(
            "Kit",
            targets: ["A": "", "B": ""],
            products: #"{"name": "Kit", "targets": ["A", "B"], "type": {"library": null}}"#
        )
        let report = try await report(importing: ["Core": "import A\nimport B"])
        #expect(report.violations.map(\.other) == ["A", "B"])
        let fix = ManifestFix.resolving(report, targets: ["Core"], removesUnused: false)
        #expect(fix.actions == [.add("Kit", to: "Core")])
        #expect(fix.remainders == [])
    }

    @Test(arguments: [
        (
            """
            let package = Package(
                name: "App",
                dependencies: [
                    .package(path: "../Kit")
                ],
                targets: [
                    .target(name: "Core")
                ]
            )
            """,
            """
                dependencies: [
                    .package(path: "../Kit"),
                    .package(path: "../Low")
                ],
            """
        ),
        (
            """
            let package = Package(
                name: "App",
                targets: [
                    .target(name: "Core")
                ]
            )
            """,
            """
                dependencies: [
                    .package(path: "../Low"),
                ],
                targets: [
            """
        ),
        (
            #"let package = Package(name: "App", targets: [.target(name: "Core")])"#,
            #"Package(name: "App", dependencies: [.package(path: "../Low")], targets: "#
        ),
    ])
    func `fix also adds the package of a product that the manifest does not name`(
        manifest: String,
        expected: String
    ) async throws {
        try folder.write(manifest, to: "App/Package.swift")
        let report = try await report(importing: ["Core": "import Low"])
        let fix = ManifestFix.resolving(report, targets: ["Core"], removesUnused: false)
        #expect(fix.actions == [.add("Low", to: "Core")])
        #expect(fix.text.contains(expected))
        #expect(fix.text.contains(#"dependencies: [.product(name: "Low", package: "Low")]"#))
    }

    @Test func `fix does not add a product if the manifest has an unusual form`() async throws {
        let report = try await report(importing: ["Core": "import Low"])
        let fix = ManifestFix.resolving(report, targets: ["Core"], removesUnused: false)
        #expect(fix.actions == [])
        #expect(
            fix.remainders.map(\.note) == [
                #"add .package(path: "../Low") to the manifest (it has an unusual form)"#
            ]
        )
    }

    @Test func `writes a manifest that declares a product of another package`() async throws {
        let report = try await report(importing: ["Core": "import KitViews"])
        let fix = ManifestFix.resolving(report, removesUnused: false)
        let product = #"{"product": ["KitUI", "kit", null, null]}"#
        try describe("App", targets: ["Home": product, "Core": product], uses: "Kit")
        try await fix.write()
        #expect(try folder.text("App/Package.swift") == fix.text)
    }
}
