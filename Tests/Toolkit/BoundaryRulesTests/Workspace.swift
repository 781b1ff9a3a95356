import BoundaryRules
import Foundation
import ProgramTesting
import SwiftSource

struct Workspace: Sendable {
    var modules = [
        Module(
            name: "Injection",
            kind: .library,
            folder: "Modules/Toolkit/Injection/Injection",
            packageAccess: true
        ),
        Module(
            name: "Core",
            kind: .library,
            folder: "Modules/Core",
            dependencies: ["Injection"],
            packageAccess: true
        ),
        Module(
            name: "CoreTesting",
            kind: .library,
            folder: "Modules/CoreTesting",
            dependencies: ["Core"]
        ),
        Module(name: "CSQLite", kind: .system, folder: "Modules/Services/CSQLite"),
        Module(
            name: "SQLite",
            kind: .library,
            folder: "Modules/Services/SQLite",
            dependencies: ["Core", "CSQLite"]
        ),
        Module(
            name: "LibraryInterface",
            kind: .library,
            folder: "Modules/Features/Library/Interface",
            dependencies: ["Core", "Injection"]
        ),
        Module(
            name: "Library",
            kind: .library,
            folder: "Modules/Features/Library/Implementation",
            dependencies: ["LibraryInterface", "Core"],
            packageAccess: true
        ),
        Module(
            name: "CheckingInterface",
            kind: .library,
            folder: "Modules/Features/Checking/Interface",
            dependencies: ["Core", "Injection", "LibraryInterface"]
        ),
        Module(
            name: "Checking",
            kind: .library,
            folder: "Modules/Features/Checking/Implementation",
            dependencies: ["CheckingInterface", "Core"]
        ),
        Module(
            name: "Bootstrap",
            kind: .library,
            folder: "Modules/Bootstrap",
            dependencies: [
                "Core", "Injection", "SQLite", "Library", "LibraryInterface", "Checking",
                "CheckingInterface",
            ]
        ),
        Module(
            name: "Shelf",
            kind: .executable,
            folder: "App/Shelf",
            dependencies: ["Bootstrap", "Core", "Injection", "LibraryInterface"],
            packageAccess: false
        ),
        Module(
            name: "LibraryTests",
            kind: .test,
            folder: "Tests/LibraryTests",
            dependencies: ["Library", "LibraryInterface", "CoreTesting"],
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
