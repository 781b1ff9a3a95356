import Foundation
import ProgramTesting
import Testing

/// Tests that run SwiftPM instead of using recorded descriptions.
@Suite(.buildsPackages)
struct AffectedPackageTests {
    @Test
    func
        `a changed file affects only its modules and their users, even if the manifest reads the commit`()
        async throws
    {
        let folder = try TemporaryFolder(files: [
            "App/Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let commit = Context.gitInformation?.currentCommit ?? "none"
            let package = Package(
                name: "P",
                targets: [
                    .target(name: "Core", swiftSettings: [.define("COMMIT_\\(commit)")]),
                    .target(name: "Home", swiftSettings: [.unsafeFlags(["-I\\(Context.packageDirectory)"])]),
                    .target(name: "HomeForPlugin"), .testTarget(name: "HomeTests", dependencies: ["HomeForPlugin"]),
                ])
            """,
            "App/Sources/Core/Core.swift": "",
            "App/Sources/Home/Home.swift": "",
            "App/Tests/HomeTests/Tests.swift": "",
        ])
        try folder.link("App/Sources/HomeForPlugin", to: "Home")
        let identity = [
            "-C", folder.url.path, "-c", "user.name=T", "-c", "user.email=t@example.org",
        ]
        let commit = ["commit", "--quiet", "--allow-empty", "-m", "change"]
        for arguments in [["init", "--quiet"], ["add", "--all"], commit, commit] {
            #expect(try await Subprocess.run("git", identity + arguments).code == 0)
        }
        try folder.write("let a = 1", to: "App/Sources/Home/Home.swift")
        let program = BuiltProducts.program("bulkhead")
        let outcome = try await Subprocess.run(
            program,
            ["affected", "--since", "HEAD~1"],
            in: folder.path("App/Sources/Home")
        )
        #expect(
            outcome.output == """
                Home: changed Sources/Home/Home.swift
                HomeForPlugin: changed Sources/Home/Home.swift
                HomeTests: uses HomeForPlugin
                3 modules affected (1 test target)

                """
        )
    }
}
