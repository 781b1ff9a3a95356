import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import ProgramTesting
import Testing

@Suite(.describedPackages)
struct TestBuildTests {
    private let repository: DescribedRepository

    init() async throws {
        repository = try await DescribedRepository.app(in: "App")
        try write("let package = Package(name: \"P\")")
    }

    private func write(_ manifest: String) throws {
        try repository.folder.write(manifest, to: "App/Package.swift")
    }

    /// Describes the package again, with one more target, and with the same manifest.
    private func describe(
        adding target: String = "Tool plugin",
        products: String = "",
        packages: [String: String] = [:],
        values: [String: [String: String]] = [:]
    ) throws {
        try repository.describe(
            DescribedRepository.appTargets + "\n" + target,
            in: "App",
            products: products,
            packages: packages,
            values: values
        )
        try write("let package = Package(name: \"P\")")
    }

    private func build(
        _ tests: [String],
        writes: Bool = false
    ) async throws -> TestBuild {
        let package = try await repository.load("App")
        let packages = PackageSet(package)
        return try await TestBuild.plan(
            tests,
            in: package,
            of: packages,
            uses: ModuleUses(of: packages, in: try packages.sources()),
            writes: writes
        )
    }

    private var copy: String { repository.folder.path("App/.build/tests/App") }

    @Test func `builds the tests and the modules that they use in a copy`() async throws {
        let build = try await build(["HomeTests"])
        #expect(build.place == .copy(path: copy))
        #expect(build.targetCount == 3)
        #expect(build.command == ["swift", "test", "--package-path", copy])
        #expect(!FileManager.default.fileExists(atPath: copy))
        let root = repository.folder.url.path
        let paths = Program.Replacement(of: "\(root)/App/.build/tests/", with: "\(root)/")
        #expect(build.replacedPaths == paths)
    }

    @Test(arguments: [
        "let package = Package(name: \"P\")",
        "var package: Package = Package(name: \"P\")",
        "let it = Package.init(name: \"P\")",
    ])
    func `recognizes each form of the declaration of the package`(manifest: String) async throws {
        try write(manifest)
        #expect(try await build(["NetTests"]).place == .copy(path: copy))
    }

