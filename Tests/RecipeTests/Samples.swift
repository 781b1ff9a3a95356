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

/// Type-checks source code that may import modules of this build, or modules that a package has
/// built.
func typecheck(_ source: String, in package: TemporaryFolder? = nil) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let products = package?.url.appending(path: ".build/debug") ?? BuiltProducts.folder
    // SwiftPM derives the name of a package from the name of its folder.
    let name = (package ?? folder).url.lastPathComponent.lowercased().replacing("-", with: "_")
    return try await Subprocess.run(
        "swiftc",
        [
            "-typecheck", "-swift-version", "6", "-parse-as-library", "-package-name", name,
            "-I", products.appending(path: "Modules").path,
            folder.write(source, to: "Source.swift"),
        ]
    )
}

extension TemporaryFolder {
    /// Creates a copy of the package `Tests/Fixtures/Packages/<name>`.
    ///
    /// - Parameter engine: The folder of the copy that receives modules of the engine.
    convenience init(
        package name: String,
        engineIn engine: String = "",
        modules: [String] = ["Injection"]
    ) throws {
        try self.init()
        let package = Page.root.appending(path: "Tests/Fixtures/Packages/\(name)")
        try copy(FileManager.default.contentsOfDirectory(atPath: package.path), from: package)
        let toolkit = Page.root.appending(path: "Modules/Toolkit/Injection")
        try copy(modules, from: toolkit, to: engine)
    }

    /// Runs a SwiftPM command on the package in a folder.
    func swift(
        _ command: String,
        _ arguments: String...,
        in package: String = "",
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await Subprocess.run(
            "swift",
            [command, "--package-path", path(package)] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }
        )
    }
}
