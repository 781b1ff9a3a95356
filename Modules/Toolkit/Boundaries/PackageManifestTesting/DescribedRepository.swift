import BoundaryRules
import Foundation
public import PackageManifest
public import ProgramTesting
import Testing

/// A folder with packages that are described in the format of `swift package dump-package`.
public struct DescribedRepository: GitRepository {
    public let folder: TemporaryFolder

    /// Creates an empty folder.
    public init() throws {
        folder = try TemporaryFolder()
    }

    /// Creates a Git repository with a package in a folder, which has the targets of an app.
    public static func app(in path: String = "") async throws -> Self {
        let repository = try Self()
        try repository.describe(appTargets, in: path)
        try repository.write("", to: "README.md")
        try await repository.initialize()
        return repository
    }

    /// The targets of an app. All targets except `App` have tests.
    public static let appTargets = """
        App executable: Home
        Core
        CoreTests: Core
        Home: Core
        HomeTests: Home
        Net
        NetTests: Net
        """

    /// Creates a Git repository with the packages Shop, Kit and Low. Shop depends on Kit by path,
    /// and Kit depends on Low by path.
    ///
    /// `Home` of Shop uses the product `KitUI`, which contains `KitViews`. `KitViews` uses the
    /// product `Low` with the module `Low`. Each package has a target `CoreTests`.
    public static func withThreePackages() async throws -> Self {
        let repository = try Self()
        try repository.describe(
            "CoreTests: Home\nHome: KitUI@kit",
            in: "Apps/Shop",
            packages: ["kit": "Packages/Kit"]
        )
        try repository.describe(
            "CoreTests: KitViews\nKitModel\nKitViews: Low@low",
            in: "Packages/Kit",
            products: "KitModel: KitModel\nKitUI: KitViews",
            packages: ["low": "Packages/Low"]
        )
        try repository.describe("CoreTests: Low\nLow", in: "Packages/Low", products: "Low: Low")
        for (file, module) in [
            ("Apps/Shop/Sources/Home/Home", "KitViews"),
            ("Apps/Shop/Tests/CoreTests/CoreTests", "Home"),
            ("Packages/Kit/Sources/KitViews/KitViews", "Low"),
            ("Packages/Kit/Tests/CoreTests/CoreTests", "KitViews"),
            ("Packages/Low/Tests/CoreTests/CoreTests", "Low"),
        ] {
            try repository.write("import \(module)", to: "\(file).swift")
        }
        try await repository.initialize()
        return repository
    }

    /// Writes a package, its description, and a file for each target that has none.
    ///
    /// - Parameters:
    ///   - lines: The targets, such as `Home: Core, NIO@swift-nio` or
    ///     `Shop executable in App/Shop: Home`. The name of a package follows the name of its
    ///     product.
    ///   - path: The folder of the package.
    ///   - products: The library products, such as `KitUI: KitViews`.
    ///   - packages: The URLs of other packages, or their folders in the repository, by identity.
    ///   - values: Further values of targets by name, in the format of the description.
    ///   - files: The files to write, or `nil` for a file for each target that has none.
    public func describe(
        _ lines: String,
        in path: String = "",
        products: String = "",
        packages: [String: String] = [:],
        values: [String: [String: String]] = [:],
        files: [String]? = nil
    ) throws {
        let targets = lines.split(separator: "\n").map(ModuleLine.init)
        let texts = targets.map { Self.description(of: $0, values[$0.name] ?? [:]) }
        let libraries = products.split(separator: "\n").map(ModuleLine.init).map { product in
            #"{"name": "\#(product.name)", "targets": \#(product.dependencies), "type": {"library": null}}"#
        }
        let up = path.split(separator: "/").map { _ in "../" }.joined()
        let others = packages.sorted { $0.key < $1.key }.map { identity, place in
            if place.contains("://") {
                return """
                    {"sourceControl": [{"identity": "\(identity)", \
                    "location": {"remote": [{"urlString": "\(place)"}]}}]}
                    """
            }
            let folder = place.hasPrefix("/") ? place : "{root}/\(up)\(place)"
            return #"{"fileSystem": [{"identity": "\#(identity)", "path": "\#(folder)"}]}"#
        }
        let name = path.split(separator: "/").last.map(String.init) ?? "P"
        try write(
            """
            {"name": "\(name)", "settings": {}, "packageKind": {"root": ["{root}"]}, \
            "products": [\(libraries.joined(separator: ", "))], \
            "dependencies": [\(others.joined(separator: ", "))], \
            "targets": [\(texts.joined(separator: ", "))]}
            """,
            to: "dump.json",
            in: path
        )
        try write(Self.manifest(name, targets), to: "Package.swift", in: path)
        let missing = targets.filter { !folder.exists("\(path)/\($0.folder)") }
        for file in files ?? missing.map({ "\($0.folder)/\($0.name).swift" }) {
            try write("public let a = 1", to: file, in: path)
        }
    }

    private static func description(of target: ModuleLine, _ values: [String: String]) -> String {
        let kind =
            switch target.kind {
            case .library, .clang, .external: "regular"
            default: target.kind.rawValue
            }
        let dependencies = target.dependencies.map { name in
            let parts = name.split(separator: "@")
            return parts.count == 1
                ? #"{"byName": ["\#(name)", null]}"#
                : #"{"product": ["\#(parts[0])", "\#(parts[1])", null, null]}"#
        }
        let defaults = [
            "name": "\"\(target.name)\"", "type": "\"\(kind)\"", "exclude": "[]",
            "resources": "[]", "settings": "[]",
            "dependencies": "[\(dependencies.joined(separator: ", "))]",
        ]
        let place = target.statedFolder.map { ["path": "\"\($0)\""] } ?? [:]
        let pairs = defaults.merging(place) { $1 }.merging(values) { $1 }
        return "{\(pairs.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
    }

    private static func manifest(_ name: String, _ targets: [ModuleLine]) -> String {
        let declarations = targets.map { target in
            let elements = target.dependencies.map { name in
                let parts = name.split(separator: "@")
                return parts.count == 1
                    ? "\"\(name)\"" : ".product(name: \"\(parts[0])\", package: \"\(parts[1])\")"
            }
            let list = elements.joined(separator: ", ")
            return "        .target(name: \"\(target.name)\", dependencies: [\(list)]),\n"
        }
        return """
            // swift-tools-version: 6.2
            let package = Package(
                name: "\(name)",
                targets: [
            \(declarations.joined())    ]
            )

            """
    }

    /// Writes a file below a folder of the repository.
    public func write(_ text: String, to file: String, in path: String = "") throws {
        try folder.write(text, to: path.isEmpty ? file : "\(path)/\(file)")
    }

    /// Writes the file of a module in `Sources` or `Tests`.
    public func write(_ text: String, ofModule name: String, in path: String = "") throws {
        try write(text, to: "\(ModuleLine(name[...]).folder)/\(name).swift", in: path)
    }

    /// Replaces a text in a file.
    public func edit(_ file: String, replacing text: String, with other: String) throws {
        let old = try folder.text(file)
        try #require(old.contains(text))
        try folder.write(old.replacing(text, with: other), to: file)
    }

    /// Loads the package in a folder.
    public func load(_ path: String = "") async throws -> SwiftPackage {
        try await SwiftPackage.load(folder.path(path))
    }

    /// Loads all packages of the repository.
    public func loadAll() async throws -> PackageSet {
        let root = folder.url.path
        return try await PackageSet.load(
            await PackageSet.packageFolders(below: root),
            inRepository: root
        )
    }
}
