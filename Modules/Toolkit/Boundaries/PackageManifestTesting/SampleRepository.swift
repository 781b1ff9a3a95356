public import Foundation
public import PackageManifest
public import ProgramTesting

/// A package in a Git repository. `App` uses `Home`, and `Home` uses `Core`. `Net` uses nothing.
/// All modules except `App` have a test target.
public struct SampleRepository: GitRepository {
    public let folder: TemporaryFolder
    /// The path of the package in the repository, with a trailing slash, or an empty string.
    private let path: String

    public init(_ targets: [String: [String]] = Self.targets, in path: String = "") async throws {
        folder = try TemporaryFolder()
        self.path = path.isEmpty ? "" : "\(path)/"
        try write(targets)
        for name in targets.keys {
            let file = "\(self.path)\(Self.folder(of: name))/\(name).swift"
            try folder.write("public let value = 1", to: file)
        }
        try folder.write("", to: "README.md")
        try await git("init", "--quiet", "--initial-branch", "main")
        try await commit()
    }

    public static let targets = [
        "App": ["Home"],
        "Home": ["Core"],
        "Core": [],
        "Net": [],
        "HomeTests": ["Home"],
        "CoreTests": ["Core"],
        "NetTests": ["Net"],
    ]

    public static func folder(of target: String) -> String {
        (target.hasSuffix("Tests") ? "Tests/" : "Sources/") + target
    }

    /// The folder of the package.
    public var root: URL { path.isEmpty ? folder.url : folder.url.appending(path: path.dropLast()) }

    /// Creates a symbolic link in the package.
    public func link(_ name: String, to destination: String) throws {
        let link = root.appending(path: name).path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: destination)
    }

    /// Writes the manifest and its description.
    ///
    /// - Parameters:
    ///   - products: The dependencies on products by target, in the format of the description.
    ///   - options: The settings by target, in the format of the description.
    ///   - packages: The folders of other packages by identity.
    public func write(
        _ targets: [String: [String]],
        settings: String = "{}",
        products: [String: String] = [:],
        options: [String: String] = [:],
        packages: [String: String] = [:]
    ) throws {
        let texts = targets.sorted { $0.key < $1.key }.map { name, dependencies in
            let type = name == "App" ? "executable" : name.hasSuffix("Tests") ? "test" : "regular"
            let names =
                dependencies.map { "{\"byName\": [\"\($0)\", null]}" }
                + [products[name]].compactMap(\.self)
            let option = options[name].map { "{\"tool\": \"c\", \"kind\": \($0)}" } ?? ""
            return """
                {"name": "\(name)", "type": "\(type)", "dependencies": [\(names.joined(separator: ", "))], \
                "exclude": ["Notes"], "settings": [\(option)], \
                "resources": [{"path": "Data", "rule": {"copy": {}}}]}
                """
        }
        let folders = packages.map { identity, path in
            "{\"fileSystem\": [{\"identity\": \"\(identity)\", \"path\": \"\(path)\"}]}"
        }
        try folder.write(
            """
            {"name": "P", "settings": \(settings), "packageKind": {"root": ["\(root.path)"]}, \
            "dependencies": [\(folders.joined(separator: ", "))], \
            "targets": [\(texts.joined(separator: ", "))]}
            """,
            to: "\(path)dump.json"
        )
        let declarations = targets.sorted { $0.key < $1.key }.map { name, dependencies in
            ".target(name: \"\(name)\", dependencies: \(dependencies)),"
        }
        try folder.write(declarations.joined(separator: "\n"), to: "\(path)Package.swift")
    }

    public func load() async throws -> SwiftPackage {
        try await SwiftPackage.load(root.path)
    }
}
