import Foundation
import Injection
import ProgramTesting
import Synchronization

protocol LinkStore: AnyObject, Sendable {
    var links: [String] { get }
    func add(_ link: String)
}

final class InMemoryLinkStore: LinkStore {
    private let stored: Mutex<[String]>
    init(_ links: String...) {
        stored = Mutex(links)
    }
    var links: [String] { stored.withLock { $0 } }
    func add(_ link: String) {
        stored.withLock { $0.append(link) }
    }
}

final class FileLinkStore: LinkStore {
    let path: String
    init(path: String) {
        self.path = path
    }
    var links: [String] { [] }
    func add(_ link: String) {}
}

/// The container of the examples.
final class AppContainer: SharedContainer {
    @TaskLocal static var shared = AppContainer()
    let manager = ContainerManager()
}

extension AppContainer {
    var linkStore: Factory<any LinkStore> { self { FileLinkStore(path: "links.db") }.cached }
}

// MARK: - Tests

/// Returns the code of a file above the line `// MARK: - Tests`.
func sample(_ path: String) throws -> String {
    let text = try String(contentsOf: Page.sources.appending(path: path), encoding: .utf8)
    return text.components(separatedBy: "\n// MARK: - Tests\n")[0] + "\n"
}

/// Type-checks source code that may import modules of this build, or the modules in a folder.
func typecheck(
    _ source: String,
    modules: URL = BuiltProducts.folder.appending(path: "Modules")
) async throws -> Outcome {
    let folder = try TemporaryFolder()
    return try await Subprocess.run(
        "swiftc",
        [
            "-typecheck", "-swift-version", "6", "-parse-as-library", "-package-name", "sample",
            "-I", modules.path, folder.write(source, to: "Source.swift"),
        ]
    )
}

/// A copy of a package in the folder `Packages`, with the engine in the folder `Injection`.
struct SamplePackage {
    let folder: TemporaryFolder

    /// Copies a package, and copies modules of the engine to a folder in the package.
    init(_ name: String, engineIn engine: String, modules: [String] = ["Injection"]) throws {
        folder = try TemporaryFolder()
        try folder.copy([name], from: Page.root.appending(path: "Tests/Fixtures/Packages"))
        try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path("Sample"))
        let engine = folder.url.appending(path: "Sample").appending(path: engine)
        for module in modules {
            try FileManager.default.copyItem(
                at: Page.root.appending(path: "Modules/Toolkit/Injection").appending(path: module),
                to: engine.appending(path: module)
            )
        }
    }

    func text(_ path: String) throws -> String {
        try folder.text("Sample/\(path)")
    }
    func write(_ text: String, to path: String) throws {
        try folder.write(text, to: "Sample/\(path)")
    }

    /// Runs a SwiftPM command.
    func swift(
        _ command: String,
        _ arguments: String...,
        in package: String = "",
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        let path = folder.url.appending(path: "Sample").appending(path: package).path
        let options = ["--package-path", path, "--scratch-path", folder.path("scratch")]
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        return try await Subprocess.run(
            "swift",
            [command] + options + arguments,
            environment: all
        )
    }
}
