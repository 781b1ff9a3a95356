import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Tests how a fixed manifest is evaluated and written.
@Suite(.describedPackages)
struct FixWritingTests {
    private let repository: DescribedRepository

    init() async throws {
        repository = try await DescribedRepository.app()
    }

    @Test func `writes a manifest whose edits have the intended effect`() async throws {
        let fix = try await repository.fix()
        let changed = DescribedRepository.appTargets
            .replacing("App executable: Home", with: "App executable: Net, Core, Home")
            .replacing("Home: Core\n", with: "Home: Net, Core\n")
        try repository.describe(changed)
        try await fix.write()
        #expect(try repository.folder.text("Package.swift") == fix.text)
    }

    /// The description is the same for every manifest.
    @Test func `writes nothing if the edits do not have the intended effect`() async throws {
        let before = try repository.folder.text("Package.swift")
        let fix = try await repository.fix()
        await #expect(throws: ManifestFixError.unexpected(module: "App")) {
            try await fix.write()
        }
        #expect(try repository.folder.text("Package.swift") == before)
    }

    /// If the program is interrupted during the evaluation, no file has to be restored.
    @Test func `SwiftPM evaluates the new manifest before it is written`() async throws {
        let repository = try await DescribedRepository.app(in: "App")
        try repository.write("", to: "Other/A.swift")
        let before = try repository.folder.text("App/Package.swift")
        let fix = try await repository.fix(in: "App")
        let file = repository.folder.path("App/Package.swift")
        @Sendable func reject(_ arguments: [String]) -> Program.Outcome {
            let manager = FileManager.default
            let copy = packagePath(in: arguments)
            #expect(manager.contents(atPath: "\(copy)/Package.swift") == Data(fix.text.utf8))
            #expect(manager.contents(atPath: file) == Data(before.utf8))
            #expect(manager.fileExists(atPath: "\(copy)/../Other/A.swift"))
            #expect(manager.fileExists(atPath: "\(copy)/Sources/Home"))
            return .init(code: 1, output: Data(), errors: "")
        }
        await #expect(throws: ManifestError.self) {
            try await replacingSwift(with: reject) {
                try await fix.write()
            }
        }
        #expect(try repository.folder.text("App/Package.swift") == before)
    }

    @Test func `reports a manifest that cannot be written`() async throws {
        let repository = try DescribedRepository()
        try repository.describe("Home")
        let fix = try await repository.fix([:])
        let file = repository.folder.path("Package.swift")
        // A folder with the name of the manifest cannot be replaced by a file.
        @Sendable func describe(_ arguments: [String]) throws -> Program.Outcome {
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createDirectory(
                atPath: "\(file)/Folder",
                withIntermediateDirectories: true
            )
            return DescribedPackagesTrait.describe(arguments)
        }
        let error = try await #require(throws: ManifestFixError.self) {
            try await replacingSwift(with: describe) {
                try await fix.write()
            }
        }
        #expect(error.message.hasPrefix("cannot write '\(file)': "))
    }

    @Test(arguments: [
        (
            ManifestFixError.unexpected(module: "A"),
            "the new manifest would change the dependencies of 'A' in an unexpected way; "
                + "Package.swift is unchanged; edit it by hand",
            ErrorExitCode.unusablePackage
        ),
        (
            .cannotWrite(path: "a", reason: "b"),
            "cannot write 'a': b; check the permissions of the file and its folder",
            .cannotCreate
        ),
    ])
    func `every message states the failure and the remedy`(
        error: ManifestFixError,
        message: String,
        exitCode: ErrorExitCode
    ) {
        #expect(error.message == message)
        #expect(error.exitCode == exitCode)
    }

    @Test func `names the other manifests that declare a changed target`() async throws {
        for (name, text) in [
            ("Package@swift-6.0.swift", ".target(name: \"App\")"),
            ("Package@swift-5.9.swift", ".target(name: \"Other\")"),
            ("App.swift", "\"App\""),
            ("Package@swift-6.1.swift", "\"App\""),
            ("Package@swift-5.7.swift", "\"App\""),
            ("Package@swift-6.2.swift", "\"App\""),
            ("Package@swift-5.8.swift", "\"App\""),
        ] {
            try repository.write(text, to: name)
        }
        let changed = try await repository.fix()
        let versions = ["5.7", "5.8", "6.0", "6.1", "6.2"]
        #expect(changed.otherManifests == versions.map { "Package@swift-\($0).swift" })
        let unchanged = try await repository.fix(targets: ["Core"])
        #expect(unchanged.otherManifests == [])
    }
}
