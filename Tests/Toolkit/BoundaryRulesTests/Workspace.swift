import BoundaryRules
import Foundation
import ProgramTesting
import SwiftSource

struct Workspace: Sendable {
    var modules = [
        Module("Injection", in: "Modules/Toolkit/Injection/Injection", packageAccess: true),
        Module("Core", in: "Modules/Core", uses: ["Injection"], packageAccess: true),
        Module("CoreTesting", in: "Modules/CoreTesting", uses: ["Core"]),
        Module("CSQLite", .system, in: "Modules/Services/CSQLite"),
        Module("SQLite", in: "Modules/Services/SQLite", uses: ["Core", "CSQLite"]),
        Module(
            "LibraryInterface",
            in: "Modules/Features/Library/Interface",
            uses: ["Core", "Injection"]
        ),
        Module(
            "Library",
            in: "Modules/Features/Library/Implementation",
            uses: ["LibraryInterface", "Core"],
            packageAccess: true
        ),
        Module(
            "CheckingInterface",
            in: "Modules/Features/Checking/Interface",
            uses: ["Core", "Injection", "LibraryInterface"]
        ),
        Module(
            "Checking",
            in: "Modules/Features/Checking/Implementation",
            uses: ["CheckingInterface", "Core"]
        ),
        Module(
            "Bootstrap",
            in: "Modules/Bootstrap",
            uses: [
                "Core", "Injection", "SQLite", "Library", "LibraryInterface", "Checking",
                "CheckingInterface",
            ]
        ),
        Module(
            "Shelf",
            .executable,
            in: "App/Shelf",
            uses: ["Bootstrap", "Core", "Injection", "LibraryInterface"],
            packageAccess: false
        ),
        Module(
            "LibraryTests",
            .test,
            in: "Tests/LibraryTests",
            uses: ["Library", "LibraryInterface", "CoreTesting"],
            packageAccess: true
        ),
    ]
    var sources = [
        "Core": "import Injection\npublic protocol LinkStore {}\n"
            + "package protocol LinkStoreProviding { var linkStore: Factory<any LinkStore> { get } }",
        "SQLite": "import Core\nimport CSQLite\npackage actor SQLiteStore: LinkStore {}",
        "LibraryInterface":
            "import Core\nimport Injection\npublic protocol LinkLibrary: Sendable {}\n"
            + "public protocol LibraryProviding: SharedContainer { var library: Factory<any LinkLibrary> { get } }",
        "Library":
            "import Core\nimport LibraryInterface\npackage struct StoredLibrary: LinkLibrary {}",
        "Bootstrap":
            "import Core\nimport Injection\nimport SQLite\nimport Library\nimport LibraryInterface\n"
            + "import Checking\nimport CheckingInterface\n"
            + "public final class AppContainer: SharedContainer, LibraryProviding {}\n"
            + "extension AppContainer: LinkStoreProviding {}",
    ]
    /// The contents of the second files of modules, which are named `B.swift`.
    var secondSources: [String: String] = [:]
    var libraries: [LibraryProduct] = []
    var rules = Self.layers
    var unlistedFolders: [String] = []
    /// The contents of the manifest, or `nil` for a manifest that contains the name of each module.
    var manifest: String?
    static let root = BuiltProducts.packageRoot

    /// The layer rules of this package, without the exceptions for modules that only the package
    /// itself has.
    private static let layers: LayerRules = {
        let file = root.appending(path: "boundaries.json")
        var rules = (try? LayerRules(json: Data(contentsOf: file))) ?? .none
        rules.exceptions = []
        return rules
    }()

    mutating func change(_ name: String, _ change: (inout Module) -> Void) {
        for index in modules.indices where modules[index].name == name {
            change(&modules[index])
        }
    }

    var checker: BoundaryChecker {
        let files = [("A.swift", sources), ("B.swift", secondSources)]
        let manifest =
            manifest ?? modules.map { "    .target(\"\($0.name)\")," }.joined(separator: "\n")
        return BoundaryChecker(
            graph: ModuleGraph(modules, libraries: libraries),
            rules: rules,
            manifest: ManifestText(path: "Package.swift", text: manifest),
            unlistedFolders: unlistedFolders
        ) { module in
            files.compactMap { name, sources in
                sources[module.name].map {
                    SourceFile(path: "\(module.folder)/\(name)", text: $0)
                }
            }
        }
    }

    func violations(_ name: String, _ source: String? = nil) -> [Violation] {
        var changed = self
        if let source {
            changed.sources[name] = source
        }
        let checker = changed.checker
        return checker.graph.module(named: name).map(checker.violations) ?? []
    }
}

extension Module {
    /// Creates a module of the tested package, by default a library.
    init(
        _ name: String,
        _ kind: Kind = .library,
        in folder: String,
        uses dependencies: [String] = [],
        packageAccess: Bool? = nil
    ) {
        self.init(
            name: name,
            kind: kind,
            folder: folder,
            dependencies: dependencies,
            packageAccess: packageAccess
        )
    }
}

extension LayerRules {
    /// Creates rules from the text of a rules file.
    init(_ json: String) throws(LayerRulesError) {
        try self.init(json: Data(json.utf8))
    }
}
