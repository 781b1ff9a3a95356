import Foundation

/// The package as SwiftPM understands its manifest.
struct Manifest: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        let path: String?
        let packageAccess: Bool
        let dependencies: [Dependency]

        var dependencyNames: [String] { dependencies.map(\.name) }
    }

    /// A dependency, which `dump-package` writes as `{"byName": ["Core", null]}`.
    struct Dependency: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: [String?]].self)
            name = (kinds.values.first?.first ?? nil) ?? ""
        }
    }

    let targets: [Target]

    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The manifest, which all tests read once.
    static func load() async throws -> Manifest { try await dump.value }

    private static let dump = Task { try await dumpPackage() }

    /// Asks SwiftPM; a scratch folder of its own keeps it from waiting for the run of these tests.
    private static func dumpPackage() async throws -> Manifest {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "bulkhead-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        let output = scratch.appending(path: "manifest.json")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path, "dump-package",
        ]
        process.standardOutput = try FileHandle(forWritingTo: output)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: output))
    }
}
