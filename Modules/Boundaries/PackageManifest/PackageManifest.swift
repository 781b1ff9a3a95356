public import BoundaryRules
public import Foundation
public import SwiftSource

/// A package as its manifest describes it. Nothing is resolved or fetched.
public struct PackageManifest: Sendable {
    public let name: String
    public let root: String
    public let text: String
    public let graph: ModuleGraph
    let description: ManifestDescription
    private let sources: [String: SourceFolder]

    fileprivate init(
        _ dump: ManifestDump, _ description: ManifestDescription, root: String, text: String
    ) throws(ManifestError) {
        (name, self.root, self.text, self.description) = (dump.name, root, text, description)
        var folders: [String: SourceFolder] = [:]
        for target in dump.targets {
            folders[target.name] = try SourceFolder(of: target, among: dump.targets, in: root)
        }
        sources = folders
        let modules = dump.targets.map { Module($0, folder: folders[$0.name]) }
        let names = Set(modules.map(\.name))
        // Without other packages, a name that is not a target is an error.
        let products =
            dump.dependencies.isEmpty
            ? [] : dump.targets.flatMap(\.dependencies).filter { !names.contains($0.name) }
        let externalModules = Dictionary(grouping: products, by: \.name).sorted { $0.key < $1.key }.map { name, uses in
            Module(name: name, kind: .external, folder: "", package: uses.lazy.compactMap(\.package).first)
        }
        graph = ModuleGraph(modules + externalModules)
    }

    /// Returns the paths of the Swift files of a module, relative to ``root``, in alphabetical order.
    public func files(of module: Module) throws(ManifestError) -> [String] {
        try sources[module.name]?.files(endingIn: ["swift"]) ?? []
    }

    /// Returns the names of the modules that a file belongs to, which need not exist: as a source, a resource, or part of their folders.
    func owners(of file: String) -> [String] {
        graph.modules.filter { sources[$0.name]?.contains(file) == true }.map(\.name)
    }

    /// Reads a file of the package.
    public func text(of file: String) throws(ManifestError) -> [UInt8] { Array(try read("\(root)/\(file)")) }

    /// Reads the Swift files of every module. Reported paths begin with `prefix`, such as `../Other/`.
    public func sources(reportedBelow prefix: String = "") throws(ManifestError) -> [String: [SourceFile]] {
        var sources: [String: [SourceFile]] = [:]
        for module in graph.modules where module.isSwift {
            sources[module.name] = try files(of: module).map { file throws(ManifestError) in
                SourceFile(path: prefix + file, text: Array(try read("\(root)/\(file)")))
            }
        }
        return sources
    }

    /// Returns the rules in a file, by default `boundaries.json` of the package, and its baseline. Without such a file, the package has no layers.
    public func rules(in file: String? = nil) throws -> LayerRules {
        func existing(_ name: String) -> String? {
            let path = "\(root)/\(name)"
            return FileManager.default.fileExists(atPath: path) ? path : nil
        }
        return try LayerRules(
            file: file ?? existing("boundaries.json"), baseline: existing(Baseline.fileName), read: read)
    }

    private func read(_ path: String) throws(ManifestError) -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch { throw .unreadable(path: path, reason: error.localizedDescription) }
    }
}

extension Module {
    fileprivate init(_ target: ManifestDump.Target, folder: SourceFolder?) {
        let hasSwift = (try? folder?.files(endingIn: ["swift"]).isEmpty) != true
        let kind: Kind =
            switch target.type {
            case "executable": .executable
            case "test": .test
            case "macro": .macro
            case "plugin": .plugin
            case "system", "binary": .system
            default: hasSwift ? .library : .clang
            }
        self.init(
            name: target.name, kind: kind, folder: folder?.path ?? "",
            dependencies: target.dependencies.map(\.name), packageAccess: target.packageAccess,
            plugins: (target.pluginUsages ?? []).map(\.name))
    }
}

