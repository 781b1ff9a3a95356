import BoundaryRules
import Foundation
import GraphDrawing
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Synchronization
import Testing

/// Products of a package in `.build/checkouts`.
@Suite(.describedPackages)
struct CheckoutTests {
    private let folder: TemporaryFolder

    /// `Home` declares the product `NIO` of the package swift-nio.
    ///
    /// `NIO` is an umbrella, which re-exports `NIOCore`. `NIOCore` and `NIOHTTP` are also products,
    /// and `CNIO` is a product in C.
    init() async throws {
        folder = try TemporaryFolder()
        try describe(["NIO"])
        try writeCheckout(of: "swift-nio", ["NIO", "NIOCore", "NIOHTTP", "CNIO"])
        try folder.write(
            "@_exported import NIOCore",
            to: ".build/checkouts/swift-nio/Sources/NIO/NIO.swift"
        )
    }

    /// Writes the checkout of a package with a library product for each target.
    private func writeCheckout(of package: String, _ targets: [String]) throws {
        let checkout = ".build/checkouts/\(package)"
        for target in targets {
            let ending = target == "CNIO" ? "c" : "swift"
            try folder.write("", to: "\(checkout)/Sources/\(target)/\(target).\(ending)")
        }
        let texts = targets.map {
            """
            {"name": "\($0)", "type": "regular", "exclude": [], "resources": [], \
            "dependencies": \($0 == "NIO" ? #"[{"byName": ["NIOCore", null]}]"# : "[]")}
            """
        }
        let products = targets.map {
            #"{"name": "\#($0)", "targets": ["\#($0)"], "type": {"library": null}}"#
        }
        try folder.write("", to: "\(checkout)/Package.swift")
        try folder.write("0123abcd\n", to: "\(checkout)/.git/HEAD")
        try folder.write(
            """
            {"name": "\(package)", "dependencies": [], \
            "products": [\(products.joined(separator: ", "))], \
            "targets": [\(texts.joined(separator: ", "))]}
            """,
            to: "\(checkout)/dump.json"
        )
    }

    private func describe(_ products: [String], of package: String = "swift-nio") throws {
        try describe(products.map { (product: $0, package: package) })
    }

    /// Writes a package whose target `Home` declares the products.
    private func describe(_ products: [(product: String, package: String)]) throws {
        let uses = products.map {
            #"{"product": ["\#($0.product)", "\#($0.package)", null, null]}"#
        }
        let dependencies = Set(products.map(\.package)).sorted().map { package in
            """
            {"sourceControl": [{"identity": "\(package.lowercased())", \
            "location": {"remote": [{"urlString": "https://example.com/\(package)"}]}}]}
            """
        }
        try folder.write(
            """
            {"name": "P", "dependencies": [\(dependencies.joined(separator: ", "))], \
            "targets": [{"name": "Home", "type": "regular", "exclude": [], "resources": [], \
            "dependencies": [\(uses.joined(separator: ", "))]}]}
            """,
            to: "dump.json"
        )
        let elements = products.map {
            #".product(name: "\#($0.product)", package: "\#($0.package)")"#
        }
        try folder.write(
            ".target(name: \"Home\", dependencies: [\(elements.joined(separator: ", "))]),",
            to: "Package.swift"
        )
    }

    private func report(importing modules: String...) async throws -> BoundaryReport {
        let text = modules.map { "import \($0)\n" }.joined()
        try folder.write(text, to: "Sources/Home/Home.swift")
        let packages = try await PackageSet.load(folder.url.path).readingCheckouts()
        return BoundaryReport.checking(packages, rules: .none, sources: try packages.sources())
    }

    @Test func `an import of a module in an undeclared product is a violation`() async throws {
        let report = try await report(importing: "NIO", "NIOHTTP")
        let violation = try #require(report.violations.first)
        #expect(report.violations.count == 1)
        #expect(violation.rule == .undeclaredImport)
        #expect(violation.message.hasPrefix("'Home' imports 'NIOHTTP' without"))
        let element = #".product(name: "NIOHTTP", package: "swift-nio")"#
        #expect(violation.remedy.hasPrefix("add \(element) to the dependencies of 'Home'"))
        let fix = ManifestFix.resolving(report, removesUnused: false)
        #expect(fix.actions == [.add("NIOHTTP", to: "Home")])
        #expect(fix.text.contains(element))
    }

