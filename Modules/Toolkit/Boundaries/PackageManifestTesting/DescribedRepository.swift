import Foundation
public import PackageManifest
public import ProgramTesting

/// A folder with several packages that are described in the format of
/// `swift package dump-package`.
public struct DescribedRepository: GitRepository {
    public let folder: TemporaryFolder

    /// Creates the packages Shop, Kit and Low. Shop depends on Kit by path, and Kit depends on Low
    /// by path.
    ///
    /// `Home` of Shop uses the product `KitUI`, which contains `KitViews`. `KitViews` uses the
    /// product `Low` with the module `Low`. Each package has a target `CoreTests`.
    public init() async throws {
        folder = try TemporaryFolder()
        try describe(
            "Apps/Shop",
            targets: ["Home": [.product("KitUI", "kit")], "CoreTests": [.target("Home")]],
            uses: ["Packages/Kit"]
        )
        try describe(
            "Packages/Kit",
            targets: [
                "KitViews": [.product("Low", "low")], "KitModel": [],
                "CoreTests": [.target("KitViews")],
            ],
            products: ["KitUI": ["KitViews"], "KitModel": ["KitModel"]],
            uses: ["Packages/Low"]
        )
        try describe(
            "Packages/Low",
            targets: ["Low": [], "CoreTests": [.target("Low")]],
            products: ["Low": ["Low"]]
        )
        try write("import KitViews", to: "Apps/Shop/Sources/Home/Home.swift")
        try write("import Low", to: "Packages/Kit/Sources/KitViews/KitViews.swift")
        for (package, module) in [
            ("Apps/Shop", "Home"), ("Packages/Kit", "KitViews"), ("Packages/Low", "Low"),
        ] {
            let file = "\(package)/Tests/CoreTests/CoreTests.swift"
            try write("import \(module)", to: file)
        }
        try await git("init", "--quiet", "--initial-branch", "main")
        try await commit()
    }

    public enum Dependency {
        case target(String)
        case product(String, String)

        fileprivate var description: String {
            switch self {
            case .target(let name): #"{"byName": ["\#(name)", null]}"#
            case .product(let name, let package):
                #"{"product": ["\#(name)", "\#(package)", null, null]}"#
            }
        }

        fileprivate var element: String {
            switch self {
            case .target(let name): "\"\(name)\""
            case .product(let name, let package):
                ".product(name: \"\(name)\", package: \"\(package)\")"
            }
        }
    }

    /// Writes a package, its description, and a file for each target.
    public func describe(
        _ path: String,
        targets: [String: [Dependency]],
        products: [String: [String]] = [:],
        uses others: [String] = []
    ) throws {
        let sorted = targets.sorted { $0.key < $1.key }
        let texts = sorted.map { name, dependencies in
            let kind = name.hasSuffix("Tests") ? "test" : "regular"
            let list = dependencies.map(\.description).joined(separator: ", ")
            return """
                {"name": "\(name)", "type": "\(kind)", "exclude": [], "resources": [], \
                "dependencies": [\(list)]}
                """
        }
        let libraries = products.sorted { $0.key < $1.key }.map { name, targets in
            let list = targets.map { "\"\($0)\"" }.joined(separator: ", ")
            return #"{"name": "\#(name)", "targets": [\#(list)], "type": {"library": null}}"#
        }
        let packages = others.map { other in
            let identity = other.split(separator: "/").last?.lowercased() ?? ""
            let up = path.split(separator: "/").map { _ in "../" }.joined()
            let place = "{root}/\(up)\(other)"
            return #"{"fileSystem": [{"identity": "\#(identity)", "path": "\#(place)"}]}"#
        }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        try folder.write(
            """
            {"name": "\(name)", "products": [\(libraries.joined(separator: ", "))], \
            "dependencies": [\(packages.joined(separator: ", "))], \
            "targets": [\(texts.joined(separator: ", "))]}
            """,
            to: "\(path)/dump.json"
        )
        let declarations = sorted.map { name, dependencies in
            let list = dependencies.map(\.element).joined(separator: ", ")
            return "        .target(name: \"\(name)\", dependencies: [\(list)]),\n"
        }
        let manifest = """
            // swift-tools-version: 6.2
            let package = Package(
                name: "\(name)",
                targets: [
            \(declarations.joined())    ]
            )

            """
        try folder.write(manifest, to: "\(path)/Package.swift")
        for name in targets.keys {
            let parent = name.hasSuffix("Tests") ? "Tests" : "Sources"
            try folder.write("public let a = 1", to: "\(path)/\(parent)/\(name)/\(name).swift")
        }
    }

    public func write(_ text: String, to file: String) throws {
        try folder.write(text, to: file)
    }

    public func load() async throws -> PackageSet {
        let root = folder.url.path
        return try await PackageSet.load(
            await PackageSet.packageFolders(below: root),
            inRepository: root
        )
    }
}
