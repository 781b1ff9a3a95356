import Foundation
import Testing

/// What targets import, against what the manifest declares.
struct ImportTests {
    private let targets: [Manifest.Target]
    private let names: Set<String>

    init() async throws {
        targets = try await Manifest.load().targets
        names = Set(targets.map(\.name))
    }

    @Test func `every import of a module of the workspace is declared`() throws {
        for target in targets where target.type != "system" {
            let undeclared = try imports(of: target).intersection(names).subtracting(target.dependencyNames)
            #expect(undeclared.isEmpty, "\(target.name) imports \(undeclared.sorted()) without declaring it")
        }
    }

    @Test func `a test target declares nothing that it does not import`() throws {
        for target in targets where target.type == "test" {
            // A program cannot be imported; its tests depend on it so that it is built.
            let programs = targets.filter { $0.type == "executable" }.map(\.name)
            let unused = Set(target.dependencyNames).subtracting(try imports(of: target)).subtracting(programs)
            #expect(unused.isEmpty, "\(target.name) declares \(unused.sorted()) without importing it")
        }
    }

    /// The modules that the files of a target import, read line by line.
    private func imports(of target: Manifest.Target) throws -> Set<String> {
        let folder = Manifest.root.appending(path: try #require(target.path))
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var modules: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.matches(of: /(?m)^ *(?:(?:public|package|internal|private|fileprivate) )?import (\w+)/) {
                modules.insert(String(line.1))
            }
        }
        return modules
    }
}
