import Foundation
import ProgramTesting

/// The package as SwiftPM understands its manifest.
struct Manifest: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        let path: String?
        let dependencies: [Dependency]

        var dependencyNames: [String] { dependencies.map(\.name) }
    }

    /// A dependency, which `dump-package` writes as `{"byName": ["Core", null]}`; instead of null there may be a condition.
    struct Dependency: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: Parts].self)
            name = kinds.values.first?.name ?? ""
        }

        private struct Parts: Decodable {
            let name: String

            init(from decoder: any Decoder) throws {
                var parts = try decoder.unkeyedContainer()
                name = try parts.decode(String.self)
            }
        }
    }

    let targets: [Target]

    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The manifest, which all tests read once.
    static func load() async throws -> Manifest { try await dump.value }

    private static let dump = Task {
        // A scratch folder of its own keeps SwiftPM from waiting for the run of these tests.
        let scratch = try TemporaryFolder()
        let outcome = try await Call.run(
            "swift", ["package", "--package-path", root.path, "--scratch-path", scratch.url.path, "dump-package"])
        return try JSONDecoder().decode(Manifest.self, from: Data(outcome.output.utf8))
    }
}
