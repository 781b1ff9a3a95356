import Foundation
import PackageManifest
import ProgramTesting
import Testing

/// A package in a Git repository: `App` uses `Home`, which uses `Core`; `Net` uses nothing, and each but `App` has a test target.
struct SampleRepository {
    let folder: TemporaryFolder
    /// Describes the package in a folder by its `dump.json`, without SwiftPM.
    let loader = PackageLoader { arguments in
        let root = arguments[arguments.firstIndex(of: "--package-path").map { $0 + 1 } ?? 0]
        return .init(
            code: 0, output: FileManager.default.contents(atPath: "\(root)/dump.json") ?? Data(), errors: "")
    }

    init(_ targets: [String: [String]] = Self.targets) async throws {
        folder = try TemporaryFolder()
        try write(targets)
        for name in targets.keys { try folder.write("", to: "\(Self.folder(of: name))/\(name).swift") }
        try folder.write("", to: "README.md")
        try await git("init", "--quiet", "--initial-branch", "main")
        try await commit()
    }

    static let targets = [
        "App": ["Home"], "Home": ["Core"], "Core": [], "Net": [], "HomeTests": ["Home"], "CoreTests": ["Core"],
        "NetTests": ["Net"],
    ]

    static func folder(of target: String) -> String { (target.hasSuffix("Tests") ? "Tests/" : "Sources/") + target }

    /// Writes the manifest and its description.
    func write(_ targets: [String: [String]], settings: String = "{}") throws {
        let texts = targets.sorted { $0.key < $1.key }.map { name, dependencies in
            let type = name == "App" ? "executable" : name.hasSuffix("Tests") ? "test" : "regular"
            let names = dependencies.map { "{\"byName\": [\"\($0)\", null]}" }.joined(separator: ", ")
            return
                "{\"name\": \"\(name)\", \"type\": \"\(type)\", \"dependencies\": [\(names)], \"exclude\": [\"Notes\"], "
                + "\"resources\": [{\"path\": \"Data\", \"rule\": {\"copy\": {}}}]}"
        }
        let root = folder.url.path
        try folder.write(
            """
            {"name": "P", "settings": \(settings), "packageKind": {"root": ["\(root)"]}, "dependencies": [], \
            "targets": [\(texts.joined(separator: ", "))]}
            """, to: "dump.json")
        let declarations = targets.sorted { $0.key < $1.key }.map { name, dependencies in
            ".target(name: \"\(name)\", dependencies: \(dependencies)),"
        }
        try folder.write(declarations.joined(separator: "\n"), to: "Package.swift")
    }

    func load() async throws -> PackageManifest { try await loader.load(folder.url.path) }

    func commit() async throws {
        try await git("add", "--all")
        try await git("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "--quiet", "-m", "change")
    }

    func git(_ arguments: String...) async throws {
        let outcome = try await Subprocess.run("git", ["-C", folder.url.path] + arguments)
        try #require(outcome.code == 0, "\(outcome.errors)")
    }
}
