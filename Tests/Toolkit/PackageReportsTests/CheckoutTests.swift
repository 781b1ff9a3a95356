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
    private let repository: DescribedRepository

    /// `Home` declares the product `NIO` of the package swift-nio.
    ///
    /// `NIO` is an umbrella, which re-exports `NIOCore`. `NIOCore` and `NIOHTTP` are also products,
    /// and `CNIO` is a product in C.
    init() async throws {
        repository = try DescribedRepository()
        try describe("Home: NIO@swift-nio")
        try describeCheckout("NIO: NIOCore\nNIOCore\nNIOHTTP\nCNIO")
        let sources = ".build/checkouts/swift-nio/Sources"
        try repository.write("@_exported import NIOCore", to: "\(sources)/NIO/NIO.swift")
        try repository.folder.remove("\(sources)/CNIO/CNIO.swift")
        try repository.write("", to: "\(sources)/CNIO/CNIO.c")
    }

    /// Writes the checkout of a package with a library product for each target.
    private func describeCheckout(_ lines: String, of package: String = "swift-nio") throws {
        let checkout = ".build/checkouts/\(package)"
        let names = lines.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        let products = names.map { "\($0): \($0)" }.joined(separator: "\n")
        try repository.describe(lines, in: checkout, products: products)
        try repository.write("0123abcd\n", to: "\(checkout)/.git/HEAD")
    }

    /// Describes a package that uses other packages with URLs.
    private func describe(_ lines: String) throws {
        let packages = lines.matches(of: /@([\w-]+)/).map { String($0.1) }
        let urls = packages.map { ($0.lowercased(), "https://example.com/\($0)") }
        try repository.describe(lines, packages: Dictionary(urls) { $1 })
    }

    private func report(importing modules: String...) async throws -> BoundaryReport {
        let text = modules.map { "import \($0)\n" }.joined()
        try repository.write(text, ofModule: "Home")
        return try await PackageSet.load(repository.folder.url.path).readingCheckouts().report()
    }

    @Test func `an import of a module in an undeclared product is a violation`() async throws {
        let report = try await report(importing: "NIO", "NIOHTTP")
        #expect(edges(report.violations) == ["undeclared-import Home NIOHTTP"])
        let violation = try #require(report.violations.first)
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
        try repository.write("import NIO", ofModule: "Home")
        try repository.describe("Other", in: "Other")
        try repository.write("import NIO", ofModule: "Other", in: "Other")
        let target = #".target(name: "Other", dependencies: [])"#
        let manifest = "let package = Package(name: \"Other\", targets: [\(target)])"
        try repository.write(manifest, to: "Other/Package.swift")
        let list = #"[.product(name: "NIO", package: "swift-nio")]"#
        try repository.write(
            "\(element),\n.target(name: \"Home\", dependencies: \(list)),",
            to: "Package.swift"
        )
        let root = repository.folder.url.path
        let packages = try await PackageSet.load(["", "Other"], inRepository: root)
            .readingCheckouts()
        let package = try #require(packages.checkedPackages.last)
        let fix = ManifestFix.resolving(
            try packages.report(),
            in: package,
            removesUnused: false
        )
        #expect(fix.actions == actions)
        #expect(fix.text.contains("dependencies: [\(element)], targets") == !actions.isEmpty)
        let remedy = "add the package 'swift-nio' to the dependencies of the manifest; "
        #expect(fix.remainders.count == 1 - actions.count)
        #expect(fix.remainders.filter { !$0.note.hasPrefix(remedy) }.isEmpty)
    }

    @Test(arguments: ["NIO", "NIOCore"])
    func `an umbrella product provides the modules that it re-exports`(name: String) async throws {
        #expect(try await report(importing: name).violations == [])
    }

    @Test func `the case of the name by which a manifest refers to a package is ignored`()
        async throws
    {
        try describe("Home: NIO@Swift-NIO, CNIO@Swift-NIO")
        let report = try await report(importing: "NIOCore", "NIOHTTP")
        #expect(report.violations.map(\.rule) == [.undeclaredImport])
        let element = #".product(name: "NIOHTTP", package: "Swift-NIO")"#
        let remedy = try #require(report.violations.first).remedy
        #expect(remedy.hasPrefix("add \(element) to the dependencies of 'Home'"))
    }

    @Test func `a product that no file imports is unused`() async throws {
        try describe("Home: NIO@swift-nio, NIOHTTP@swift-nio, CNIO@swift-nio")
        let report = try await report(importing: "NIOCore")
        #expect(edges(report.violations) == ["unused-dependency Home NIOHTTP"])
    }

    @Test func `each product that contains an imported module is used`() async throws {
        try describe("Home: NIO@swift-nio, NIOCore@swift-nio")
        #expect(try await report(importing: "NIOCore").violations == [])
    }

    @Test func `a drawing contains only products that a module uses`() async throws {
        let report = try await report(importing: "NIO")
        let drawing = Drawing(of: report.packages.graph, rules: report.rules, isComplete: true)
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
            try describeCheckout("Kit\(number)\nShared", of: "kit-\(number)")
        }
        let products = numbers.map { "Kit\($0)@kit-\($0)" }
        try describe("Home: \(products.joined(separator: ", "))")
        let graph = try await report(importing: "Kit1").packages.graph
        #expect(graph.module(named: "Shared")?.package == "kit-1")
        for number in numbers.dropFirst() {
            #expect(graph.module(named: "kit-\(number)/Shared")?.package == "kit-\(number)")
        }
    }

    /// The identity of the package is in lower case.
    @Test func `without checkouts, a note names the packages with unknown products`() async throws {
        try describe("Home: NIO@Swift-NIO")
        #expect(try await report(importing: "NIO").resolutionNote == nil)
        try repository.folder.remove(".build")
        let report = try await report(importing: "NIO", "NIOHTTP", "Other")
        #expect(report.violations == [])
        let note = try #require(report.resolutionNote)
        #expect(note.contains("the products of 1 package are not known ('swift-nio')"))
    }

    @Test(arguments: [("A@a, B@b, C@c", "('a', 'b', 'c')"), ("A@a, B@b, C@c, D@d", "'c' …)")])
    func `a note names at most three packages`(products: String, names: String) async throws {
        try describe("Home: \(products)")
        let note = try await report().resolutionNote
        #expect(try #require(note).contains(names))
    }
}
