import BoundaryRules
import Foundation
import PackageManifest
import Testing

/// Which files of a folder belong to a target, where the folder holds more than plain sources.
struct OddFolderTests {
    @Test func `files are those that SwiftPM compiles`() async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "odd-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let files = [
            "a.swift", "deep/er/b.swift", "X.bundle/c.swift", "X.framework/d.swift", "Package@swift-5.9.swift",
            "UPPER.SWIFT", ".hidden/h.swift", "A.docc/s.swift", "P.playground/p.swift", "I.xcassets/i.swift",
        ]
        for file in files {
            let url = root.appending(path: "Sources/A/\(file)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: url)
        }
        try Data().write(to: root.appending(path: "Package.swift"))
        let folder = root.appending(path: "Sources/A")
        for (link, goal) in [("broken.swift", "nowhere.swift"), ("loop", "../A")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: link).path, withDestinationPath: goal)
        }
        let dump =
            #"{"name": "P", "dependencies": [], "targets": [{"name": "A", "type": "regular", "exclude": [], "resources": [], "dependencies": []}]}"#
        let loader = PackageLoader { _ in .init(code: 0, output: Data(dump.utf8), errors: "") }
        let manifest = try await loader.load(root.path)
        let module = try #require(manifest.graph.module(named: "A"))
        let found = try manifest.files(of: module).map { $0.replacing("Sources/A/", with: "") }
        #expect(
            found == [
                "Package@swift-5.9.swift", "X.bundle/c.swift", "X.framework/d.swift", "a.swift", "deep/er/b.swift",
            ])
    }
}
