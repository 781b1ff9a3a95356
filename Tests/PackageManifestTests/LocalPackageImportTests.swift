import BoundaryRules
import Foundation
import PackageManifest
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
        uses other: String? = nil
    ) throws {
        let texts = try targets.sorted { $0.key < $1.key }.map { name, dependency in
            try folder.write("public let a = 1", to: "\(package)/Sources/\(name)/\(name).swift")
            return """
                {"name": "\(name)", "type": "regular", "exclude": [], "resources": [], \
                "dependencies": [\(dependency)]}
                """
        }
        let dependencies = other.map { name in
            """
            {"fileSystem": [{"identity": "\(name.lowercased())", "path": "\(folder.path(name))"}]}
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
        let package = try await SwiftPackage.load(folder.path("App")).loadingLocalPackages()
        return BoundaryReport(
            manifest: package,
            rules: .none,
            sources: try package.sources(),
            manifestPath: "Package.swift"
        )
    }

    @Test(arguments: [
        ("Home", "KitViews", nil),
        ("Home", "KitModel", #".product(name: "KitAll", package: "Kit")"#),
        ("Core", "KitViews", #".product(name: "KitUI", package: "Kit")"#),
        ("Core", "Low", "the product with Low"),
        ("Core", "KitInternals", nil),
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
        #expect(found.map(\.subject) == (missing == nil ? [] : [imported]))
        if let missing {
            #expect(found.first?.remedy.hasPrefix("add \(missing) to the ") == true)
        }
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
        #expect(try await report(importing: ["Home": text]).violations == [])
    }

    @Test func `fix adds the smallest product that contains the module`() async throws {
        let report = try await report(importing: [
            "Core": "import KitViews", "Home": "import KitViews\nimport KitModel",
        ])
        let fix = ManifestFix(of: report, removesUnused: false)
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
        #expect(report.violations.map(\.subject) == ["A", "B"])
        let fix = ManifestFix(of: report, targets: ["Core"], removesUnused: false)
        #expect(fix.actions == [.add("Kit", to: "Core")])
        #expect(fix.remainders == [])
    }

    @Test func `fix leaves a product of a package that the manifest does not name`() async throws {
        let report = try await report(importing: ["Core": "import Low"])
        let fix = ManifestFix(of: report, removesUnused: false)
        #expect(fix.actions == [])
        #expect(
            fix.remainders.map(\.note) == [
                "add the package 'Low' to the dependencies of this package, and its product 'Low' to "
                    + "those of 'Core'"
            ]
        )
    }

    @Test func `writes a manifest that declares a product of another package`() async throws {
        let report = try await report(importing: ["Core": "import KitViews"])
        let fix = ManifestFix(of: report, removesUnused: false)
        let product = #"{"product": ["KitUI", "kit", null, null]}"#
        try describe("App", targets: ["Home": product, "Core": product], uses: "Kit")
        try await fix.write(to: folder.path("App"))
        #expect(try folder.text("App/Package.swift") == fix.text)
    }
}
