import BoundaryRules
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Imports of modules that other packages on this machine provide.
@Suite(.describedPackages)
struct LocalPackageImportTests {
    private let repository: DescribedRepository

    /// The package App depends on the package Kit by path, and Kit on the package Low.
    ///
    /// `Home` uses the product `KitUI`, which contains only `KitViews`. The product `KitAll` also
    /// contains `KitModel`. No product contains `KitInternals`. The product `Low` contains `Low`.
    init() async throws {
        repository = try DescribedRepository()
        try describeApp("Core\nHome: KitUI@kit")
        try describeKit(
            "KitInternals\nKitModel\nKitViews: Low@low",
            products: "KitAll: KitViews, KitModel\nKitUI: KitViews",
            packages: ["low": "Low"]
        )
        try repository.describe("Low", in: "Low", products: "Low: Low")
        let manifest = """
            .target(name: "Core", dependencies: []),
            .target(name: "Home", dependencies: [.product(name: "KitUI", package: "Kit")]),
            """
        try repository.write(manifest, to: "App/Package.swift")
    }

    /// Changes the description of App, but not its manifest.
    private func describeApp(_ lines: String) throws {
        let manifest = try? repository.folder.text("App/Package.swift")
        try repository.describe(lines, in: "App", packages: ["kit": "Kit"])
        if let manifest {
            try repository.write(manifest, to: "App/Package.swift")
        }
    }

    private func describeKit(
        _ lines: String,
        products: String,
        packages: [String: String] = [:]
    ) throws {
        try repository.describe(lines, in: "Kit", products: products, packages: packages)
    }

    private func report(importing text: [String: String]) async throws -> BoundaryReport {
        for (name, text) in text {
            try repository.write(text, ofModule: name, in: "App")
        }
        return try await repository.report(in: "App")
    }

    /// Returns the fix of App in which modules have the given sources.
    private func fix(
        importing text: [String: String],
        targets: Set<String>? = nil,
        removesUnused: Bool = false
    ) async throws -> ManifestFix {
        let report = try await report(importing: text)
        return .resolving(report, targets: targets, removesUnused: removesUnused)
    }

