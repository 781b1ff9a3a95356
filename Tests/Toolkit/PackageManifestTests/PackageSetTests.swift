import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests sets of packages.
@Suite(.describedPackages)
struct PackageSetTests {
    private let repository: DescribedRepository

    init() async throws {
        repository = try await DescribedRepository.withThreePackages()
    }

    @Test(arguments: [
        "Carthage", "checkouts", "DerivedData", "External", "Fixtures", "node_modules", "Pods",
        "Templates", "third-party", "third_party", "ThirdParty", "Vendor", "vendored", "vendors",
        ".hidden", ".build/checkouts", "Tests/Fixtures",
    ])
    func `a folder for packages of other people contains no package of the repository`(
        folder: String
    ) {
        let files = [
            "Package.swift", "Packages/Kit/Package.swift", "Packages/Kit/Sources/Kit.swift",
            "\(folder)/Kit/Package.swift", "App/Package.resolved",
        ]
        #expect(PackageSet.packageFolders(among: files) == ["", "Packages/Kit"])
    }

    @Test func `a package that Git ignores does not belong to the repository`() async throws {
        try repository.write("Packages/Low\n", to: ".gitignore")
        try await repository.git("rm", "-r", "--cached", "--quiet", "Packages/Low")
        let packages = try await repository.loadAll()
        #expect(packages.checkedPackages.map(\.name) == ["Shop", "Kit"])
        // The graph contains it, because Kit reaches it by path.
        #expect(packages.packages.map(\.name) == ["Shop", "Kit", "Low"])
    }

    @Test func `a source file with the name of a manifest is not a package`() async throws {
        try repository.write(
            "struct Package {}",
            to: "Packages/Low/Sources/Low/Package.swift"
        )
        let folders = await PackageSet.packageFolders(below: repository.folder.url.path)
        #expect(folders == ["Apps/Shop", "Packages/Kit", "Packages/Low"])
    }

    @Test func `the packages of a repository include those in submodules`() async throws {
        let low = "Packages/Low"
        try await repository.git("init", "--quiet", low)
        try await repository.git("rm", "-r", "--cached", "--quiet", low)
        let entry = "160000,\(String(repeating: "1", count: 40)),\(low)"
        try await repository.git("update-index", "--add", "--cacheinfo", entry)
        let folders = await PackageSet.packageFolders(below: repository.folder.url.path)
        #expect(folders == ["Apps/Shop", "Packages/Kit", low])
    }

