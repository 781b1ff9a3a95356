import BoundaryRules
import PackageManifestTesting
import Testing

/// Checks which dependencies are reported because no file imports them. `Home` depends on `Core`
/// and on the system library `CNet`.
struct UnusedDependencyTests {
    private var package: Workspace

    init() throws {
        package = try Workspace(
            "Home: Core, CNet\nCore\nCNet system\nApp executable: Home",
            sources: [
                "Home": "import Foundation\nlet a = 1", "Core": "public let b = 1",
                "App": "import Home",
            ]
        )
        package.change("CNet") { $0.hasModuleMap = true }
    }

    private func unused(_ package: Workspace) -> [String] {
        package.violations("Home", of: .unusedDependency).compactMap(\.other)
    }

    @Test func `a dependency that no file imports is reported`() {
        #expect(unused(package) == ["Core", "CNet"])
    }

    @Test func `the remedy for an unused dependency is to remove it, or to keep it`() {
        let found = package.violations("Home", of: .unusedDependency)
        let end =
            "from the dependencies of 'Home' in Package.swift, "
            + "or keep it with an entry of exceptions in boundaries.json"
        #expect(found.map(\.remedy) == ["remove 'Core' \(end)", "remove 'CNet' \(end)"])
    }

    @Test func `an exception keeps a dependency`() {
        var package = package
        package.rules.exceptions = [.init(module: "Home", dependsOn: "Core", reason: "its hooks")]
        #expect(unused(package) == ["CNet"])
        #expect(package.results(.unusedSetting) == [])
    }

    @Test(arguments: [Module.Kind.executable, .test, .macro, .plugin, .external])
    func `a dependency that may be used without an import is not reported`(kind: Module.Kind) {
        var package = package
        package.change("Core") { $0.kind = kind }
        #expect(unused(package) == ["CNet"])
    }

    /// A change to the package after which one of the two dependencies is not reported.
    struct Need: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        let isForC: Bool
        let change: @Sendable (inout Workspace) -> Void

