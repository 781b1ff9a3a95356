import Foundation
import ProgramTesting
import Testing

/// Tests a package that depends on this package for its plugins. Some modules of the dependent
/// package have the same names as modules of this package.
@Suite(.serialized, .buildsPackages)
struct DependentPackageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(files: [
            "Shop/Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "Shop",
                dependencies: [.package(path: "../bulkhead")],
                targets: [
                    .target(name: "Core", plugins: [.plugin(name: "Boundaries", package: "bulkhead")]),
                    .target(name: "HTTP", dependencies: ["Core"]),
                    .executableTarget(name: "Library", dependencies: ["HTTP"]),
                ])
            """,
            "Shop/boundaries.json": "{ \"checkedWith\": \"Core\" }",
            "Shop/Sources/Core/Core.swift": "public struct Value { public init() {} }\n",
            "Shop/Sources/HTTP/HTTP.swift": "import Core\n",
            "Shop/Sources/Library/main.swift": "import HTTP\n",
            "Shop/Sources/Library/Value.swift":
                "import Core\n\nfunc value() -> Value { Value() }\n",
        ])
        try folder.link("bulkhead", to: BuiltProducts.packageRoot.path)
    }

    private func swift(_ arguments: String...) async throws -> Outcome {
        try await Subprocess.run("swift", arguments, in: folder.path("Shop"), isFirst: true)
    }

    @Test func `a build plugin on one target checks all targets, as does the command plugin`()
        async throws
    {
        let error =
            "Sources/Library/Value.swift:1:8: error: 'Library' imports 'Core' without declaring it as a dependency\n"
        let broken = try await swift("build")
        #expect(broken.code != 0)
        #expect((broken.output + broken.errors).contains("\(folder.path("Shop"))/\(error)"))
        let checked = try await swift("package", "check-boundaries", "--strict")
        #expect(
            checked.code == 1,
            "\(checked.output)\(checked.errors)"
        )
        #expect(
            checked.output.hasPrefix(error),
            "\(checked.output)\(checked.errors)"
        )
        let unknown = try await swift("package", "check-boundaries", "--write-baseline")
        #expect(unknown.code != 0, "\(unknown.errors)")
        #expect(unknown.output.contains("unknown option '--write-baseline'"))
        let written = try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            ["check", "--write-baseline"],
            in: folder.path("Shop")
        )
        #expect(written.code == 0, "\(written.errors)")
        let frozen = try await swift("build")
        #expect(frozen.code == 0, "\(frozen.output)\(frozen.errors)")
        #expect(!(frozen.output + frozen.errors).contains("without declaring"))
        try folder.write("import Library\n", to: "Shop/Sources/HTTP/HTTP.swift")
        let new = try await swift("build")
        #expect(new.code != 0)
        #expect(
            (new.output + new.errors).contains(
                "HTTP.swift:1:8: error: 'HTTP' imports 'Library' without declaring"
            )
        )
    }

    @Test func `a package with its own product Injection can use the engine under an alias`()
        async throws
    {
        try folder.write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "Shop",
                platforms: [.macOS(.v15)],
                products: [.library(name: "Injection", targets: ["Injection"])],
                dependencies: [.package(path: "../bulkhead")],
                targets: [
                    .target(name: "Injection"),
                    .executableTarget(
                        name: "Shop",
                        dependencies: [
                            "Injection",
                            .product(name: "Injection", package: "bulkhead", moduleAliases: ["Injection": "Containers"])
                        ]),
                ])
            """,
            to: "Shop/Package.swift"
        )
        try folder.write(
            "public struct Factory<Product> {}\n",
            to: "Shop/Sources/Injection/Factory.swift"
        )
        try folder.write(
            """
            import Containers
            import Injection

            final class ShopContainer: SharedContainer {
                @TaskLocal static var shared = ShopContainer()
                let manager = ContainerManager()
                var size: Containers.Factory<Int> { self { 42 } }
            }

            print(ShopContainer.shared.size(), Injection.Factory<Int>.self)
            """,
            to: "Shop/Sources/Shop/main.swift"
        )
        let outcome = try await swift("run", "Shop")
        #expect(
            outcome.code == 0,
            "\(outcome.output)\(outcome.errors)"
        )
        #expect(
            outcome.output == "42 Factory<Int>\n",
            "\(outcome.output)\(outcome.errors)"
        )
    }
}