    @Test(arguments: ["", "let package = make()", "let package = Packages(name: \"P\")"])
    func `builds everything if no variable contains the package`(manifest: String) async throws {
        try write(manifest)
        let build = try await build(["CoreTests", "NetTests"])
        let reason = "Package.swift does not contain 'let package = Package('"
        #expect(build.place == .everything(reason: reason))
        #expect(build.targetCount == 7)
        let folder = repository.folder.path("App")
        let filter = "^(CoreTests|NetTests)\\."
        #expect(
            build.command == ["swift", "test", "--package-path", folder, "--filter", filter]
        )
    }

    @Test func `uses no copy if the tests use every target`() async throws {
        try repository.describe("Core\nCoreTests: Core", in: "App")
        try write("let package = Package(name: \"P\")")
        let build = try await build(["CoreTests"])
        #expect(build.place == .everything(reason: nil))
        #expect(build.targetCount == 2)
    }

    @Test func `a manifest that reads the variable needs no copy`() async throws {
        try describe(values: ["Core": ["pluginUsages": #"[{"plugin": ["Tool", null]}]"#]])
        try write("let tests = Context.environment[\"ONLY_TESTS\"]")
        let build = try await build(["CoreTests", "NetTests"])
        #expect(build.place == .package)
        #expect(build.targetCount == 4)
        let call = ["env", "ONLY_TESTS=CoreTests NetTests", "swift", "test", "--package-path"]
        let product = ["--test-product", "\(build.packageName)PackageTests"]
        #expect(build.command == call + [repository.folder.path("App")] + product)
    }

    private func writeTest(_ text: String) throws {
        try repository.write(text, ofModule: "NetTests", in: "App")
    }

    @Test(arguments: [#""App""#, #"folder + "/App""#, #""\(folder)/App --help""#, #""shop""#])
    func `builds the program that a test starts, with the modules that it uses`(path: String)
        async throws
    {
        try describe(products: "shop: App")
        try writeTest("let path = \(path); let process = Process()")
        let build = try await build(["NetTests"])
        #expect(build.place == .copy(path: copy))
        #expect(build.targetCount == 5)
        #expect(build.testsWithUnknownPrograms == [])
    }

    /// A test that searches for the folder of programs can start each of them.
    @Test(arguments: [
        ("Process()", 5), ("NSTask()", 5), ("Subprocess()", 5), ("(Process(), a.allBundles)", 6),
        ("(Process(), a.bundlePath)", 6), ("(Process(), a.bundleURL)", 6),
        ("(Process(), productsDirectory)", 6),
    ])
    func `names the tests whose programs are not known`(text: String, count: Int) async throws {
        try writeTest("let process = \(text)")
        let build = try await build(["NetTests", "HomeTests"])
        #expect(build.testsWithUnknownPrograms == ["NetTests"])
        #expect(build.targetCount == count)
    }

    @Test func `a test that names a program builds no other, even if it finds the folder`()
        async throws
    {
        try describe(adding: "Other executable")
        try writeTest(#"let path = bundle.bundlePath + "/App"; let process = Process()"#)
        #expect(try await build(["NetTests"]).targetCount == 5)
    }

    @Test func `does not build a program that a test names, but does not start`() async throws {
        try writeTest("let name = \"App\"")
        #expect(try await build(["NetTests"]).targetCount == 2)
    }

    @Test func `builds the modules that are imported without a dependency`() async throws {
        try writeTest("import Core")
        #expect(try await build(["NetTests"]).targetCount == 3)
    }

    @Test func `builds everything if a manifest that reads the variable removes a program`()
        async throws
    {
        try write("let tests = Context.environment[\"ONLY_TESTS\"]")
        try writeTest("let path = \"App\"; let process = Process()")
        let reason = "the tests use 'App' without a declared dependency"
        #expect(try await build(["NetTests"]).place == .everything(reason: reason))
    }

    /// The description of the copy contains all targets, because it is a link to the description of
    /// the package.
    @Test func `builds everything if the copy has other targets than expected`() async throws {
        try describe(products: "Net: Net\nKit: Core")
        let build = try await build(["NetTests"], writes: true)
        let reason = "Package.swift declares targets in an unexpected way"
        #expect(build.place == .everything(reason: reason))
        #expect(build.targetCount == 8)
        let manifest = try repository.folder.text("App/.build/tests/App/Package.swift")
        #expect(manifest.hasPrefix("let package = Package(name: \"P\")\n"))
        let targets = "([\"Net\", \"NetTests\"] as [String])"
        #expect(manifest.contains("package.targets.removeAll { !\(targets).contains($0.name) }"))
        let products = "([\"Net\"] as [String])"
        #expect(manifest.contains("package.products.removeAll { !\(products).contains($0.name) }"))
    }

    @Test func `builds everything if SwiftPM rejects the copy, or the copy cannot be written`()
        async throws
    {
        let rejected = try await replacingSwift(with: { [copy] arguments in
            packagePath(in: arguments) == copy
                ? .init(code: 1, output: Data(), errors: "warning: a\nerror: b")
                : DescribedPackagesTrait.describe(arguments)
        }) {
            try await build(["NetTests"], writes: true)
        }
        let reason = "SwiftPM rejects the copy: error: b"
        #expect(rejected.place == .everything(reason: reason))
        try repository.folder.remove("App/.build/tests")
        try repository.folder.write("", to: "App/.build/tests")
        let blocked = try await build(["NetTests"], writes: true)
        #expect("\(blocked.place)".contains("cannot write "))
    }

    @Test func `updates the links and the manifest of the copy, but not its versions`() async throws
    {
        let sources = "App/.build/tests/App/Sources"
        try repository.folder.write("old", to: "App/Package.resolved")
        try repository.folder.write("", to: "App/Old.txt")
        _ = try await build(["NetTests"], writes: true)
        let manager = FileManager.default
        let original = try manager.destinationOfSymbolicLink(
            atPath: repository.folder.path(sources)
        )
        #expect(original == repository.folder.path("App/Sources"))
        try repository.folder.write("new", to: "App/Package.resolved")
        try repository.folder.remove("App/Old.txt")
        try repository.folder.write("", to: "App/New.txt")
        _ = try await build(["CoreTests"], writes: true)
        let names = try manager.contentsOfDirectory(atPath: copy)
        #expect(
            names.sorted() == [
                "New.txt", "Package.resolved", "Package.swift", "Sources", "Tests", "dump.json",
            ]
        )
        let copied = "App/.build/tests/App"
        #expect(try repository.folder.text("\(copied)/Package.resolved") == "old")
        #expect(try repository.folder.text("\(copied)/Package.swift").contains("\"CoreTests\""))
    }

    @Test func `a copy of a package with neighbors includes the folders of the repository`()
        async throws
    {
        try describe(packages: ["kit": "Kit", "own": repository.folder.path("App/Own")])
        try repository.folder.write("", to: "Kit/Package.swift")
        let name = repository.folder.url.lastPathComponent
        let build = try await build(["NetTests"])
        let path = repository.folder.path("App/.build/tests/\(name)/App")
        #expect(build.place == .copy(path: path))
        _ = try await self.build(["NetTests"], writes: true)
        let kit = "App/.build/tests/\(name)/Kit"
        #expect(try repository.folder.text("\(kit)/Package.swift") == "")
        let folder = repository.folder.path("App/.build/tests/\(name)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.sorted() == ["App", "Kit", "README.md"])
    }
}
