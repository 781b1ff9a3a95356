import BoundaryRules
import Foundation
import PackageManifestTesting
import ProgramTesting
import SwiftSource
import Testing

/// A package in memory. By default, the package resembles this workspace.
struct Workspace: Sendable {
    var modules = [Module](
        """
        Injection in Modules/Toolkit/Injection/Injection
        Core in Modules/Core: Injection
        CoreTesting in Modules/CoreTesting: Core
        CSQLite system in Modules/Services/CSQLite
        SQLite in Modules/Services/SQLite: Core, CSQLite
        LibraryInterface in Modules/Features/Library/Interface: Core, Injection
        Library in Modules/Features/Library/Implementation: LibraryInterface, Core
        CheckingInterface in Modules/Features/Checking/Interface: Core, Injection, LibraryInterface
        Checking in Modules/Features/Checking/Implementation: CheckingInterface, Core
        Bootstrap in Modules/Bootstrap: Core, Injection, SQLite, Library, LibraryInterface, \
        Checking, CheckingInterface
        Shelf executable in App/Shelf: Bootstrap, Core, Injection, LibraryInterface
        LibraryTests: Library, LibraryInterface, CoreTesting
        """
    )
    var sources = [
        "Core": """
        import Injection
        public protocol LinkStore {}
        package protocol LinkStoreProviding { var linkStore: Factory<any LinkStore> { get } }
        """,
        "SQLite": "import Core\nimport CSQLite\npackage actor SQLiteStore: LinkStore {}",
        "LibraryInterface": """
        import Core
        import Injection
        public protocol LinkLibrary: Sendable {}
        public protocol LibraryProviding: SharedContainer { var library: Factory<any LinkLibrary> { get } }
        """,
        "Library":
            "import Core\nimport LibraryInterface\npackage struct StoredLibrary: LinkLibrary {}",
        "Bootstrap": """
        import Core
        import Injection
        import SQLite
        import Library
        import LibraryInterface
        import Checking
        import CheckingInterface
        public final class AppContainer: SharedContainer, LibraryProviding {}
        extension AppContainer: LinkStoreProviding {}
        """,
    ]
    /// The contents of the second files of modules, which are named `B.swift`.
    var secondSources: [String: String] = [:]
    var libraries: [LibraryProduct] = []
    var packages: [LocalPackage] = []
    var rules = Self.layers
    var unlistedFolders: [String] = []
    var knowsEveryDependency = true
    /// The contents of the manifest, or `nil` for a manifest that contains the name of each module.
    var manifest: String?

    init() {
        for name in ["Injection", "Core", "Library", "LibraryTests"] {
            change(name) { $0.packageAccess = true }
        }
        change("Shelf") { $0.packageAccess = false }
    }

    /// Creates a package of the modules that lines such as `Home: Core, Net` describe.
    init(_ lines: String, rules: String = "{}", sources: [String: String] = [:]) throws {
        modules = [Module](lines)
        self.sources = sources
        self.rules = try LayerRules(rules)
    }

    /// The layer rules of this package, without the exceptions for modules that only the package
    /// itself has.
    private static let layers: LayerRules = {
        do {
            var rules = try LayerRules(text(of: "boundaries.json"))
            rules.exceptions = []
            return rules
        } catch {
            Issue.record(error)
            return .none
        }
    }()

    /// Returns the text of a file of this repository.
    static func text(of path: String) throws -> String {
        try String(contentsOf: BuiltProducts.packageRoot.appending(path: path), encoding: .utf8)
    }

    mutating func change(_ name: String, _ change: (inout Module) -> Void) {
        for index in modules.indices where modules[index].name == name {
            change(&modules[index])
        }
    }

    /// Adds the modules that lines such as `Home: Core, Net` describe.
    mutating func add(_ lines: String) {
        modules += [Module](lines)
    }

    var checker: BoundaryChecker {
        let files = [("A.swift", sources), ("B.swift", secondSources)]
        let manifest =
            manifest ?? modules.map { "    .target(\"\($0.name)\")," }.joined(separator: "\n")
        return BoundaryChecker(
            graph: ModuleGraph(modules, libraries: libraries, packages: packages),
            rules: rules,
            manifest: ManifestText(path: "Package.swift", text: manifest),
            knowsEveryDependency: knowsEveryDependency,
            unlistedFolders: unlistedFolders
        ) { module in
            files.compactMap { name, sources in
                sources[module.name].map {
                    SourceFile(path: "\(module.folder)/\(name)", text: $0)
                }
            }
        }
    }

    /// The unsuppressed violations of the package as a whole.
    var packageViolations: [Violation] { checker.violationsOfPackage() }

    /// Returns all violations of a rule, including suppressed ones.
    func results(_ rule: Rule) -> [Violation] {
        checker.results().filter { $0.rule == rule }
    }

    /// Returns the unsuppressed violations of a module.
    ///
    /// - Parameters:
    ///   - source: Another text for the first file of the module.
    ///   - rule: The rule whose violations are returned, or `nil` for all rules.
    func violations(_ name: String, _ source: String? = nil, of rule: Rule? = nil) -> [Violation] {
        var changed = self
        if let source {
            changed.sources[name] = source
        }
        let checker = changed.checker
        let violations = checker.graph.module(named: name).map(checker.violations) ?? []
        return violations.filter { rule == nil || $0.rule == rule }
    }
}

extension Violation {
    /// The place, the severity, the message and the remedy.
    var summary: String { text(explainsRule: false) }
}
