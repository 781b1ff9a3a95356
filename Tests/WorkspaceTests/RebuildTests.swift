import Foundation
import ProgramTesting
import Testing

/// Which modules of this workspace an edit compiles anew (Docs/BuildTimes.md).
@Suite(.buildsPackages)
struct RebuildTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["App", "Modules", "Tests", "Package.swift", "boundaries.json"] {
            try FileManager.default.copyItem(
                at: Manifest.root.appending(path: name), to: URL(filePath: folder.path(name)))
        }
    }

    private static let checker = "Modules/Features/Checking/Implementation/ConcurrentLinkChecker.swift"
    private static let contract = "Modules/Features/Checking/Interface/LinkChecker.swift"
    private static let link = "Modules/Core/Link.swift"

    @Test func `an edit compiles anew what it must, and a body nothing but its module`() async throws {
        for file in [Self.checker, Self.contract, Self.link] {
            try append("private func probe() -> Int { 1 }", to: file)
        }
        _ = try await build()
        #expect(try await build() == [])

        try replace("{ 1 }", with: "{ 2 }", in: Self.checker)
        #expect(try await build() == ["Checking"])

        try replace("{ 1 }", with: "{ 2 }", in: Self.link)
        #expect(try await build() == ["Core"])

        try append("package func another() {}", to: Self.checker)
        #expect(try await build() == ["Bootstrap", "Checking", "CheckingExample"])

        try append("public func another() {}", to: Self.contract)
        #expect(
            try await build() == [
                "Bootstrap", "Checking", "CheckingExample", "CheckingInterface", "CheckingTesting", "Reports", "Shelf",
            ])
    }

    private func append(_ text: String, to file: String) throws {
        let path = folder.path(file)
        try folder.write(String(contentsOfFile: path, encoding: .utf8) + "\n\(text)\n", to: file)
    }

    private func replace(_ text: String, with other: String, in file: String) throws {
        let source = try String(contentsOfFile: folder.path(file), encoding: .utf8)
        #expect(source.contains(text))
        try folder.write(source.replacing(text, with: other), to: file)
    }

    /// Builds, and names the modules that were compiled.
    private func build() async throws -> [String] {
        // Only a verbose log is complete: without a terminal SwiftPM leaves out progress lines that come quickly.
        let outcome = try await Call.run("swift", ["build", "-v", "--package-path", folder.url.path])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        // The driver, `swiftc`, is also called where nothing is compiled. The manifest is no module, and the plugin is named
        // in every build, compiled or not.
        let calls = outcome.output.split(separator: "\n").filter { line in
            line.contains("/swift-frontend -frontend ") && !line.contains("/Package.swift ")
                && !line.contains("/plugins/cache/")
        }
        let names = calls.compactMap { $0.firstMatch(of: /-module-name (\w+)/).map { String($0.1) } }
        return Set(names).sorted()
    }
}