        init(
            _ description: String,
            _ reason: String,
            isForC: Bool = false,
            change: @escaping @Sendable (inout Workspace) -> Void
        ) {
            testDescription = description
            self.reason = reason
            self.isForC = isForC
            self.change = change
        }
    }

    static let needs = [
        Need("a conditional dependency", "the dependency has a condition") {
            $0.change("Home") { $0.conditionalDependencies = ["Core"] }
        },
        Need("a dynamic library", "programs can load the dynamic library 'Dynamic' at run time") {
            $0.libraries = [LibraryProduct(name: "Dynamic", isDynamic: true, targets: ["Core"])]
        },
        Need(
            "a product that contains only the dependent",
            "the product 'Kit' exposes 'Core' only through this dependency"
        ) {
            $0.libraries = [
                LibraryProduct(name: "Kit", isDynamic: false, targets: ["Home"]),
                LibraryProduct(name: "CNet", isDynamic: false, targets: ["CNet"]),
            ]
        },
        Need(
            "a module without declarations",
            "'Core' declares nothing and may exist only for 'canImport' conditions"
        ) { $0.sources["Core"] = "// Empty." },
        Need(
            "a module that contains only re-exports",
            "'Core' declares nothing and may exist only for 'canImport' conditions"
        ) { $0.sources["Core"] = "@_exported import Foundation" },
        Need("a canImport condition in a dependent", "'App' tests for 'Core' with canImport") {
            $0.sources["App"] = "#if canImport(Core)\n#endif"
        },
        Need("a declaration with a symbol name", "'Core' defines linker symbols by name") {
            $0.sources["Core"] = "@_cdecl(\"hook\") func hook() {}"
        },
        Need("tests", "'Core' contains tests, which run in every target that links it") {
            $0.sources["Core"] = "struct Tests { @Test func a() {} }"
        },
        Need(
            "a test case of XCTest",
            "'Core' contains tests, which run in every target that links it"
        ) { $0.sources["Core"] = "class Tests: XCTest.XCTestCase {}" },
        Need(
            "an import of a module that the dependency re-exports",
            "it re-exports 'Base', which 'Home' imports"
        ) {
            $0.add("Base")
            $0.sources["Core"] = "@_exported import Base\nlet b = 1"
            $0.sources["Home"] = "import Base\nlet a = 1"
        },
        Need(
            "an import of a module that re-exports the dependency",
            "'Kit', which 'Home' imports, re-exports it"
        ) {
            $0.add("Kit: Core")
            $0.sources["Kit"] = "@_exported import Core\nlet b = 1"
            $0.sources["Home"] = "import Kit\nlet a = 1"
        },
        Need(
            "an unresolved import",
            "it may provide 'zlibLinux', which 'Home' imports",
            isForC: true
        ) { $0.sources["Home"] = "import zlibLinux\nlet a = 1" },
        Need("a use of a symbol", "'Home' uses linker symbols by name") {
            $0.sources["Home"] = "@_silgen_name(\"hook\") func hook()"
        },
        Need("a binary target", "the names of its modules are not known", isForC: true) {
            $0.change("CNet") { $0.hasModuleMap = false }
        },
        Need("a C target", "C code may be needed only for its symbols", isForC: true) {
            $0.change("CNet") { $0.kind = .clang }
        },
        Need(
            "a C target that may need the dependency",
            "the C code of 'CZip' may need it",
            isForC: true
        ) {
            // Only CZip is a dependency that does not declare CNet.
            $0.add("CFar clang\nCBase clang: CNet\nCZip clang")
            $0.change("Core") { $0.dependencies = ["CZip", "CBase"] }
        },
    ]

    private func suppressions(
        _ package: Workspace,
        of dependency: String
    ) -> [Violation.Suppression?] {
        let results = package.checker.results()
        return results.filter { $0.module == "Home" && $0.other == dependency }.map(\.suppression)
    }

    @Test(arguments: needs)
    func `a dependency that may be needed without an import is not reported`(need: Need) {
        var package = package
        need.change(&package)
        let dependency = need.isForC ? "CNet" : "Core"
        #expect(!unused(package).contains(dependency))
        let found = suppressions(package, of: dependency)
        #expect(found == [.needed(reason: need.reason)])
        #expect(found.map(\.?.isNeed) == [true])
    }

    @Test func `a use of a symbol in any file of the dependent keeps a dependency`() {
        var package = package
        package.secondSources["Home"] = "@_silgen_name(\"hook\") func hook()"
        #expect(unused(package) == [])
        package.secondSources["Home"] = "func hook() {}"
        #expect(unused(package) == ["Core", "CNet"])
    }

    @Test func `a canImport condition in a module that is not a dependent keeps no dependency`() {
        var package = package
        package.add("Other")
        package.sources["Other"] = "#if canImport(Core)\n#endif"
        #expect(unused(package) == ["Core", "CNet"])
    }

    @Test
    func `an unused dependency is kept if generated code may use it, or if it has a condition`() {
        var package = package
        package.change("Home") { $0.sourceGenerators = ["Generate"] }
        #expect(!unused(package).contains("Core"))
        let reason = "code that the plugin 'Generate' generates may import it"
        #expect(suppressions(package, of: "Core") == [.needed(reason: reason)])
        #expect(suppressions(package, of: "Core").map(\.?.isNeed) == [true])
        package.change("Home") { $0.conditionalDependencies = ["Core"] }
        #expect(
            suppressions(package, of: "Core") == [.needed(reason: "the dependency has a condition")]
        )
    }

    @Test func `all dependencies of an umbrella module may be needed`() {
        var package = package
        package.sources["Home"] = "@_exported import Core"
        #expect(unused(package) == [])
        let reason = "'Home' declares nothing itself"
        #expect(suppressions(package, of: "CNet") == [.needed(reason: reason)])
        package.sources["Home"] = "@_exported import Core\nlet a = 1"
        #expect(unused(package) == ["CNet"])
    }

    @Test func `an exception that keeps an unused dependency counts as used`() {
        var package = package
        package.rules.exceptions = [.init(module: "Home", dependsOn: "Core", reason: "its hooks")]
        #expect(unused(package) == ["CNet"])
        #expect(package.packageViolations == [])
        package.sources["Home"] = "import Core\nlet a = 1"
        #expect(package.packageViolations.map(\.rule) == [.unusedSetting])
    }

    // MARK: Names

    @Test func `a module map names the modules of a target`() {
        var module = Module(name: "system-zlib", kind: .system, folder: "Sources/system-zlib")
        #expect(module.importName == "system_zlib")
        let map = """
            // module old {}
            framework module zlibLinux [system] { header "z.h"
              explicit module Sub { export * } }
            module Second.Part {}
            """
        module.setImportNames(fromModuleMap: Array(map.utf8))
        #expect(module.importName == "zlibLinux")
        #expect(module.otherImportNames == ["Second"])
        var package = package
        package.modules.append(module)
        package.change("Home") { $0.dependencies = ["system-zlib"] }
        for name in ["zlibLinux", "Second"] {
            #expect(package.violations("Home", "import \(name)") == [])
        }
        package.change("Home") { $0.dependencies = [] }
        #expect(package.violations("Home", "import zlibLinux").map(\.other) == ["system-zlib"])
    }

    @Test func `a module alias determines the module that an import refers to`() {
        let options = [
            "-O", "-module-alias", "Core=CoreForPlugin", "-Xfrontend", "-module-alias",
            "-Xfrontend", "A=B",
        ]
        let aliases = Module.aliases(inOptions: options)
        #expect(aliases == ["Core": "CoreForPlugin", "A": "B"])
        let manifest = #"swiftSettings: [.unsafeFlags(["-module-alias", "Core=CoreForPlugin"])]"#
        #expect(Module.aliases(inManifest: manifest) == ["Core": "CoreForPlugin"])
        var package = package
        package.add("CoreForPlugin")
        package.change("Home") { home in
            home.dependencies = ["CoreForPlugin"]
            home.aliases = aliases
        }
        #expect(package.violations("Home", "import Core") == [])
        package.change("Home") { $0.dependencies = [] }
        #expect(package.violations("Home", "import Core").map(\.other) == ["CoreForPlugin"])
    }
}
