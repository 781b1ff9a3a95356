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
    init(_ links: String...) { stored = Mutex(links) }
    var links: [String] { stored.withLock { $0 } }
    func add(_ link: String) { stored.withLock { $0.append(link) } }
}

final class FileLinkStore: LinkStore {
    let path: String
    init(path: String) { self.path = path }
    var links: [String] { [] }
    func add(_ link: String) {}
}

/// The container of the samples.
final class AppContainer: SharedContainer {
    @TaskLocal static var shared = AppContainer()
    let manager = ContainerManager()
}

// MARK: - Tests

/// Returns the code of a file above the line `// MARK: - Tests`.
func sample(_ path: String) throws -> String {
    let text = try String(contentsOf: Page.sources.appending(path: path), encoding: .utf8)
    return text.components(separatedBy: "\n// MARK: - Tests\n")[0] + "\n"
}

/// Type-checks source code that may import modules of this build.
func typecheck(_ source: String) async throws -> Outcome {
    let folder = try TemporaryFolder()
    return try await Subprocess.run(
        "swiftc",
        ["-typecheck", "-swift-version", "6", "-parse-as-library"]
            + ["-I", BuiltProducts.folder.appending(path: "Modules").path, folder.write(source, to: "Source.swift")])
}
