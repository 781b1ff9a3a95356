import Foundation

/// Asks SwiftPM for the manifest of a package.
public struct PackageLoader: Sendable {
    /// Runs `swift` with arguments to its end.
    public typealias Swift = @Sendable (_ arguments: [String]) async throws -> Program.Outcome

    private let swift: Swift

    /// Uses the `swift` of the path, or what takes its place in a test.
    public init(swift: @escaping Swift = { try await Program.run("swift", $0) }) { self.swift = swift }

    /// Reads the manifest of the package in a folder; needs no network and fetches nothing.
    public func load(_ path: String) async throws(ManifestError) -> PackageManifest {
        let root = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
        let manifest = "\(root)/Package.swift"
        guard let text = try? String(contentsOfFile: manifest, encoding: .utf8) else { throw .noPackage(path: path) }
        let outcome = try await dump(root)
        guard outcome.code == 0 else {
            throw .doesNotEvaluate(
                path: manifest, words: outcome.errors.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        let dump: ManifestDump
        do {
            dump = try JSONDecoder().decode(ManifestDump.self, from: outcome.output)
        } catch {
            throw .notUnderstood(path: manifest, reason: "\(error)")
        }
        return try PackageManifest(dump, root: root, text: text)
    }

    /// A scratch folder of its own keeps SwiftPM from waiting for a build that runs in the package.
    private func dump(_ root: String) async throws(ManifestError) -> Program.Outcome {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        do {
            return try await swift(["package", "--package-path", root, "--scratch-path", scratch.path, "dump-package"])
        } catch {
            throw .noSwift(reason: error.localizedDescription)
        }
    }
}