    /// `NIO` re-exports `Core`.
    @Test func `the graph with checkouts has their products`() async throws {
        let urls = ["swift-nio": "https://example.com/swift-nio"]
        try repository.describe("Home: NIO@Swift-NIO", packages: urls)
        let checkout = ".build/checkouts/swift-nio"
        try repository.describe(
            "NIO: Core\nCore\nHTTP",
            in: checkout,
            products: "NIO: NIO\nHome: HTTP\nHTTP: HTTP, Core"
        )
        try repository.write("@_exported import Core", to: "\(checkout)/Sources/NIO/NIO.swift")
        let packages = PackageSet(try await repository.load())
        #expect(packages.unresolvedPackages == ["swift-nio"])
        try repository.write("ref: refs/heads/main\n", to: "\(checkout)/.git/HEAD")
        let read = await packages.readingCheckouts()
        #expect(!repository.folder.exists(".build/bulkhead"))
        #expect(read.unresolvedPackages == [])
        let products = read.graph.modules.map { module in
            let names = [module.importName] + module.otherImportNames
            return "\(module.name) of \(module.package ?? "-"): \(names.joined(separator: ", "))"
        }
        #expect(
            products == [
                "Home of -: Home", "NIO of Swift-NIO: NIO, Core",
                "swift-nio/Home of Swift-NIO: HTTP", "HTTP of Swift-NIO: HTTP, Core",
            ]
        )
        try repository.write("0123abcd\n", to: "\(checkout)/.git/HEAD")
        _ = await packages.readingCheckouts()
        #expect(repository.folder.exists(".build/bulkhead/swift-nio-0123abcd.json"))
    }

    /// The modules of the graph as lines, such as `Home library in Sources/Home of Shop: Core`.
    private func modules(_ packages: PackageSet) -> [String] {
        packages.graph.modules.map { module in
            let place = "\(module.folder) of \(module.package ?? "-")"
            let uses = module.dependencies.joined(separator: ", ")
            return "\(module.name) \(module.kind.rawValue) in \(place): \(uses)"
        }
    }

    /// A name that several packages have contains the name of the package.
    @Test func `the graph of a repository has the modules of all packages`() async throws {
        let packages = try await repository.loadAll()
        #expect(
            modules(packages) == [
                "Shop/CoreTests test in Apps/Shop/Tests/CoreTests of Shop: Home",
                "Home library in Apps/Shop/Sources/Home of Shop: KitViews",
                "Kit/CoreTests test in Packages/Kit/Tests/CoreTests of Kit: KitViews",
                "KitModel library in Packages/Kit/Sources/KitModel of Kit: ",
                "KitViews library in Packages/Kit/Sources/KitViews of Kit: Low",
                "Low/CoreTests test in Packages/Low/Tests/CoreTests of Low: Low",
                "Low library in Packages/Low/Sources/Low of Low: ",
            ]
        )
        let products = [[], [], [], ["KitModel"], ["KitUI"], [], ["Low"]]
        #expect(packages.graph.modules.map(\.products) == products)
        let declared = DeclaredProduct(name: "KitUI", modules: ["KitViews"], isImported: true)
        #expect(packages.graph.module(named: "Home")?.declaredProducts == [declared])
        let kit = LocalPackage(
            name: "Kit",
            folder: "Packages/Kit",
            products: ["KitModel": ["KitModel"], "KitUI": ["KitViews"]],
            references: ["Low": "Low"]
        )
        #expect(packages.graph.package(named: "Kit") == kit)
        let tests = packages.graph.modules.filter { $0.kind == .test }
        #expect(tests.map(\.target) == ["CoreTests", "CoreTests", "CoreTests"])
    }

    @Test func `packages with the same name are named after their folders`() async throws {
        try repository.describe("CoreTests", in: "Apps/Kit")
        let graph = try await repository.loadAll().graph
        #expect(graph.packages.map(\.name) == ["Apps/Kit", "Shop", "Packages/Kit", "Low"])
        #expect(graph.module(named: "Packages/Kit/CoreTests")?.package == "Packages/Kit")
    }

    @Test func `packages that cannot be read are not checked`() async throws {
        let root = repository.folder.url.path
        try repository.write("no JSON", to: "Packages/Low/dump.json")
        let packages = try await repository.loadAll()
        #expect(packages.name == repository.folder.url.lastPathComponent)
        #expect(packages.packages.map(\.name) == ["Shop", "Kit"])
        let error = try #require(packages.uncheckedPackages.first)
        #expect(packages.uncheckedPackages == [error])
        #expect(error.message.contains("'\(root)/Packages/Low/Package.swift'"))
        #expect(packages.unreadablePackages == [])
        let kit = try await PackageSet.load("\(root)/Packages/Kit")
        #expect(kit.uncheckedPackages == [])
        #expect(kit.unreadablePackages == packages.uncheckedPackages)
        #expect(kit.unresolvedPackages == [])
        await #expect(throws: error) {
            try await PackageSet.load(["Packages/Low"], inRepository: root)
        }
        await #expect(throws: ManifestError.noPackage(path: root)) {
            try await PackageSet.load([], inRepository: root)
        }
    }

    /// A dependency on a parent folder has the path `..`.
    @Test func `a package refers to a parent folder by the name of the folder`() async throws {
        let kit = repository.folder.path("Packages/Kit")
        try repository.describe("Use", in: "Packages/Kit/Example", packages: ["kit": kit])
        let example = try await repository.loadAll().graph.package(named: "Example")
        #expect(example?.references == ["Kit": "Kit"])
    }

    @Test func `the graph of a package names the modules of others that have the same name`()
        async throws
    {
        try repository.describe(
            "Low: KitUI@kit, Low@far, Log@Logs, KitViews",
            in: "Apps/Shop",
            packages: [
                "kit": "Packages/Kit", "far": "https://example.com/far",
                "logs": "https://example.com/logs",
            ]
        )
        let path = repository.folder.path("Apps/Shop")
        #expect(
            modules(try await PackageSet.load(path)) == [
                "Low library in Sources/Low of Shop: KitViews, far/Low, Log, unknown/KitViews",
                "KitModel external in  of Kit: ", "KitViews external in  of Kit: Low/Low",
                "Low/Low external in  of Low: ", "Log external in  of Logs: ",
                "far/Low external in  of far: ", "unknown/KitViews external in  of -: ",
            ]
        )
        try repository.describe("CoreTests: Low\nLow: Typo", in: "Packages/Low")
        let alone = PackageSet(try await repository.load("Packages/Low"))
        #expect(
            modules(alone) == [
                "CoreTests test in Tests/CoreTests of -: Low",
                "Low library in Sources/Low of -: Typo",
            ]
        )
    }

    @Test func `a package without rules ignores the rules of the repository`() async throws {
        let place = repository.folder.path("Packages/Kit")
        #expect(try await PackageSet.load(place).ignoresRulesOfRepository == false)
        try repository.write("{}", to: "boundaries.json")
        #expect(try await PackageSet.load(place).ignoresRulesOfRepository)
        try repository.write("{}", to: "Packages/Kit/boundaries.json")
        #expect(try await PackageSet.load(place).ignoresRulesOfRepository == false)
        // The search ends at the root of the file system.
        let outside = try DescribedRepository()
        try outside.describe("Low")
        let package = try await PackageSet.load(outside.folder.url.path)
        #expect(package.ignoresRulesOfRepository == false)
    }
}
