import BoundaryRules
import Foundation
import PackageManifest
import ProgramTesting
import Testing

/// Tests manifests that SwiftPM evaluates.
@Suite(.buildsPackages)
struct ManifestEvaluationTests {
    private let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
    }

    private func load(_ targets: String, files: [String] = []) async throws -> SwiftPackage {
        try folder.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "Sample", targets: [\(targets)])
            """,
            to: "Package.swift"
        )
        for file in files {
            try folder.write("import Foundation\n", to: file)
        }
        return try await SwiftPackage.load(folder.url.path)
    }

    @Test func `reads which targets enable MemberImportVisibility`() async throws {
        let setting = ".enableUpcomingFeature(\"MemberImportVisibility\")"
        let package = try await load(
            ".target(name: \"Core\"), .target(name: \"Home\", swiftSettings: [\(setting)])",
            files: ["Sources/Core/A.swift", "Sources/Home/A.swift"]
        )
        #expect(package.targetsWithoutMemberImportVisibility == ["Core"])
    }

    @Test func `reads the kinds, folders and dependencies of targets`() async throws {
        let manifest = try await load(
            """
            .target(name: "Core"), .executableTarget(name: "app", dependencies: ["Core", .target(name: "Net")]),
            .target(name: "Net", dependencies: [.byName(name: "Core")], path: "Other/Net", packageAccess: false),
            .testTarget(name: "CoreTests", dependencies: ["Core"]), .target(name: "CLib"),
            .systemLibrary(name: "CSystem"), .plugin(name: "Plug", capability: .buildTool()),
            """,
            files: [
                "Sources/Core/A.swift", "Sources/app/main.swift", "Other/Net/B.swift",
                "Tests/CoreTests/T.swift", "Sources/CLib/c.c", "Sources/CSystem/module.modulemap",
                "Plugins/Plug/P.swift",
            ]
        )
        let modules = manifest.graph.modules
        #expect(manifest.name == "Sample")
        #expect(
            modules.map { "\($0.name) \($0.kind) in \($0.folder)" } == [
                "Core library in Sources/Core", "app executable in Sources/app",
                "Net library in Other/Net", "CoreTests test in Tests/CoreTests",
                "CLib clang in Sources/CLib", "CSystem system in Sources/CSystem",
                "Plug plugin in Plugins/Plug",
            ]
        )
        #expect(manifest.graph.module(named: "app")?.dependencies == ["Core", "Net"])
        #expect(modules.prefix(3).map(\.packageAccess) == [true, true, false])
        #expect(try files(of: "Net", in: manifest) == ["Other/Net/B.swift"])
    }

    @Test func `skips files that SwiftPM does not compile`() async throws {
        let manifest = try await load(
            """
            .target(name: "Core", exclude: ["Old", "Skip.swift"], resources: [.copy("Fixtures"), .process("Assets")]),
            .target(name: "Some", sources: ["In", "One.swift"]),
            """,
            files: [
                "Sources/Core/A.swift", "Sources/Core/Deep/er/B.swift", "Sources/Core/Old/C.swift",
                "Sources/Core/Skip.swift", "Sources/Core/Fixtures/D.swift",
                "Sources/Core/Assets/E.swift", "Sources/Core/.hidden/F.swift",
                "Sources/Core/Guide.docc/G.swift", "Sources/Core/README.md",
                "Sources/Some/In/H.swift", "Sources/Some/One.swift", "Sources/Some/Two.swift",
            ]
        )
        #expect(
            try files(of: "Core", in: manifest) == [
                "Sources/Core/A.swift", "Sources/Core/Assets/E.swift",
                "Sources/Core/Deep/er/B.swift",
            ]
        )
        #expect(
            try files(of: "Some", in: manifest) == [
                "Sources/Some/In/H.swift", "Sources/Some/One.swift",
            ]
        )
    }

    @Test func `products of other packages are external modules`() async throws {
        try folder.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "P", dependencies: [.package(url: "https://example.com/swift-log.git", from: "1.0.0")],
                targets: [.target(name: "Core", dependencies: [.product(name: "Logging", package: "swift-log")])])
            """,
            to: "Package.swift"
        )
        try folder.write("import Logging", to: "Sources/Core/A.swift")
        let graph = try await SwiftPackage.load(folder.url.path).graph
        #expect(graph.module(named: "Logging")?.kind == .external)
        #expect(graph.module(named: "Core")?.dependencies == ["Logging"])
    }

    @Test func `reports SwiftPM's errors for a manifest that SwiftPM cannot evaluate`() async throws
    {
        let error = try await #require(throws: ManifestError.self) {
            try await load(#".target(nam: "Core")"#)
        }
        #expect(error.message.contains("Package.swift:3:"))
    }
}
