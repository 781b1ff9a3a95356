import Foundation
import ProgramTesting
import SwiftSource
import Testing

/// Compares the parser with the compiler for every Swift source of this package and of the
/// toolchain.
@Suite(.buildsPackages)
struct CompilerTests {
    @Test func `reads the imports that the compiler parses in this package`() async throws {
        let root = BuiltProducts.packageRoot
        let folders = try ["App", "Modules", "Tests"].flatMap {
            try FileManager.default.contentsOfDirectory(
                at: root.appending(path: $0),
                includingPropertiesForKeys: nil
            )
        }
        var count = 0
        // Swift 6.3.1 crashes if it parses some unrelated modules together.
        for folder in folders {
            let files = Self.files(in: folder, endingIn: ["swift"])
            guard !files.isEmpty else { continue }
            let outcome = try await Subprocess.run(
                "swiftc",
                ["-frontend", "-dump-parse", "-parse-as-library", "-swift-version", "6"]
                    + files.flatMap { ["-primary-file", $0.path] }
            )
            let parsed = Self.importedModules(inDump: outcome.output)
            #expect(parsed.count == files.count)
            for file in files {
                try Self.compare(file, with: #require(parsed[file.path], "\(file.path)"))
            }
            count += files.count
        }
        #expect(count > 200)
    }

    /// This test does not use `-dump-parse`, because the compiler's parser alone does not accept
    /// the module interfaces of the toolchain.
    @Test func `reads the imports that the compiler reports in the toolchain`() async throws {
        let files = try Self.files(
            in: Self.toolchainFolder(),
            endingIn: ["swift", "swiftinterface"]
        )
        #expect(files.count > 20)
        for file in files {
            let version = file.pathExtension == "swiftinterface" ? "5" : "6"
            // This call is not subject to the limit for concurrent programs, because it is short.
            let outcome = try await Subprocess(
                "swiftc",
                ["-frontend", "-emit-imported-modules", "-swift-version", version, file.path],
                environment: ProcessInfo.processInfo.environment,
                folder: TemporaryFolder()
            ).outcome()
            try Self.compare(
                file,
                with: Set(outcome.output.split(separator: "\n").map(String.init))
            )
        }
    }

    /// The compiler reports only the imports in active branches of `#if`. The parser reports the
    /// imports in all branches, so its conditional imports may be missing in `reported`.
    private static func compare(_ file: URL, with reported: Set<String>) throws {
        let read = SourceFile(path: file.path, text: Array(try Data(contentsOf: file))).imports
        let missing = reported.subtracting(read.map(\.module))
        let invented = Set(read.filter { !$0.isConditional }.map(\.module)).subtracting(reported)
        #expect(missing.isEmpty, "not read in \(file.path)")
        #expect(invented.isEmpty, "read in \(file.path) by mistake")
    }

    /// Returns the modules that each file imports, by path. In the dump, a file begins with a line
    /// that ends with `(source_file "A.swift"`. Entries for empty files can precede this text in
    /// the line. An import has the form `(import_decl … module="Foundation.NSObject")`.
    private static func importedModules(inDump dump: String) -> [String: Set<String>] {
        var modules: [String: Set<String>] = [:]
        var path = ""
        for line in dump.utf8.split(separator: UInt8(ascii: "\n")) {
            if line.last == UInt8(ascii: "\"") || line.suffix(8).elementsEqual(".swift\")".utf8) {
                for file in Substring(line).ranges(of: "(source_file \"") {
                    path = quoted(Substring(line)[file.lowerBound...])
                    modules[path] = []
                }
            } else if line.drop(while: { $0 == UInt8(ascii: " ") }).starts(
                with: "(import_decl ".utf8
            ),
                let start = Substring(line).range(of: " module=\"")
            {
                let name = quoted(Substring(line)[start.lowerBound...])
                modules[path, default: []].insert(String(name.prefix { $0 != "." }))
            }
        }
        return modules
    }

    private static func quoted(_ text: Substring) -> String {
        String(text.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
    }

    private static func toolchainFolder() throws -> URL {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let swiftc = path.split(separator: ":").map {
            URL(filePath: String($0)).appending(path: "swiftc")
        }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        return try #require(swiftc).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    /// Returns the files below a folder whose names have one of the extensions.
    static func files(in folder: URL, endingIn endings: Set<String>) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (found?.compactMap { $0 as? URL } ?? []).filter {
            endings.contains($0.pathExtension)
        }
    }
}
