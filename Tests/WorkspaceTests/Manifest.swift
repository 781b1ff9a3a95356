import Foundation
import ProgramTesting
import Testing

/// The manifest of this package, which SwiftPM evaluates once for all tests.
enum Manifest {
    struct Target: Sendable {
        let name, type, path: String
        let dependencies, plugins: [String]
    }

    static func description() async throws -> String {
        try await dump.value.output
    }

    static func targets() async throws -> [Target] {
        try targets(in: await dump.value)
    }

    /// Returns the targets of a copy of the manifest in a folder with the given name.
    static func targets(
        copiedTo name: String,
        variables: [String] = []
    ) async throws -> [Target] {
        let folder = try TemporaryFolder()
        try folder.copy(["Package.swift"], from: BuiltProducts.packageRoot, to: name)
        let outcome = try await describe(folder.path(name), variables: variables)
        return try targets(in: outcome)
    }

    private static func targets(in description: Outcome) throws -> [Target] {
        try #require(description.code == 0, "\(description.errors)")
        // A dependency has the form {"byName": ["Core", null]}.
        func names(_ dependencies: Any?) -> [String] {
            let dependencies = dependencies as? [[String: [Any]]] ?? []
            return dependencies.compactMap { $0.values.first?.first as? String }
        }
        let package = description.json as? [String: Any]
        let targets = try #require(package?["targets"] as? [[String: Any]])
        return targets.map { target in
            let name = target["name"] as? String ?? ""
            return Target(
                name: name,
                type: target["type"] as? String ?? "",
                // The manifest states no path for tests in the folder with their name.
                path: target["path"] as? String ?? "Tests/\(name)",
                dependencies: names(target["dependencies"]),
                plugins: names(target["pluginUsages"])
            )
        }
    }

    /// The properties of boundaries.json that concern builds and tests.
    struct Rules: Decodable {
        let checkedWith: String
        let wholePackageTests: [String]
    }

    static func rules() throws -> Rules {
        try JSONDecoder().decode(Rules.self, from: Data(contents(of: "boundaries.json").utf8))
    }

    /// Returns the test targets that use a module, directly or indirectly, or read the files of all
    /// modules.
    static func tests(affectedBy module: String, in targets: [Target]) async throws -> Set<String> {
        var affected: Set = [module]
        var unseen = [module]
        while let name = unseen.popLast() {
            for target in targets where (target.dependencies + target.plugins).contains(name) {
                if affected.insert(target.name).inserted {
                    unseen.append(target.name)
                }
            }
        }
        let tests = Set(targets.filter { $0.type == "test" }.map(\.name))
        return affected.intersection(tests).union(try rules().wholePackageTests)
    }

    private static let dump = Task { try await describe(BuiltProducts.packageRoot.path) }

    /// Evaluates the manifest in a folder. `env` sets the variables, because ``Subprocess`` removes
    /// `ONLY_TESTS` from the environment.
    private static func describe(
        _ package: String,
        variables: [String] = []
    ) async throws -> Outcome {
        // In the default scratch folder, SwiftPM would wait for the lock that this test run holds.
        let scratch = try TemporaryFolder()
        let paths = ["--package-path", package, "--scratch-path", scratch.url.path]
        return try await Subprocess.run(
            "env",
            variables + ["swift", "package"] + paths + ["dump-package"]
        )
    }
}

/// Returns the text of a file of this package.
func contents(of path: String) throws -> String {
    try String(contentsOf: BuiltProducts.packageRoot.appending(path: path), encoding: .utf8)
}
