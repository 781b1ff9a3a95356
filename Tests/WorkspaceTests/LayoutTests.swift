import Foundation
import ProgramTesting
import Testing

/// What the layout asks for beyond the rules that every build checks.
struct LayoutTests {
    private let targets: [Manifest.Target]

    init() async throws { targets = try await Manifest.load().targets }

    private func target(at path: String) -> Manifest.Target? { targets.first { $0.path == path } }

    private func features() throws -> [String] {
        let folder = Manifest.root.appending(path: "Modules/Features")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `every feature has an interface, an implementation that depends on it, and a README`() throws {
        let features = try features()
        #expect(features.count >= 4)
        for feature in features {
            #expect(target(at: "Modules/Features/\(feature)/Interface")?.name == "\(feature)Interface")
            let implementation = try #require(target(at: "Modules/Features/\(feature)/Implementation"))
            #expect(implementation.name == feature)
            #expect(implementation.dependencyNames.contains("\(feature)Interface"))
            let readme = Manifest.root.appending(path: "Modules/Features/\(feature)/README.md")
            #expect(FileManager.default.fileExists(atPath: readme.path))
        }
    }

    @Test func `a test target lies in the folder of its name and depends on its subject first`() {
        let withoutSubject: Set = ["WorkspaceTests", "RecipeTests"]
        for tests in targets where tests.type == "test" && !withoutSubject.contains(tests.name) {
            #expect(tests.path == "Tests/\(tests.name)")
            #expect(tests.dependencyNames.first.map { "\($0)Tests" } == tests.name)
        }
    }

    @Test func `every module has its tests`() {
        let tested = Set(targets.filter { $0.type == "test" }.compactMap(\.dependencyNames.first))
        // Contracts, mocks and what drives tests are covered by the tests of those that use them; the program that the
        // plugin runs by the tests of the boundaries; benchmarks are run, in their short form, by Tests/run --all; examples
        // by ExampleTests.
        let untested = targets.filter { !["test", "system", "plugin"].contains($0.type) && !tested.contains($0.name) }
            .filter { !$0.name.hasSuffix("Interface") && !$0.name.hasSuffix("Testing") }
            .filter { target in !["Tests/Benchmarks/", "App/Examples/"].contains { target.path?.hasPrefix($0) == true }
            }
        #expect(untested.map(\.name) == ["boundaries-check"])
    }

    @Test func `every module of mocks is used`() {
        let used = Set(targets.flatMap(\.dependencyNames))
        let mocks = targets.filter { $0.path?.hasPrefix("Modules/Features/") == true && $0.name.hasSuffix("Testing") }
        #expect(!mocks.isEmpty)
        for target in mocks { #expect(used.contains(target.name), "nobody uses \(target.name)") }
    }

    @Test func `unsafe code lies where the engine or the system is bound, and nowhere else`() async throws {
        let found = try await Call.run(
            "grep", ["-rlE", "--include=*.swift", "^ *([^ /].*[^`'[:alnum:]])?unsafe ", "Modules", "App"],
            in: Manifest.root.path)
        let bound = /Modules\/(Injection|InjectionRegistry|Services)\/.*|Modules\/CoreTesting\/Socket\.swift/
        let files = found.output.split(separator: "\n")
        #expect(files.contains { $0.hasPrefix("Modules/Injection/") })
        #expect(files.filter { $0.wholeMatch(of: bound) == nil } == [])
    }

    @Test func `every module has a README`() throws {
        for target in targets {
            let path = try #require(target.path)
            guard path.hasPrefix("Modules/"), !path.hasPrefix("Modules/Services/C") else { continue }
            let folders = [path, path.split(separator: "/").dropLast().joined(separator: "/")]
            let isThere = folders.contains { folder in
                FileManager.default.fileExists(atPath: Manifest.root.appending(path: "\(folder)/README.md").path)
            }
            if !isThere { Issue.record("\(target.name) has no README") }
        }
    }
}
