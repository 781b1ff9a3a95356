import BoundaryRules
import PackageManifestTesting
import ProgramTesting
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

    /// The dependencies of `Home` that are reported.
    private var unused: [String] {
        package.violations("Home", of: .unusedDependency).compactMap(\.other)
    }

    @Test func `a dependency that no file imports is reported`() {
        #expect(unused == ["Core", "CNet"])
    }

    @Test func `the remedy for an unused dependency is to remove it, or to keep it`() {
        let found = package.violations("Home", of: .unusedDependency)
        let end =
            "from the dependencies of 'Home' in Package.swift, "
            + "or keep it with an entry of exceptions in boundaries.json"
        #expect(found.map(\.remedy) == ["remove 'Core' \(end)", "remove 'CNet' \(end)"])
    }

    @Test(arguments: [Module.Kind.executable, .test, .macro, .plugin, .external])
    mutating func `a dependency that may be used without an import is not reported`(
        kind: Module.Kind
    ) {
        package.change("Core") { $0.kind = kind }
        #expect(unused == ["CNet"])
        let reason = package.checker.reasonToKeep(package.modules[1], in: package.modules[0])
        #expect(reason == "it is used without an import")
    }

    /// A change to the package after which one of the two dependencies is not reported.
    struct Need: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        let dependency: String
        let change: @Sendable (inout Workspace) -> Void

        init(
            _ description: String,
            _ reason: String,
            for dependency: String = "Core",
            change: @escaping @Sendable (inout Workspace) -> Void
        ) {
            testDescription = description
            self.reason = reason
            self.dependency = dependency
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
        Need("a binary target", "the names of its modules are not known", for: "CNet") {
            $0.change("CNet") { $0.hasModuleMap = false }
        },
        Need("a C target", "C code may be needed only for its symbols", for: "CNet") {
            $0.change("CNet") { $0.kind = .clang }
        },
        Need(
            "a C target that may need the dependency",
            "the C code of 'CZip' may need it",
            for: "CNet"
        ) {
            // CZip is the first dependency that does not declare CNet.
            $0.add("CFar clang\nCBase clang: CNet\nCZip clang\nCZoom clang")
            $0.change("Core") { $0.dependencies = ["CZoom", "CZip", "CBase"] }
        },
    ]

    private func suppressions(of dependency: String) -> [Violation.Suppression?] {
        let results = package.checker.results()
        return results.filter { $0.module == "Home" && $0.other == dependency }.map(\.suppression)
    }

    @Test(arguments: needs)
    mutating func `a dependency that may be needed without an import is not reported`(need: Need) {
        need.change(&package)
        #expect(!unused.contains(need.dependency))
        let found = suppressions(of: need.dependency)
        #expect(found == [.needed(reason: need.reason)])
        #expect(found.map(\.?.isNeed) == [true])
    }

    /// A row contains a module, its source, the dependency that is not reported, and the reason.
    @Test(
        arguments: Row.table(
            #"""
            Core → // Empty. → Core → 'Core' declares nothing and may exist only for 'canImport' conditions
            Core → @_exported import Foundation → Core → 'Core' declares nothing and may exist only for 'canImport' conditions
            App → #if canImport(Core)⏎#endif → Core → 'App' tests for 'Core' with canImport
            Core → @_cdecl("hook") func hook() {} → Core → 'Core' defines linker symbols by name
            Core → struct Tests { @Test func a() {} } → Core → 'Core' contains tests, which run in every target that links it
            Core → class Tests: XCTest.XCTestCase {} → Core → 'Core' contains tests, which run in every target that links it
            Home → import zlibLinux⏎let a = 1 → CNet → it may provide 'zlibLinux', which 'Home' imports
            Home → @_silgen_name("hook") func hook() → Core → 'Home' uses linker symbols by name
            """#
        )
    )
    mutating func `a dependency that a source may need without an import is not reported`(row: Row)
    {
        package.sources[row[0]] = row.lines(1)
        #expect(!unused.contains(row[2]))
        #expect(suppressions(of: row[2]) == [.needed(reason: row[3])])
    }

    @Test mutating func `a use of a symbol in any file of the dependent keeps a dependency`() {
        package.secondSources["Home"] = "@_silgen_name(\"hook\") func hook()"
        #expect(unused == [])
        package.secondSources["Home"] = "func hook() {}"
        #expect(unused == ["Core", "CNet"])
    }

    @Test
    mutating func `a canImport condition in a module that is not a dependent keeps no dependency`()
    {
        package.add("Other")
        package.sources["Other"] = "#if canImport(Core)\n#endif"
        #expect(unused == ["Core", "CNet"])
    }

    @Test
    mutating func
        `an unused dependency is kept if generated code may use it, or if it has a condition`()
    {
        package.change("Home") { $0.sourceGenerators = ["Generate"] }
        #expect(!unused.contains("Core"))
        let reason = "code that the plugin 'Generate' generates may import it"
        #expect(suppressions(of: "Core") == [.needed(reason: reason)])
        package.change("Home") { $0.conditionalDependencies = ["Core"] }
        #expect(
            suppressions(of: "Core") == [.needed(reason: "the dependency has a condition")]
        )
    }

    @Test mutating func `all dependencies of an umbrella module may be needed`() {
        package.sources["Home"] = "@_exported import Core"
        #expect(unused == [])
        let reason = "'Home' declares nothing itself"
        #expect(suppressions(of: "CNet") == [.needed(reason: reason)])
        package.sources["Home"] = "@_exported import Core\nlet a = 1"
        #expect(unused == ["CNet"])
    }

    @Test mutating func `an exception keeps a dependency, and is then used`() {
        package.rules.exceptions = [.init(module: "Home", dependsOn: "Core", reason: "its hooks")]
        #expect(unused == ["CNet"])
        #expect(package.packageViolations == [])
        package.sources["Home"] = "import Core\nlet a = 1"
        #expect(package.packageViolations.map(\.rule) == [.unusedSetting])
    }

    // MARK: Names

    @Test mutating func `a module map names the modules of a target`() {
        var module = Module(name: "system-zlib", kind: .system, folder: "Sources/system-zlib")
        #expect(module.importName == "system_zlib")
        let map = """
            // module old {}
            framework module zlibLinux [system] { header "z.h"
              explicit module Sub { export * } }
            module Second.Part {}
            """
        module.setImportNames(fromModuleMap: Array(map.utf8))
        #expect(module.hasModuleMap)
        #expect(module.importName == "zlibLinux")
        #expect(module.otherImportNames == ["Second"])
        package.modules.append(module)
        package.change("Home") { $0.dependencies = ["system-zlib"] }
        for name in ["zlibLinux", "Second"] {
            #expect(package.violations("Home", "import \(name)") == [])
        }
        package.change("Home") { $0.dependencies = [] }
        #expect(package.violations("Home", "import zlibLinux").map(\.other) == ["system-zlib"])
    }

    @Test mutating func `a module alias determines the module that an import refers to`() {
        let options = [
            "-O", "-module-alias", "Core=CoreForPlugin", "-Xfrontend", "-module-alias",
            "-Xfrontend", "A=B",
        ]
        let aliases = Module.aliases(inOptions: options)
        #expect(aliases == ["Core": "CoreForPlugin", "A": "B"])
        let manifest = #"swiftSettings: [.unsafeFlags(["-module-alias", "Core=CoreForPlugin"])]"#
        #expect(Module.aliases(inManifest: manifest) == ["Core": "CoreForPlugin"])
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