    @Test(
        arguments: Row.table(
            #"""
            Home → KitModel → .product(name: "KitAll", package: "Kit")
            Core → KitViews → .product(name: "KitUI", package: "Kit")
            Core → Low → the package 'Low' to the manifest, and .product(name: "Low", package: "Low")
            Core → KitInternals → a product with 'KitInternals', which 'Kit' lacks,
            """#
        )
    )
    func `an import of a module whose product is not declared is a violation`(row: Row) async throws
    {
        let report = try await report(importing: [row[0]: "import \(row[1])"])
        let found = report.violations.filter { $0.rule == .undeclaredImport }
        #expect(edges(found) == ["undeclared-import \(row[0]) \(row[1])"])
        #expect(try #require(found.first).remedy.hasPrefix("add \(row[2]) to the "))
    }

    /// The package is called Kit, which targets can also use.
    @Test(arguments: ["MyKit", "mykit", "Kit", "kit"])
    func `targets refer to a package by the name that the manifest gives it`(
        name: String
    ) async throws {
        try describeApp("Core\nHome: KitUI@\(name)")
        let identity = #""identity": "kit""#
        try repository.edit(
            "App/dump.json",
            replacing: identity,
            with: #"\#(identity), "nameForTargetDependencyResolutionOnly": "MyKit""#
        )
        let report = try await report(importing: [
            "Home": "import KitViews", "Core": "import KitViews",
        ])
        #expect(report.violations.map(\.module) == ["Core"])
        let element = #".product(name: "KitUI", package: "MyKit")"#
        let remedy = try #require(report.violations.first).remedy
        #expect(remedy.hasPrefix("add \(element) to the "))
    }

    /// The imports are a product that contains a module, two modules of one product, a module of
    /// the package, which takes precedence, and a module in a condition.
    @Test(
        arguments: Row.table(
            """
            Home: KitUI@kit → import KitViews
            Home: KitAll@kit → import KitViews⏎import KitModel
            Home: KitModel⏎KitModel → import KitModel
            Home: KitUI@kit → import KitViews⏎#if canImport(KitModel)⏎import KitModel⏎#endif
            """
        )
    )
    func `an import of a declared, own or optional module is not a violation`(row: Row) async throws
    {
        try describeApp(row.lines(0))
        #expect(try await report(importing: ["Home": row.lines(1)]).violations == [])
    }

    @Test(arguments: ["KitUI", "KitAll"])
    func `a product without an imported module is an unused dependency`(product: String)
        async throws
    {
        try describeApp("Core\nHome: \(product)@kit")
        let report = try await report(importing: ["Home": "import Foundation"])
        #expect(edges(report.violations) == ["unused-dependency Home \(product)"])
        let used = try await self.report(importing: ["Home": "import KitViews"])
        #expect(used.violations == [])
    }

    @Test func `an unused product is removed by its name`() async throws {
        let fix = try await fix(importing: ["Home": "import Foundation"], removesUnused: true)
        #expect(fix.actions == [.remove("KitUI", from: "Home")])
        #expect(fix.text.contains(#".target(name: "Home", dependencies: []),"#))
    }

    /// `Core` reaches `KitViews` only through the unused product of `Home`.
    @Test func `an unused product is kept if an undeclared import relies on it`() async throws {
        try describeApp("Core: Home\nHome: Model@kit, KitUI@kit")
        try describeKit("KitModel\nKitViews", products: "KitUI: KitViews\nModel: KitModel")
        let products = ["Model", "KitUI"].map { #".product(name: "\#($0)", package: "Kit")"# }
        let list = products.joined(separator: ", ")
        try repository.write(
            ".target(name: \"Home\", dependencies: [\(list)]),",
            to: "App/Package.swift"
        )
        let fix = try await fix(
            importing: ["Core": "import Home\nimport KitViews", "Home": "import KitModel"],
            targets: ["Home"],
            removesUnused: true
        )
        #expect(fix.actions == [])
        #expect(
            fix.remainders.map(\.note) == [
                "'Core' imports 'KitViews', which it reaches only through this dependency"
            ]
        )
    }

    @Test func `a product is needed if a module that it re-exports is imported`() async throws {
        try describeApp("Core\nHome: KitUI@kit, Model@kit")
        try describeKit(
            "KitModel\nKitViews: KitModel",
            products: "KitUI: KitViews\nModel: KitModel"
        )
        let text = "@_exported import KitModel\npublic let a = 1"
        try repository.write(text, ofModule: "KitViews", in: "Kit")
        let report = try await report(importing: ["Home": "import KitViews"])
        #expect(report.violations == [])
        #expect(report.needed.map(\.other) == ["Model"])
    }

    @Test func `an import that exists in a revision is not a new violation`() async throws {
        try repository.write("import KitModel", ofModule: "Home", in: "App")
        try await repository.git("init", "--quiet", "--initial-branch", "main")
        try await repository.commit()
        let report = try await report(importing: ["Core": "import KitViews"])
        #expect(report.count(.error) == 2)
        let difference = try await BoundaryDifference.sinceMain(report)
        #expect(difference.report.violations.map(\.module) == ["Core"])
        #expect(difference.fixed == [])
    }

    @Test func `fix adds the smallest product that contains the module`() async throws {
        let fix = try await fix(importing: [
            "Core": "import KitViews", "Home": "import KitViews\nimport KitModel",
        ])
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
        try describeKit("A\nB", products: "Kit: A, B")
        let fix = try await fix(importing: ["Core": "import A\nimport B"], targets: ["Core"])
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
        try repository.write(manifest, to: "App/Package.swift")
        let fix = try await fix(importing: ["Core": "import Low"], targets: ["Core"])
        #expect(fix.actions == [.add("Low", to: "Core")])
        #expect(fix.text.contains(expected))
        #expect(fix.text.contains(#"dependencies: [.product(name: "Low", package: "Low")]"#))
    }

    @Test func `fix does not add a product if the manifest has an unusual form`() async throws {
        let fix = try await fix(importing: ["Core": "import Low"], targets: ["Core"])
        #expect(fix.actions == [])
        #expect(
            fix.remainders.map(\.note) == [
                #"add .package(path: "../Low") to the manifest (it has an unusual form)"#
            ]
        )
    }

    @Test func `writes a manifest that declares a product of another package`() async throws {
        let fix = try await fix(importing: ["Core": "import KitViews"])
        try describeApp("Core: KitUI@kit\nHome: KitUI@kit")
        try await fix.write()
        #expect(try repository.folder.text("App/Package.swift") == fix.text)
    }
}
