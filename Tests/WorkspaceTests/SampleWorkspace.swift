import Foundation
import ProgramTesting

/// A small package in the workspace layout on disk, which took the boundaries of this one.
///
/// All tests build the same one, one after the other, so that each compiles only what it changes.
actor SampleWorkspace {
    static let shared = Task { try SampleWorkspace() }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (path, text) in Self.files { try folder.write(text, to: path) }
        for path in ["Modules/Boundaries", "boundaries.json"] {
            try FileManager.default.copyItem(
                at: Manifest.root.appending(path: path), to: URL(filePath: folder.path(path)))
        }
    }

    /// Builds the package with these files instead of its own.
    /// - Parameters:
    ///   - command: The words behind `swift`.
    ///   - scratch: The name of the scratch folder; each build system needs its own.
    func build(
        with changes: [String: String] = [:], command: [String] = ["build"], scratch: String = ".build"
    ) async throws -> Outcome {
        for (path, text) in changes { try folder.write(text, to: path) }
        let arguments = command + ["--package-path", folder.url.path, "--scratch-path", folder.path(scratch)]
        // The builds of its tests are the longest row of programs that wait for each other.
        var outcome = try await Call.run("swift", arguments, isFirst: true)
        // A signal is a fault of SwiftPM itself, whose swiftbuild back end crashes now and then (6.3.1), and no answer.
        for _ in 1...2 where outcome.code < 0 { outcome = try await Call.run("swift", arguments) }
        for path in changes.keys { try folder.write(Self.files[path] ?? "", to: path) }
        return outcome
    }

    /// The path of a file as the build reports it.
    nonisolated func path(_ name: String) -> String { folder.path(name) }
}

extension SampleWorkspace {
    /// The manifest; `app` are the dependencies of the app beyond those that it may have.
    static func manifest(app: String = "") -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        extension Target.PluginUsage {
            static var boundaries: Self { .plugin(name: "Boundaries") }
        }

        func module(_ name: String, _ path: String, _ uses: Target.Dependency..., concrete: Bool = false) -> Target {
            .target(name: name, dependencies: uses, path: path, packageAccess: concrete, plugins: [.boundaries])
        }

        let package = Package(
            name: "Sample",
            platforms: [.macOS(.v15)],
            targets: [
                .target(name: "SwiftSource", path: "Modules/Boundaries/SwiftSource"),
                .target(name: "BoundaryRules", dependencies: ["SwiftSource"], path: "Modules/Boundaries/BoundaryRules"),
                .executableTarget(
                    name: "boundaries-check", dependencies: ["BoundaryRules", "SwiftSource"],
                    path: "Modules/Boundaries/Check"),
                .plugin(
                    name: "Boundaries", capability: .buildTool(), dependencies: ["boundaries-check"],
                    path: "Modules/Boundaries/Plugin"),
                module("Core", "Modules/Core", concrete: true),
                module("CoreTesting", "Modules/CoreTesting", "Core"),
                module("SQLite", "Modules/Services/SQLite", "Core", concrete: true),
                module("LibraryInterface", "Modules/Features/Library/Interface", "Core"),
                module("Library", "Modules/Features/Library/Implementation", "LibraryInterface", "Core", concrete: true),
                module("CheckingInterface", "Modules/Features/Checking/Interface", "Core"),
                module("Checking", "Modules/Features/Checking/Implementation", "CheckingInterface", "Core", concrete: true),
                module(
                    "Bootstrap", "Modules/Bootstrap", "Core", "SQLite", "Library", "LibraryInterface", "Checking",
                    "CheckingInterface", concrete: true),
                .executableTarget(
                    name: "Shelf", dependencies: ["Bootstrap", "Core", "LibraryInterface", \(app)], path: "App/Shelf",
                    packageAccess: false, plugins: [.boundaries]),
                .testTarget(name: "LibraryTests", dependencies: ["Library"], plugins: [.boundaries]),
            ],
            swiftLanguageModes: [.v6])
        """
    }

    private static let files = [
        "Package.swift": manifest(),
        // Files for faults: to add a file would have the whole build planned anew.
        "App/Shelf/OtherSystem.swift": "// None.",
        "App/Shelf/Service.swift": "// None.",
        "Modules/Bootstrap/Export.swift": "// None.",
        "Modules/Features/Checking/Implementation/OtherFeature.swift": "// None.",
        "Modules/Features/Checking/Implementation/Undeclared.swift": "// None.",
        "Modules/Features/Library/Implementation/Mocks.swift": "// None.",
        "Modules/Features/Library/Interface/Implementation.swift": "// None.",
        "Modules/Core/LinkStore.swift": """
        public protocol LinkStore {}
        package protocol LinkStoreProviding { var linkStore: any LinkStore { get } }
        """,
        "Modules/CoreTesting/InMemoryLinkStore.swift": """
        import Core
        public struct InMemoryLinkStore: LinkStore {}
        """,
        "Modules/Services/SQLite/SQLiteStore.swift": """
        import Core
        package struct SQLiteStore: LinkStore { package init() {} }
        """,
        "Modules/Features/Library/Interface/LinkLibrary.swift": """
        import Core
        public protocol LinkLibrary {}
        public protocol LibraryProviding { var library: any LinkLibrary { get } }
        """,
        "Modules/Features/Library/Implementation/StoredLibrary.swift": """
        import Core
        import LibraryInterface
        package struct StoredLibrary: LinkLibrary { package init(store: any LinkStore) {} }
        """,
        "Modules/Features/Checking/Interface/LinkChecker.swift": """
        import Core
        public protocol LinkChecker {}
        public protocol CheckingProviding { var linkChecker: any LinkChecker { get } }
        """,
        "Modules/Features/Checking/Implementation/ConcurrentLinkChecker.swift": """
        import CheckingInterface
        import Core
        package struct ConcurrentLinkChecker: LinkChecker { package init(store: any LinkStore) {} }
        """,
        "Modules/Bootstrap/AppContainer.swift": """
        import Checking
        import CheckingInterface
        import Core
        import Library
        import LibraryInterface
        import SQLite

        extension AppContainer: LinkStoreProviding {}

        public final class AppContainer: LibraryProviding, CheckingProviding {
            package var linkStore: any LinkStore { SQLiteStore() }
            public var library: any LinkLibrary { StoredLibrary(store: linkStore) }
            public var linkChecker: any LinkChecker { ConcurrentLinkChecker(store: linkStore) }
            public init() {}
        }
        """,
        "App/Shelf/Main.swift": """
        import Bootstrap
        import Core
        import LibraryInterface

        @main struct Main {
            static func main() {
                let library: any LinkLibrary = AppContainer().library
                print(library)
            }
        }
        """,
        "Tests/LibraryTests/Tests.swift": """
        import Library
        import Testing

        @Test func works() { _ = StoredLibrary.self }
        """,
    ]
}
