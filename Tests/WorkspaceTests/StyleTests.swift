import Foundation
import ProgramTesting
import Testing

/// Checks that the code of shelf and of the starter has one style.
struct StyleTests {
    private static let shelf = BuiltProducts.packageRoot
    private static let templates = shelf.appending(path: "Modules/Toolkit/Templates")

    @Test(arguments: [shelf, templates.appending(path: "Starter")])
    func `every error of Core and of an interface has an explanation`(_ root: URL) throws {
        let folders = try [root.appending(path: "Modules/Core")] + features(in: root, "Interface")
        let text = try folders.flatMap(sources).map { try self.text(of: $0) }.joined()
        let errors = text.matches(of: /public (?:enum|struct) (\w+Error): (\w+)/)
        #expect(errors.count >= 2)
        for error in errors {
            #expect(error.2 == "ExplainedError", "\(error.1)")
        }
    }

    @Test func `no mock ends the process, because other tests run in it`() throws {
        let core = Self.shelf.appending(path: "Modules/CoreTesting")
        let sample = Self.templates.appending(path: "Starter")
        let folders =
            try [core, Self.templates.appending(path: "Feature")]
            + features(in: Self.shelf, "Testing") + features(in: sample, "Testing")
        let files = folders.flatMap(sources)
        #expect(files.count > 10)
        for file in files {
            let text = try text(of: file)
            #expect(!text.contains(/\b(fatalError|precondition\w*)\(/), "\(file.path)")
        }
    }

    @Test func `commands receive their dependencies in init`() throws {
        let files = sources(in: Self.shelf.appending(path: "App/Shelf"))
        #expect(files.count > 10)
        for file in files {
            #expect(!(try text(of: file)).contains("@Injected"), "\(file.path)")
        }
    }

    /// Returns the folders with the given name in all features.
    private func features(in root: URL, _ name: String) throws -> [URL] {
        let folder = root.appending(path: "Modules/Features")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return names.map { folder.appending(path: $0).appending(path: name) }
    }

    private func sources(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    }

    private func text(of file: URL) throws -> String {
        try String(contentsOf: file, encoding: .utf8)
    }
}
