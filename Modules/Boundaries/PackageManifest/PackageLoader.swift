public import Foundation

/// Asks SwiftPM for the manifest of a package.
public struct PackageLoader: Sendable {
    /// What a program left behind.
    public struct Outcome: Sendable {
        let code: Int32
        let output: Data
        let errors: String

        /// Describes the end of a program.
        public init(code: Int32, output: Data, errors: String) {
            (self.code, self.output, self.errors) = (code, output, errors)
        }
    }

    /// Runs `swift` with arguments to its end.
    public typealias Swift = @Sendable (_ arguments: [String]) async throws -> Outcome

    private let swift: Swift

    /// Uses the `swift` of the path, or what takes its place in a test.
    public init(swift: @escaping Swift = Self.runSwift) { self.swift = swift }

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
    private func dump(_ root: String) async throws(ManifestError) -> Outcome {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "bulkhead-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        do {
            return try await swift(["package", "--package-path", root, "--scratch-path", scratch.path, "dump-package"])
        } catch {
            throw .noSwift(reason: error.localizedDescription)
        }
    }

    /// Runs the `swift` of the path.
    @Sendable
    public static func runSwift(_ arguments: [String]) async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bulkhead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files instead of pipes: nobody has to read while it runs, however much it writes.
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swift"] + arguments
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        let (ends, sender) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in sender.finish() }
        try process.run()
        for await _ in ends {}
        return Outcome(
            code: process.terminationStatus, output: try Data(contentsOf: output),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}
