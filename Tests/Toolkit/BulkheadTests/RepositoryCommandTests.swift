import Foundation
import PackageManifestTesting
import ProgramTesting
import Testing

/// Commands at the root of a repository without a package.
struct RepositoryCommandTests: BulkheadCaller {
    private let repository: DescribedRepository
    var folder: TemporaryFolder { repository.folder }

    init() async throws {
        repository = try await .withThreePackages()
        try repository.replaceSwift()
        try await commit()
    }

    private func importLow() throws {
        try repository.write("import KitViews\nimport Low", ofModule: "Home", in: "Apps/Shop")
    }

    @Test func `check checks all packages, with one baseline at the root`() async throws {
        try importLow()
        let outcome = try await bulkhead("check")
        #expect(outcome.code == 1)
        let place = "Apps/Shop/Sources/Home/Home.swift:2:8: error: 'Home' imports 'Low'"
        #expect(outcome.output.hasPrefix(place))
        #expect(outcome.output.contains(": 3 packages, 7 modules, 7 files, 6 imports; 1 error"))
        #expect(try await bulkhead("check --write-baseline").code == 0)
        #expect(try folder.text("boundaries-baseline.json").contains("Home"))
        #expect(try await bulkhead("check --strict").code == 0)
    }

    @Test func `in a folder without a package, commands use the whole repository`() async throws {
        try importLow()
        let outcome = try await bulkhead("check", in: "Apps")
        #expect(outcome.output.hasPrefix("../Apps/Shop/Sources/Home/Home.swift:2:8: error:"))
    }

    @Test func `in a package, only its own targets are checked`() async throws {
        try importLow()
        let shop = try await bulkhead("check", in: "Apps/Shop")
        #expect(shop.output.contains("Shop: 2 modules, 2 files, 3 imports; 1 error"))
        #expect(shop.output.contains("add the package 'Low' to the manifest"))
        let kit = try await bulkhead("check", in: "Packages/Kit")
        #expect(kit.code == 0)
        let all = try await bulkhead("check --repository", in: "Packages/Kit")
        #expect(all.output.hasPrefix("../../Apps/Shop/Sources/Home/Home.swift:2:8: error:"))
    }

    @Test func `in a package, ignores another package that cannot be read`() async throws {
        try repository.write("not JSON", to: "Packages/Low/dump.json")
        let outcome = try await bulkhead("check", in: "Apps/Shop")
        let note =
            "note: ignoring another package: cannot read SwiftPM's description of '"
        #expect(outcome.errors.hasPrefix(note), "\(outcome)")
        #expect(outcome.code == 0)
    }

