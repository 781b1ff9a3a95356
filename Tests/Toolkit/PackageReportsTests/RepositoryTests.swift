import BoundaryRules
import Foundation
import GraphDrawing
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Checks of all packages of a repository.
@Suite(.describedPackages)
struct RepositoryTests {
    private let repository: DescribedRepository

    init() async throws {
        repository = try await DescribedRepository.withThreePackages()
    }

    private func report(_ rules: String = "{}") async throws -> BoundaryReport {
        try await repository.loadAll().report(LayerRules(rules))
    }

    private func gitInLow(_ arguments: String...) async throws {
        let author = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        try await repository.git(["-C", "Packages/Low"] + author + arguments)
    }

    /// Moves the package Low to a repository of its own, which is a submodule.
    private func addSubmodule() async throws {
        try await gitInLow("init", "--quiet")
        try await gitInLow("add", "--all")
        try await gitInLow("commit", "--quiet", "-m", "first")
        try await repository.git("rm", "-r", "--cached", "--quiet", "Packages/Low")
        try await repository.commit()
    }

    @Test func `paths in a repository are relative to its root`() async throws {
        let kit = repository.folder.path("Packages/Kit")
        let root = try await #require(RepositoryRoot.find(containing: kit))
        #expect(root.path(of: "\(kit)/A.swift") == "Packages/Kit/A.swift")
        #expect(root.path(of: "/A.swift") == "/A.swift")
    }

    private enum SubmoduleChange: CaseIterable {
        case dirtyFile
        case newFile
        case movedPointer
        case committedPointer
    }

    @Test(arguments: SubmoduleChange.allCases)
    private func `a change in a submodule affects its modules and their users`(
        change: SubmoduleChange
    ) async throws {
        try await addSubmodule()
        let packages = try await repository.loadAll()
        #expect(packages.checkedPackages.map(\.name) == ["Shop", "Kit", "Low"])
        try await repository.git("branch", "old")
        #expect(try await impact(since: "old").entries == [])
        let name = change == .newFile ? "New" : "Low"
        try repository.write("let b = 2", to: "Packages/Low/Sources/Low/\(name).swift")
        if [.movedPointer, .committedPointer].contains(change) {
            try await gitInLow("commit", "--quiet", "--all", "-m", "second")
        }
        if change == .committedPointer {
            try await repository.commit()
        }
        let impact = try await impact(since: "old")
        let reason = impact.entries.first { $0.module.name == "Low" }?.reason
        #expect(reason == .files(["Packages/Low/Sources/Low/\(name).swift"]))
        #expect(impact.tests == ["Shop/CoreTests", "Kit/CoreTests", "Low/CoreTests"])
        #expect(impact.otherFiles == [])
    }

    @Test func `the packages at a revision include those in submodules`() async throws {
        try await addSubmodule()
        let packages = try await repository.loadAll()
        let revision = try await Revision.find("HEAD", in: packages.root)
        let old = try await revision.packages(like: packages, folders: ["Packages/Low"])
        #expect(old?.0.checkedPackages.map(\.name) == ["Low"])
    }

    @Test func `packages that declare what they import have no findings`() async throws {
        let report = try await report()
        #expect(report.violations.map(\.text) == [])
        #expect(report.summary.contains(": 3 packages, 7 modules, 7 files"))
    }

    @Test func `an import across packages is declared as a product`() async throws {
        try repository.write(
            "import KitViews\nimport Low",
            to: "Apps/Shop/Sources/Home/Home.swift"
        )
        let report = try await report()
        let violation = try #require(report.violations.first)
        #expect(report.violations.count == 1)
        #expect(violation.path == "Apps/Shop/Sources/Home/Home.swift")
        #expect(violation.chain == ["Home", "KitViews", "Low"])
        let fixes = report.packages.checkedPackages.map {
            ManifestFix.resolving(report, in: $0, removesUnused: false)
        }
        #expect(fixes.map(\.actions) == [[.add("Low", to: "Home")], [], []])
        let fix = try #require(fixes.first)
        #expect(fix.path == "Apps/Shop/Package.swift")
        #expect(fix.text.contains(#".package(path: "../../Packages/Low")"#))
        #expect(fix.text.contains(#".product(name: "Low", package: "Low")"#))
    }