    /// `Other` is a package in a neighboring folder. It uses the product, but does not declare its
    /// package.
    @Test(arguments: [
        (
            #".package(url: "https://example.com/swift-nio.git", from: "2.0.0")"#,
            [ManifestFix.Action.add("NIO", to: "Other")]
        ),
        (#".package(url: "https://example.com/swift-nio.git", from: version)"#, []),
    ])
    func `the requirement of an undeclared package is that of another package`(
        element: String,
        actions: [ManifestFix.Action]
    ) async throws {
        try folder.write("import NIO", to: "Sources/Home/Home.swift")
        try folder.write("import NIO", to: "Other/Sources/Other/Other.swift")
        try folder.write(
            """
            {"name": "Other", "dependencies": [], "targets": [{"name": "Other", "type": "regular", \
            "exclude": [], "resources": [], "dependencies": []}]}
            """,
            to: "Other/dump.json"
        )
        let target = #".target(name: "Other", dependencies: [])"#
        let manifest = "let package = Package(name: \"Other\", targets: [\(target)])"
        try folder.write(manifest, to: "Other/Package.swift")
        let list = #"[.product(name: "NIO", package: "swift-nio")]"#
        try folder.write(
            "\(element),\n.target(name: \"Home\", dependencies: \(list)),",
            to: "Package.swift"
        )
        let packages = try await PackageSet.load(["", "Other"], inRepository: folder.url.path)
            .readingCheckouts()
        let report = BoundaryReport.checking(
            packages,
            rules: .none,
            sources: try packages.sources()
        )
        let fix = ManifestFix.resolving(report, in: packages.packages[1], removesUnused: false)
        #expect(fix.actions == actions)
        #expect(fix.text.contains("dependencies: [\(element)], targets") == !actions.isEmpty)
        let remedy = "add the package 'swift-nio' to the dependencies of the manifest; "
        #expect(fix.remainders.allSatisfy { $0.note.hasPrefix(remedy) })
        #expect(fix.remainders.count == 1 - actions.count)
    }

    @Test(arguments: ["NIO", "NIOCore"])
    func `an umbrella product provides the modules that it re-exports`(name: String) async throws {
        #expect(try await report(importing: name).violations == [])
    }

    @Test func `the case of the name by which a manifest refers to a package is ignored`()
        async throws
    {
        try describe(["NIO", "CNIO"], of: "Swift-NIO")
        let report = try await report(importing: "NIOCore", "NIOHTTP")
        #expect(report.violations.map(\.rule) == [.undeclaredImport])
        let element = #".product(name: "NIOHTTP", package: "Swift-NIO")"#
        let remedy = report.violations.first?.remedy
        #expect(remedy?.hasPrefix("add \(element) to the dependencies of 'Home'") == true)
    }

    @Test func `a product that no file imports is unused`() async throws {
        try describe(["NIO", "NIOHTTP", "CNIO"])
        let report = try await report(importing: "NIOCore")
        #expect(report.violations.map(\.rule) == [.unusedDependency])
        #expect(report.violations.map(\.other) == ["NIOHTTP"])
    }

    @Test func `each product that contains an imported module is used`() async throws {
        try describe(["NIO", "NIOCore"])
        #expect(try await report(importing: "NIOCore").violations == [])
    }

    @Test func `a drawing contains only products that a module uses`() async throws {
        let report = try await report(importing: "NIO")
        var options = Drawing.Options()
        options.showsExternal = true
        let drawing = Drawing(of: report.packages.graph, rules: report.rules, options: options)
        #expect(drawing.modules.map(\.name) == ["Home", "NIO"])
        #expect(report.packages.graph.module(named: "NIOHTTP") != nil)
    }

    @Test func `SwiftPM describes a revision once`() async throws {
        let paths = Mutex<[String]>([])
        let describe: @Sendable ([String]) throws -> Program.Outcome = { arguments in
            paths.withLock { $0.append(packagePath(in: arguments)) }
            return DescribedPackagesTrait.describe(arguments)
        }
        try await replacingSwift(with: describe) {
            for _ in 1...2 {
                _ = try await report(importing: "NIO")
            }
        }
        let checkouts = paths.withLock { $0.filter { $0.hasSuffix("swift-nio") } }
        #expect(checkouts.count == 1)
    }

    @Test func `of products with one name, the first in the order of their packages keeps it`()
        async throws
    {
        let numbers = 1...6
        for number in numbers {
            try writeCheckout(of: "kit-\(number)", ["Kit\(number)", "Shared"])
        }
        try describe(numbers.map { (product: "Kit\($0)", package: "kit-\($0)") })
        let graph = try await report(importing: "Kit1").packages.graph
        #expect(graph.module(named: "Shared")?.package == "kit-1")
        for number in numbers.dropFirst() {
            #expect(graph.module(named: "kit-\(number)/Shared")?.package == "kit-\(number)")
        }
    }

    @Test func `a note names packages by their identities, which are in lower case`() async throws {
        try FileManager.default.removeItem(atPath: folder.path(".build"))
        try describe(["NIO"], of: "Swift-NIO")
        let note = try await report(importing: "NIO").resolutionNote ?? ""
        #expect(note.contains("('swift-nio')"), "\(note)")
    }

    @Test func `without checkouts, a note names the packages with unknown products`() async throws {
        #expect(try await report(importing: "NIO").resolutionNote == nil)
        try FileManager.default.removeItem(atPath: folder.path(".build"))
        let report = try await report(importing: "NIO", "NIOHTTP", "Other")
        #expect(report.violations == [])
        let note = report.resolutionNote ?? ""
        #expect(note.contains("the products of 1 package are not known ('swift-nio')"))
    }
}
