import BoundaryRules
import Foundation
import PackageManifest
import ProgramTesting
import Testing

struct ImpactTests {
    /// The affected modules, with the reason for each.
    private func impact(
        of repository: SampleRepository, since name: String = "HEAD", wholePackageTests: Set<String> = []
    ) async throws -> (reasons: [String: Impact.Reason], others: [String]) {
        let package = try await repository.load()
        let revision = try await Revision(name, of: package)
        let impact = Impact(
            on: package, since: try await revision.package(repository.loader)?.0,
            files: try await revision.changedFiles(),
            wholePackageTests: wholePackageTests)
        let pairs = impact.entries.map { ($0.module.name, $0.reason) }
        #expect(impact.tests == pairs.map(\.0).filter { $0.hasSuffix("Tests") })
        return (Dictionary(uniqueKeysWithValues: pairs), impact.otherFiles)
    }

    @Test func `nothing is affected without a change`() async throws {
        let (reasons, others) = try await impact(of: SampleRepository(), wholePackageTests: ["NetTests"])
        #expect(reasons.isEmpty && others.isEmpty)
    }

    @Test func `a changed file affects its module and all that use it`() async throws {
        let repository = try await SampleRepository()
        try repository.folder.write("let a = 1", to: "Sources/Core/Core.swift")
        try repository.folder.write("text", to: "README.md")
        let (reasons, others) = try await impact(of: repository, wholePackageTests: ["NetTests"])
        #expect(
            reasons == [
                "Core": .files(["Sources/Core/Core.swift"]), "Home": .dependency("Core"), "App": .dependency("Home"),
                "CoreTests": .dependency("Core"), "HomeTests": .dependency("Home"), "NetTests": .wholePackage,
            ])
        #expect(others == ["README.md"])
    }

    @Test(arguments: [
        ("Sources/Net/New.swift", true), ("Sources/Net/Data/words.txt", true), ("Sources/Net/Notes/a.txt", false),
        ("Sources/Network/a.swift", false), ("Tests/NetTests/Data/x", true),
    ])
    func `new files, resources and fixtures belong to a module, excluded files do not`(file: String, isOwned: Bool)
        async throws
    {
        let repository = try await SampleRepository()
        try repository.folder.write("", to: file)
        let (reasons, others) = try await impact(of: repository)
        #expect(reasons.keys.contains("NetTests") == isOwned)
        #expect(others == (isOwned ? [] : [file]))
    }

    @Test func `a deleted and a moved file affect the modules that they belonged to`() async throws {
        let repository = try await SampleRepository()
        try await repository.git("mv", "Sources/Net/Net.swift", "Sources/Home/Net.swift")
        try repository.folder.write("", to: "Sources/Net/Other.swift")
        try await repository.commit()
        let (reasons, _) = try await impact(of: repository, since: "HEAD~1")
        #expect(Set(reasons.keys) == ["Net", "NetTests", "Home", "HomeTests", "App"])
    }

    @Test func `a change of one target in the manifest does not affect the others`() async throws {
        let repository = try await SampleRepository()
        var targets = SampleRepository.targets
        targets["App"] = ["Home", "Net"]
        try repository.write(targets)
        let (reasons, others) = try await impact(of: repository)
        #expect(reasons == ["App": .target] && others == ["dump.json"])
    }

    @Test func `a change of the settings or the resolved versions affects every module`() async throws {
        let repository = try await SampleRepository()
        try repository.write(SampleRepository.targets, settings: "{\"language\": 6}")
        #expect(try await impact(of: repository).reasons.values.allSatisfy { $0 == .package })
        try repository.write(SampleRepository.targets)
        #expect(try await impact(of: repository).reasons.isEmpty)
        try repository.folder.write("{}", to: "Package.resolved")
        #expect(try await impact(of: repository).reasons.count == SampleRepository.targets.count)
    }

    @Test func `changes count from the common ancestor`() async throws {
        let repository = try await SampleRepository()
        try await repository.git("checkout", "--quiet", "-b", "branch")
        try repository.folder.write("let a = 1", to: "Sources/Net/Net.swift")
        try await repository.commit()
        try await repository.git("checkout", "--quiet", "main")
        try repository.folder.write("let a = 1", to: "Sources/Core/Core.swift")
        try await repository.commit()
        try await repository.git("checkout", "--quiet", "branch")
        #expect(Set(try await impact(of: repository, since: "main").reasons.keys) == ["Net", "NetTests"])
    }

    @Test func `reports what is not a revision`() async throws {
        let repository = try await SampleRepository()
        let package = try await repository.load()
        for name in ["nope", "-x", ""] {
            await #expect(throws: RevisionError.unknown(name)) { try await Revision(name, of: package) }
        }
        try await repository.git("checkout", "--quiet", "--orphan", "other")
        try repository.folder.write("other", to: "README.md")
        try await repository.commit()
        await #expect(throws: RevisionError.unrelated("main")) { try await Revision("main", of: package) }
        try repository.folder.remove(".git")
        await #expect(throws: RevisionError.noRepository(path: repository.folder.url.path)) {
            try await Revision("main", of: package)
        }
    }
}
