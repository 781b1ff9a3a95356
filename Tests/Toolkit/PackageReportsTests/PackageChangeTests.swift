import Foundation
import PackageManifest
import PackageReports
import ProgramTesting
import Testing

/// Tests a fix with SwiftPM instead of a recorded description.
@Suite(.buildsPackages)
struct PackageChangeTests {
    @Test
    func `SwiftPM accepts a fixed manifest, and no findings remain`() async throws {
        let folder = try TemporaryFolder(files: [
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let shared: [Target.Dependency] = ["Core"]
            let package = Package(name: "P", targets: [
                .target(name: "Core"), .target(name: "Net"), .target(name: "Home", dependencies: shared),
                .executableTarget(name: "App", dependencies: ["Home", "Net"]),
            ])
            """,
            "Sources/Core/Core.swift": "",
            "Sources/Net/Net.swift": "public let net = 1",
            "Sources/Home/Home.swift": "import Core\nimport Net",
            "Sources/App/main.swift": "import Core\nimport Home",
        ])
        func fix() async throws -> ManifestFix {
            let package = try await SwiftPackage.load(folder.url.path)
            return ManifestFix.resolving(try PackageSet(package).report(), removesUnused: true)
        }
        let first = try await fix()
        #expect(
            Set(first.actions) == [
                .add("Core", to: "App"), .add("Net", to: "Home"), .remove("Net", from: "App"),
            ]
        )
        try await first.write()
        let second = try await fix()
        #expect(second.actions.isEmpty)
        #expect(second.remainders.isEmpty)
    }
}
