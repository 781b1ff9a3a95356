import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Tests packages at a revision, and the files that changed since a revision.
@Suite(.describedPackages)
struct RevisionTests {
    private let repository: DescribedRepository

    init() async throws {
        repository = try await DescribedRepository.app()
    }

    /// The description depends on the path of the package and on whether it is in a repository, as
    /// it does if a manifest reads these.
    @Test
    func `the state of the repository and the path of the package affect no module`() async throws {
        @Sendable func describe(_ arguments: [String]) throws -> Program.Outcome {
            let root = packagePath(in: arguments)
            let text = try String(contentsOfFile: "\(root)/dump.json", encoding: .utf8)
            let isInRepository = FileManager.default.fileExists(atPath: "\(root)/.git")
            let settings =
                #""settings": {"commit": \#(isInRepository), "folder": "-I\#(root)/include"}"#
            return .init(
                code: 0,
                output: Data(text.replacing("\"settings\": {}", with: settings).utf8),
                errors: ""
            )
        }
        try await replacingSwift(with: describe) {
            let package = try await repository.load()
            let packages = PackageSet(package)
            let revision = try await Revision.find("HEAD", in: package.root)
            let found = try #require(try await revision.packages(like: packages))
            defer {
                withExtendedLifetime(found) {}
            }
            let old = found.0.packages[0]
            let current = try await package.comparable(with: old)
            let files = ["Sources/Net/Net.swift"]
            let impact = Impact.search(
                packages,
                since: ["": old],
                describedAs: ["": current],
                files: files
            )
            #expect(impact.entries.map(\.module.name) == ["Net", "NetTests"])
            let other = Impact.search(packages, since: ["": old], files: files)
            #expect(other.entries.count == 7)
        }
    }

    @Test func `changes are relative to the common ancestor of the revision and HEAD`() async throws
    {
        try await repository.git("checkout", "--quiet", "-b", "branch")
        try repository.write("let a = 1", to: "Sources/Net/Net.swift")
        try await repository.commit()
        try await repository.git("checkout", "--quiet", "main")
        try repository.write("let a = 1", to: "Sources/Core/Core.swift")
        try await repository.commit()
        try await repository.git("checkout", "--quiet", "branch")
        let impact = try await repository.impact(since: "main")
        #expect(Set(impact.reasons.keys) == ["Net", "NetTests"])
    }

    @Test(arguments: ["", "Packages/App"])
    func `extracts all files of a revision, including files that git archive omits`(
        path: String
    ) async throws {
        let repository = try await DescribedRepository.app(in: path)
        try repository.write("Tests export-ignore\n", to: "\(path)/.gitattributes")
        try await repository.commit()
        try repository.write("let a = 1", to: "\(path)/Sources/Net/Net.swift")
        let reasons = try await repository.impact(in: path).reasons
        #expect(Set(reasons.keys) == ["Net", "NetTests"])
        let package = try await repository.load(path)
        let revision = try await Revision.find("HEAD", in: package.root)
        let (packages, folder) = try #require(
            try await revision.packages(like: PackageSet(package))
        )
        defer {
            withExtendedLifetime(folder) {}
        }
        let old = packages.packages[0]
        let tests = try #require(old.graph.module(named: "NetTests"))
        #expect(try old.files(of: tests) == ["Tests/NetTests/NetTests.swift"])
    }

    @Test func `a revision without the folder of the package has no files`() async throws {
        try repository.describe("Core", in: "New")
        let package = try await repository.load("New")
        let revision = try await Revision.find("HEAD", in: package.root)
        let isMissing = try await revision.packages(like: PackageSet(package)) == nil
        #expect(isMissing)
        let impact = Impact.search(
            PackageSet(package),
            since: [:],
            files: try await revision.changedFiles()
        )
        #expect(impact.entries.map(\.reason) == [.package])
        let checkout = repository.folder.url.appending(path: "Old")
        let root = try await revision.checkOut(PackageSet(package), to: checkout)
        #expect(root.path == checkout.path + package.root)
        let manager = FileManager.default
        #expect(!manager.fileExists(atPath: root.path))
        #expect(manager.fileExists(atPath: root.deletingLastPathComponent().path))
    }

    @Test func `reports that Git is missing`() async throws {
        let package = try await repository.load()
        let missing: Program.Runner = { _, _ in
            .init(code: Program.missing, output: Data(), errors: "")
        }
        await #expect(throws: RevisionError.noGit) {
            try await Program.$runner.withValue(missing) {
                try await Revision.find("HEAD", in: package.root)
            }
        }
    }

    @Test(arguments: [("", "exit code 3"), ("fatal: a\nhint: b\n", "fatal: a")])
    func `reports the first error of a Git command, or its exit code`(
        errors: String,
        reason: String
    ) async throws {
        let revision = try await Revision.find("HEAD", in: repository.folder.url.path)
        let failing: Program.Runner = { _, _ in .init(code: 3, output: Data(), errors: errors) }
        await #expect(throws: RevisionError.failed("git diff", reason: reason)) {
            try await Program.$runner.withValue(failing) { try await revision.changedFiles() }
        }
    }

    @Test func `reports an invalid revision`() async throws {
        let package = try await repository.load()
        for name in ["nope", "-x", ""] {
            await #expect(throws: RevisionError.unknown(name)) {
                try await Revision.find(name, in: package.root)
            }
        }
        try await repository.git("checkout", "--quiet", "--orphan", "other")
        try repository.write("other", to: "README.md")
        try await repository.commit()
        await #expect(throws: RevisionError.unrelated("main")) {
            try await Revision.find("main", in: package.root)
        }
        try repository.folder.remove(".git")
        await #expect(throws: RevisionError.noRepository(path: repository.folder.url.path)) {
            try await Revision.find("main", in: package.root)
        }
    }

    @Test func `reports a shallow clone that lacks a revision`() async throws {
        try repository.write("other", to: "README.md")
        try await repository.commit()
        let clones = try TemporaryFolder()
        let path = clones.path("clone")
        let source = "file://\(repository.folder.url.path)"
        let outcome = try await Subprocess.run("git", ["clone", "--depth", "1", source, path])
        try #require(outcome.code == 0)
        let package = try await SwiftPackage.load(path)
        for name in ["HEAD~1", "feature"] {
            await #expect(throws: RevisionError.shallow(name)) {
                try await Revision.find(name, in: package.root)
            }
        }
        await #expect(throws: RevisionError.unknown("feature")) {
            try await Revision.find("feature", in: repository.folder.url.path)
        }
    }

    @Test(arguments: [
        (RevisionError.noGit, "cannot run 'git': it is not in PATH; install Git"),
        (
            .noRepository(path: "a"),
            "'a' is not in a Git repository; run 'git init', and commit the package"
        ),
        (.unknown("a"), "unknown revision 'a'; specify a branch, a tag or a commit"),
        (
            .unrelated("a"),
            "'a' and the current commit have no common ancestor; specify a revision of the same history"
        ),
        (
            .shallow("a"),
            "this clone is shallow and lacks 'a' or its history; fetch it with "
                + "'git fetch --unshallow origin \"+refs/heads/*:refs/remotes/origin/*\"', or clone with 'fetch-depth: 0' on GitHub"
        ),
        (.failed("git diff", reason: "a"), "'git diff' failed: a"),
        (
            .cannotLink("a", reason: "b"),
            "cannot compare the package in 'a', which is outside the repository: b"
        ),
    ])
    func `every message states the failure and the remedy`(error: RevisionError, message: String) {
        #expect(error.message == message)
        #expect(error.exitCode == (error == .noGit ? .missingProgram : .unusablePackage))
    }
}