/// The reason why a package cannot be read.
public enum ManifestError: Error, Hashable {
    case noPackage(path: String)
    /// SwiftPM cannot evaluate the manifest; `errors` is its output.
    case evaluationFailed(path: String, errors: String)
    /// SwiftPM printed a description that this version does not understand.
    case unreadableManifest(path: String, reason: String)
    case cannotRunSwift(reason: String)
    /// The sources of a target are in none of the folders where SwiftPM looks.
    case noSources(target: String, folders: [String])
    case unreadable(path: String, reason: String)
}

// MARK: - Loading

public struct PackageLoader: Sendable {
    public typealias Swift = @Sendable (_ arguments: [String]) async throws -> Program.Outcome
    private let swift: Swift

    /// Creates a loader. By default, it runs the `swift` in the search path; tests can pass another function.
    public init(swift: @escaping Swift = { try await Program.run("swift", $0) }) { self.swift = swift }

    /// Reads the manifest of the package in a folder, without fetching dependencies.
    public func load(_ path: String) async throws(ManifestError) -> PackageManifest {
        let root = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
        let manifest = "\(root)/Package.swift"
        guard let text = try? String(contentsOfFile: manifest, encoding: .utf8) else { throw .noPackage(path: path) }
        let outcome = try await dump(root)
        if outcome.code == Program.missing { throw .cannotRunSwift(reason: "it is not in PATH") }
        guard outcome.code == 0 else {
            throw .evaluationFailed(
                path: manifest, errors: outcome.errors.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        let dump: ManifestDump
        do {
            dump = try JSONDecoder().decode(ManifestDump.self, from: outcome.output)
        } catch { throw .unreadableManifest(path: manifest, reason: "\(error)") }
        let description = ManifestDescription(outcome.output, root: root)
        return try PackageManifest(dump, description, root: root, text: text)
    }

    /// Runs `dump-package` with its own scratch folder, because SwiftPM would wait for a build that runs in the package.
    private func dump(_ root: String) async throws(ManifestError) -> Program.Outcome {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        do {
            return try await swift(["package", "--package-path", root, "--scratch-path", scratch.path, "dump-package"])
        } catch { throw .cannotRunSwift(reason: error.localizedDescription) }
    }
}

public enum Program {
    public struct Outcome: Sendable {
        /// The exit code, or ``missing`` if the program was not found.
        public let code: Int32
        public let output: Data
        public let errors: String

        public init(code: Int32, output: Data, errors: String) {
            (self.code, self.output, self.errors) = (code, output, errors)
        }
    }

    /// Runs a program with the input and output of this one, and returns its exit code.
    public static func runInTerminal(_ name: String, _ arguments: [String]) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let (ends, sender) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in sender.finish() }
        try process.run()
        for await _ in ends {}
        return process.isRunning ? 130 : process.terminationStatus
    }

    /// The exit code of `env` for a program that was not found.
    public static let missing: Int32 = 127

    /// Runs a program without input. Throws an error if the files for its output cannot be created.
    public static func run(_ name: String, _ arguments: [String]) async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // With files instead of pipes, the output needs no reader while the program runs.
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardInput = FileHandle.nullDevice
        let outputFile = try FileHandle(forWritingTo: output)
        let errorFile = try FileHandle(forWritingTo: errors)
        // The program has its own copies. On Linux, these would remain open, because a `Process` is never freed.
        defer { for file in [outputFile, errorFile] { try? file.close() } }
        process.standardOutput = outputFile
        process.standardError = errorFile
        let (ends, sender) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in sender.finish() }
        try process.run()
        for await _ in ends {}
        // Canceling the task ends the wait. Reading the status of a running process is a fatal error.
        guard !process.isRunning else {
            process.terminate()
            throw CancellationError()
        }
        return Outcome(
            code: process.terminationStatus, output: try Data(contentsOf: output),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}