    @Test func `reports a folder of the repository without packages`() async throws {
        try folder.write("", to: "Empty/README.md")
        let outcome = try await bulkhead("check --package-path Empty")
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("Package.swift not found in 'Empty'"))
    }

    @Test(arguments: [
        "check", "check --since HEAD", "affected --since HEAD --tests", "test --since HEAD", "fix",
    ])
    func `fails if a package of the repository cannot be read`(call: String) async throws {
        try repository.write("not JSON", to: "Packages/Low/dump.json")
        let outcome = try await bulkhead(call)
        #expect(outcome.code == 65)
        let place = folder.path("Packages/Low/Package.swift")
        let errors = outcome.errors.split(separator: "\n").filter { $0.contains(place) }
        #expect(errors.count == 1)
        let error = try #require(errors.first)
        #expect(error.hasPrefix("error: cannot read SwiftPM's description"))
        if call == "check" {
            #expect(outcome.output.contains(": 2 packages (and 1 that cannot be read), 5 modules"))
        }
    }

    @Test(arguments: ["", "Packages/Kit"])
    func `check fails if an Xcode project cannot be read, but checks the packages`(
        place: String
    ) async throws {
        try repository.write("", to: "Packages/Kit/App.xcodeproj/project.pbxproj")
        let outcome = try await bulkhead("check", in: place)
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("App.xcodeproj/project.pbxproj' is not a valid"))
        #expect(outcome.output.contains("; 0 errors, 0 warnings"))
    }

    @Test(arguments: ["check --repository", "check --format github", "check"])
    func `reports why Git cannot read the repository`(call: String) async throws {
        let lines = ["fatal: detected dubious ownership", "To add an exception:", "\tgit config x"]
        try folder.writeScript(
            "printf '\(lines.joined(separator: "\\n"))' >&2; exit 128",
            to: ".bin/git"
        )
        let outcome = try await bulkhead(call, in: call == "check" ? "Packages" : "Packages/Low")
        #expect(outcome.code == 65)
        let reason = "fatal: detected dubious ownership To add an exception: git config x"
        #expect(outcome.errors == "error: 'git rev-parse' failed: \(reason)\n")
    }

    @Test func `--repository requires a repository`() async throws {
        let elsewhere = try TemporaryFolder()
        try elsewhere.write("", to: "Package.swift")
        let call = "check --repository --package-path \(elsewhere.url.path)"
        let outcome = try await bulkhead(call)
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("is not in a Git repository; run 'git init'"))
    }

    @Test func `fix --dry-run prints the changes to the manifest of a package`() async throws {
        try importLow()
        let outcome = try await bulkhead("fix --dry-run")
        #expect(outcome.output.contains("--- a/Apps/Shop/Package.swift\n"))
        #expect(outcome.output.contains(#"+        .package(path: "../../Packages/Low"),"#))
        #expect(outcome.output.hasSuffix("1 dependency would be added, 0 violations left\n"))
    }

    /// The stand-in for SwiftPM ignores edits, so no manifest has the intended effect.
    @Test func `fix continues after a manifest that it cannot edit`() async throws {
        try importLow()
        let model = "import Low\npublic let a = 1"
        try repository.write(model, to: "Packages/Kit/Sources/KitModel/KitModel.swift")
        let outcome = try await bulkhead("fix")
        #expect(outcome.code == 65)
        for path in ["Apps/Shop", "Packages/Kit"] {
            #expect(outcome.errors.contains("error: \(path)/Package.swift: the new manifest would"))
        }
        #expect(outcome.output.hasSuffix("0 dependencies added, 2 violations left\n"))
    }

    @Test func `why follows chains through packages`() async throws {
        #expect(try await bulkhead("why Home Low").output == "Home → KitViews → Low\n")
        let shop = try await bulkhead("why Home Low", in: "Apps/Shop")
        #expect(shop.output == "Home → KitViews → Low\n")
    }

    @Test func `affected and test name the package of each test`() async throws {
        try repository.write("let b = 1", to: "Packages/Kit/Sources/KitModel/KitModel.swift")
        try repository.write("let b = 1", to: "Packages/Low/Tests/CoreTests/CoreTests.swift")
        let outcome = try await bulkhead("affected --since HEAD")
        #expect(
            outcome.output == """
                KitModel (Packages/Kit): changed Packages/Kit/Sources/KitModel/KitModel.swift
                Low/CoreTests (Packages/Low): changed Packages/Low/Tests/CoreTests/CoreTests.swift
                2 modules affected (1 test target)

                """
        )
        let json = try await bulkhead("affected --since HEAD --json").output
        #expect(json.contains("\"package\" : \"Packages/Kit\""))
        #expect(json.contains("\"package\" : \"Packages/Low\""))
        let tests = try await bulkhead("affected --since HEAD --tests")
        #expect(tests.output == "Packages/Low CoreTests\n")
        let run = try await bulkhead("test --since HEAD --dry-run")
        #expect(run.output.hasPrefix("Low/CoreTests of Packages/Low: changed Packages/Low/"))
        #expect(run.output.contains("--package-path \(folder.path("Packages/Low"))"))
        let ambiguous = try await bulkhead("test CoreTests --dry-run")
        #expect(ambiguous.errors.contains("can be Shop/CoreTests, Kit/CoreTests, Low/CoreTests"))
    }

    @Test func `test runs the tests package by package, and fails if one package fails`()
        async throws
    {
        let passing = try await bulkhead("test Shop/CoreTests Low/CoreTests")
        #expect(passing.code == 0)
        let messages = passing.errors.split(separator: "\n").filter { $0.contains("testing") }
        #expect(
            messages == [
                "testing CoreTests of Apps/Shop",
                "testing CoreTests of Packages/Low",
            ]
        )
        let failure = "case \"$*\" in test*Apps/Shop*) exit 1;; esac"
        try repository.replaceSwift(with: "\(failure)\n\(DescribedRepository.swift)")
        let failing = try await bulkhead("test Shop/CoreTests Low/CoreTests")
        #expect(failing.code == 1)
        #expect(failing.errors.contains("testing CoreTests of Packages/Low"))
    }

    @Test func `tests of an Xcode project are listed, but not run`() async throws {
        try folder.copy(
            ["project.pbxproj"],
            from: BuiltProducts.packageRoot.appending(path: "Tests/Fixtures/XcodeProjects/Groups"),
            to: "MyApp.xcodeproj"
        )
        try repository.write("import XCTest", to: "MyAppTests/MyAppTests.swift")
        let outcome = try await bulkhead("test MyAppTests")
        #expect(outcome.errors.contains("not run, because no package contains them: MyAppTests"))
        try await commit()
        try repository.write("let a = 1", to: "MyAppTests/MyAppTests.swift")
        let tests = try await bulkhead("affected --since HEAD --tests")
        #expect(tests.output == "- MyAppTests\n")
    }
}
