import BoundaryRules
import Foundation
import SwiftSource
import Testing

/// Checks which dependencies are reported because no file imports them. `Home` depends on `Core`
/// and on the system library `CNet`.
struct UnusedDependencyTests {
    private var package: Workspace {
        var package = Workspace()
        package.rules = .none
        package.modules = [
            Module("Home", in: "Sources/Home", uses: ["Core", "CNet"]),
            Module("Core", in: "Sources/Core"),
            Module("CNet", .system, in: "Sources/CNet"),
            Module("App", .executable, in: "Sources/App", uses: ["Home"]),
        ]
        package.change("CNet") { $0.hasModuleMap = true }
        package.sources = [
            "Home": "import Foundation\nlet a = 1",
            "Core": "public let b = 1",
            "App": "import Home",
        ]
        return package
    }

    private func unused(_ package: Workspace) -> [String] {
        package.violations("Home").filter { $0.rule == .unusedDependency }.compactMap(\.other)
    }

    @Test func `a dependency that no file imports is reported`() {
        #expect(unused(package) == ["Core", "CNet"])
    }

    @Test func `the remedy for an unused dependency is to remove it, or to keep it`() {
        let comment = "with a comment on its line, such as // keep: REASON"
        let found = package.violations("Home").filter { $0.rule == .unusedDependency }
        #expect(
            found.map(\.remedy)
                == ["Core", "CNet"].map {
                    "remove '\($0)' from the dependencies of 'Home' in Package.swift, "
                        + "or keep it \(comment)"
                }
        )
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
        var isForC = false
        let change: @Sendable (inout Workspace) -> Void
        let reason: String
    }

    static let needs = [
        Need(
            testDescription: "a comment in the manifest",
            change: {
                $0.manifest =
                    ".target(name: \"Home\", dependencies: [\n\"Core\",  // Keep: its hooks\n\"CNet\"])"
            },
            reason: "a comment on its line contains 'keep'"
        ),
        Need(
            testDescription: "a conditional dependency",
            change: { $0.change("Home") { $0.conditionalDependencies = ["Core"] } },
            reason: "the dependency has a condition"
        ),
        Need(
            testDescription: "a dynamic library",
            change: {
                $0.libraries = [LibraryProduct(name: "Dynamic", isDynamic: true, targets: ["Core"])]
            },
            reason: "programs can load the dynamic library 'Dynamic' at run time"
        ),
        Need(
            testDescription: "a product that contains only the dependent",
            change: {
                $0.libraries = [
                    LibraryProduct(name: "Kit", isDynamic: false, targets: ["Home"]),
                    LibraryProduct(name: "CNet", isDynamic: false, targets: ["CNet"]),
                ]
            },
            reason: "the product 'Kit' exposes 'Core' only through this dependency"
        ),
        Need(
            testDescription: "a module without declarations",
            change: { $0.sources["Core"] = "// Empty." },
            reason: "'Core' declares nothing and may exist only for 'canImport' conditions"
        ),
        Need(
            testDescription: "a module that contains only re-exports",
            change: { $0.sources["Core"] = "@_exported import Foundation" },
            reason: "'Core' declares nothing and may exist only for 'canImport' conditions"
        ),
        Need(
            testDescription: "a canImport condition in a dependent",
            change: { $0.sources["App"] = "#if canImport(Core)\n#endif" },
            reason: "'App' tests for 'Core' with canImport"
        ),
        Need(
            testDescription: "a declaration with a symbol name",
            change: { $0.sources["Core"] = "@_cdecl(\"hook\") func hook() {}" },
            reason: "'Core' defines linker symbols by name"
        ),
        Need(
            testDescription: "tests",
            change: { $0.sources["Core"] = "struct Tests { @Test func a() {} }" },
            reason: "'Core' contains tests, which run in every target that links it"
        ),
        Need(
            testDescription: "a test case of XCTest",
            change: { $0.sources["Core"] = "class Tests: XCTest.XCTestCase {}" },
            reason: "'Core' contains tests, which run in every target that links it"
        ),
        Need(
            testDescription: "an import of a module that the dependency re-exports",
            change: {
                $0.modules.append(Module("Base", in: "Sources/Base"))
                $0.sources["Core"] = "@_exported import Base\nlet b = 1"
                $0.sources["Home"] = "import Base\nlet a = 1"
            },
            reason: "it re-exports 'Base', which 'Home' imports"
        ),
        Need(
            testDescription: "an import of a module that re-exports the dependency",
            change: {
                $0.modules.append(
                    Module("Kit", in: "Sources/Kit", uses: ["Core"])
                )
                $0.sources["Kit"] = "@_exported import Core\nlet b = 1"
                $0.sources["Home"] = "import Kit\nlet a = 1"
            },
            reason: "'Kit', which 'Home' imports, re-exports it"
        ),
        Need(
            testDescription: "an unresolved import",
            isForC: true,
            change: { $0.sources["Home"] = "import zlibLinux\nlet a = 1" },
            reason: "it may provide 'zlibLinux', which 'Home' imports"
        ),
        Need(
            testDescription: "a use of a symbol",
            change: { $0.sources["Home"] = "@_silgen_name(\"hook\") func hook()" },
            reason: "'Home' uses linker symbols by name"
        ),
        Need(
            testDescription: "a binary target",
            isForC: true,
            change: { $0.change("CNet") { $0.hasModuleMap = false } },
            reason: "the names of its modules are not known"
        ),
        Need(
            testDescription: "a C target",
            isForC: true,
            change: { $0.change("CNet") { $0.kind = .clang } },
            reason: "C code may be needed only for its symbols"
        ),
        Need(
            testDescription: "a C target that may need the dependency",
            isForC: true,
            change: {
                // Only CZip is a dependency that does not declare CNet.
                for (name, dependencies) in [("CFar", []), ("CBase", ["CNet"]), ("CZip", [])] {
                    $0.modules.append(
                        Module(name, .clang, in: "Sources/\(name)", uses: dependencies)
                    )
                }
                $0.change("Core") { $0.dependencies = ["CZip", "CBase"] }
            },
            reason: "the C code of 'CZip' may need it"
        ),
    ]

    @Test(arguments: needs)
    func `a dependency that may be needed without an import is not reported`(need: Need) {
        var package = package
        need.change(&package)
        let dependency = need.isForC ? "CNet" : "Core"
        #expect(!unused(package).contains(dependency))
        let reasons = package.checker.results().filter {
            $0.module == "Home" && $0.other == dependency
        }
        #expect(reasons.map(\.suppression) == [.needed(reason: need.reason)])
        #expect(reasons.map(\.suppression?.isNeed) == [true])
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
        package.modules.append(Module("Other", in: "Sources/Other"))
        package.sources["Other"] = "#if canImport(Core)\n#endif"
        #expect(unused(package) == ["Core", "CNet"])
    }

    @Test
    func `an unused dependency is kept if generated code may use it, or if it has a condition`() {
        var package = package
        package.change("Home") { $0.sourceGenerators = ["Generate"] }
        func suppressions() -> [Violation.Suppression?] {
            let results = package.checker.results()
            return results.filter { $0.module == "Home" && $0.other == "Core" }
                .map(\.suppression)
        }
        #expect(!unused(package).contains("Core"))
        #expect(suppressions() == [.generated(plugin: "Generate")])
        let reason = "code that the plugin 'Generate' generates may import it"
        #expect(suppressions().map(\.?.justification) == [reason])
        #expect(suppressions().map(\.?.isNeed) == [true])
        package.change("Home") { $0.conditionalDependencies = ["Core"] }
        #expect(suppressions() == [.needed(reason: "the dependency has a condition")])
    }

    @Test func `all dependencies of an umbrella module may be needed`() {
        var package = package
        package.sources["Home"] = "@_exported import Core"
        #expect(unused(package) == [])
        let suppressed = package.checker.results().first { $0.other == "CNet" }
        #expect(suppressed?.suppression == .needed(reason: "'Home' declares nothing itself"))
        package.sources["Home"] = "@_exported import Core\nlet a = 1"
        #expect(unused(package) == ["CNet"])
    }

    @Test(arguments: [
        #".target(name: "Other", dependencies: ["Core" /* keep */])"#,
        #"module(kind: .library, "Other", dependsOn: ["Core" /* keep */])"#,
        #".target(name: "Home", dependencies: ["Core"]),\n// keep"#,
        #"let kept = ["Core"]  // kept"#,
    ])
    func `a comment keeps only dependencies on its line and in its target`(manifest: String) {
        var package = package
        package.manifest = manifest.replacing("\\n", with: "\n")
        #expect(unused(package) == ["Core", "CNet"])
    }

    @Test(arguments: [
        #"let shared = ["Core"]  // keep"#, #"feature("Home", uses: ["Core" /* keep it */])"#,
        #".target(kind: .library(.public), name: "Home", dependencies: ["Core"])  // keep"#,
        #"let all = [feature("Ho", uses: ["Core"])]  // keep"#,
    ])
    func `a comment keeps dependencies that functions and variables in the manifest declare`(
        manifest: String
    ) {
        var package = package
        package.manifest = manifest
        #expect(unused(package) == ["CNet"])
    }

    @Test func `a dependency without a condition or comment is not kept`() {
        var package = package
        package.manifest = "// No condition.\nlet core = \"Core\""
        #expect(unused(package) == ["Core", "CNet"])
    }

    @Test func `an exception that keeps an unused dependency counts as used`() {
        var package = package
        package.rules.exceptions = [.init(module: "Home", dependsOn: "Core", reason: "its hooks")]
        #expect(unused(package) == ["CNet"])
        #expect(package.checker.violationsOfPackage() == [])
        package.sources["Home"] = "import Core\nlet a = 1"
        #expect(package.checker.violationsOfPackage().map(\.rule) == [.unusedSetting])
    }

    // MARK: Names

    @Test func `a module map names the modules of a target`() {
        var module = Module("system-zlib", .system, in: "Sources/system-zlib")
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
        package.modules.append(
            Module("CoreForPlugin", in: "Sources/CoreForPlugin")
        )
        package.change("Home") { home in
            home.dependencies = ["CoreForPlugin"]
            home.aliases = aliases
        }
        #expect(package.violations("Home", "import Core") == [])
        package.change("Home") { $0.dependencies = [] }
        #expect(package.violations("Home", "import Core").map(\.other) == ["CoreForPlugin"])
    }
}
