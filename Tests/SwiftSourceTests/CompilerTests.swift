import Foundation
import ProgramTesting
import SwiftSource
import Testing

/// The reader against the compiler, over every Swift source of this package and of the toolchain.
struct CompilerTests {
    @Test func `the imports read are those that the compiler reports`() async throws {
        let files = try Self.sources()
        #expect(files.count > 300)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, file) in files.enumerated() {
                if index >= 4 { try await group.next() }
                group.addTask { try await Self.compare(file) }
            }
            try await group.waitForAll()
        }
    }

    /// The compiler reports the branches of `#if` that are active; the reader reports all, and says which are conditional.
    private static func compare(_ file: URL) async throws {
        let reported = try await importedModules(of: file)
        let read = SourceFile(path: file.path, text: Array(try Data(contentsOf: file))).imports
        let missing = reported.subtracting(read.map(\.module))
        let invented = Set(read.filter { !$0.isConditional }.map(\.module)).subtracting(reported)
        #expect(missing.isEmpty, "not read in \(file.path)")
        #expect(invented.isEmpty, "read in \(file.path), but not there")
    }

    private static func importedModules(of file: URL) async throws -> Set<String> {
        let isInterface = file.pathExtension == "swiftinterface"
        let outcome = try await Call.run(
            "swiftc", ["-frontend", "-emit-imported-modules", "-swift-version", isInterface ? "5" : "6", file.path])
        return Set(outcome.output.split(separator: "\n").map(String.init))
    }

    private static func sources() throws -> [URL] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let own = ["App", "Modules", "Tests"].flatMap { files(in: root.appending(path: $0), endingIn: ["swift"]) }
        let toolchain = try files(in: toolchainFolder(), endingIn: ["swift", "swiftinterface"])
        #expect(toolchain.count > 20)
        return own + [root.appending(path: "Package.swift")] + toolchain
    }

    private static func toolchainFolder() throws -> URL {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let swiftc = path.split(separator: ":").map { URL(filePath: String($0)).appending(path: "swiftc") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        return try #require(swiftc).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    }

    private static func files(in folder: URL, endingIn endings: Set<String>) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (found?.compactMap { $0 as? URL } ?? []).filter { endings.contains($0.pathExtension) }
    }
}