    @Test func `warns about each package without targets`() async throws {
        for name in ["D", "B", "E", "A", "C"] {
            try repository.describe("", in: "Packages/\(name)")
        }
        let violations = try await report().violations
        let names = ["A", "B", "C", "D", "E"]
        #expect(violations.map(\.rule) == names.map { _ in .emptyPackage })
        #expect(violations.map(\.module) == names)
        #expect(violations.map(\.path) == names.map { "Packages/\($0)/Package.swift" })
    }

    @Test func `does not add a dependency that would create a cycle of packages`() async throws {
        try repository.write("import KitModel", to: "Packages/Low/Sources/Low/Low.swift")
        let report = try await report()
        let low = try #require(report.packages.checkedPackages.last)
        let fix = ManifestFix.resolving(report, in: low, removesUnused: false)
        #expect(fix.actions == [])
        let note = try #require(fix.remainders.first).note
        #expect(note.contains("'Kit' depends on 'Low'"))
        let remedy = try #require(report.violations.first).remedy
        #expect(remedy.hasPrefix("move the shared code to another module "))
        #expect(remedy.hasSuffix("; the package 'Kit' depends on 'Low' already"))
    }

    @Test func `the edits of two manifests together create no cycle`() async throws {
        for name in ["One", "Two"] {
            try repository.describe(name, in: "Packages/\(name)", products: "\(name): \(name)")
        }
        try repository.write("import Two", to: "Packages/One/Sources/One/One.swift")
        try repository.write("import One", to: "Packages/Two/Sources/Two/Two.swift")
        let report = try await report()
        var fixes: [ManifestFix] = []
        for package in report.packages.checkedPackages {
            fixes.append(
                ManifestFix.resolving(report, in: package, after: fixes.last, removesUnused: false)
            )
        }
        #expect(fixes.flatMap(\.actions) == [.add("Two", to: "One")])
        let note = try #require(fixes.flatMap(\.remainders).first).note
        #expect(note.contains("would create a cycle, Two → One → Two"))
    }

    @Test func `layers, tags and mustNotReach apply to the modules of all packages`() async throws {
        let report = try await report(
            """
            {"layers": [
                {"name": "apps", "paths": ["Apps/**"], "canDependOn": ["apps", "low"]},
                {"name": "kit", "paths": ["Packages/Kit/**"], "canDependOn": "*"},
                {"name": "low", "paths": ["Packages/Low/**"], "canDependOn": ["low"]}],
            "tags": {"scope": {"base": ["path:Packages/Low/**"]}},
            "rules": [{"from": "module:Home", "mustNotReach": "scope:base"}]}
            """
        )
        let found = ["forbidden-dependency Home KitViews", "forbidden-reach Home Low"]
        #expect(edges(report.violations) == found)
    }

    @Test func `a drawing has a row for each package`() async throws {
        let report = try await report()
        let drawing = Drawing(of: report.packages.graph, rules: report.rules)
        #expect(drawing.rows.map(\.name) == ["Shop", "Kit", "Low"])
    }

    @Test func `in a package, a note names the rules of the repository`() async throws {
        try repository.write("{}", to: "boundaries.json")
        let report = try await repository.report(in: "Packages/Kit")
        let note = "note: the rules at the root of the repository are not checked; add --repository"
        #expect(report.repositoryNote == note)
    }

    // MARK: - Changes

    private func impact(since name: String = "main") async throws -> Impact {
        let packages = try await repository.loadAll()
        let revision = try await Revision.find(name, in: packages.root)
        return packages.impact(of: try await revision.changedFiles())
    }

    @Test func `a change affects the tests of packages that reach its package`() async throws {
        try repository.write("let a = 1", to: "Packages/Kit/Sources/KitViews/New.swift")
        let impact = try await impact()
        #expect(impact.tests == ["Shop/CoreTests", "Kit/CoreTests"])
        let folders = impact.entries.map { impact.folder(of: $0.module) }
        #expect(folders == ["Apps/Shop", "Apps/Shop", "Packages/Kit", "Packages/Kit"])
        #expect(impact.otherFiles == [])
    }

    @Test func `findings are compared with all packages at a revision`() async throws {
        try repository.write("import KitViews", to: "Packages/Low/Sources/Low/Low.swift")
        try await repository.commit()
        try repository.write("import KitModel", to: "Apps/Shop/Sources/Home/New.swift")
        let report = try await report()
        let difference = try await BoundaryDifference.sinceMain(report)
        #expect(difference.report.violations.map(\.module) == ["Home"])
    }
}
