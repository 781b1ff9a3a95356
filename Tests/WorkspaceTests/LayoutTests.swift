import Foundation
import ProgramTesting
import Testing

struct LayoutTests {
    private let targets: [Manifest.Target]
    init() async throws {
        targets = try await Manifest.targets()
    }
    private func target(at path: String) -> Manifest.Target? {
        targets.first { $0.path == path }
    }

    @Test func `a feature is one module, or an interface and an implementation that depends on it`()
        throws
    {
        let folder = BuiltProducts.packageRoot.appending(path: "Modules/Features")
        let features = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(features.count >= 4)
        for feature in features {
            let interface = target(at: "Modules/Features/\(feature)/Interface")
            let implementation = target(at: "Modules/Features/\(feature)/Implementation")
            if let module = target(at: "Modules/Features/\(feature)") {
                #expect(module.name == feature)
                #expect(interface == nil)
                #expect(implementation == nil)
            } else {
                let module = try #require(implementation)
                #expect(interface?.name == "\(feature)Interface")
                #expect(module.name == feature)
                #expect(module.dependencies.contains("\(feature)Interface"))
            }
        }
    }

    @Test func `a test target has the name of a module and Tests, and its folder has that name`()
        throws
    {
        let withoutSubject: Set = ["WorkspaceTests", "RecipeTests"]
        for tests in targets where tests.type == "test" && !withoutSubject.contains(tests.name) {
            let subject = try #require(targets.first { "\($0.name)Tests" == tests.name })
            #expect(tests.dependencies.contains(subject.name))
            let isOfToolkit = subject.path.hasPrefix("Modules/Toolkit/")
            #expect(tests.path == (isOfToolkit ? "Tests/Toolkit/" : "Tests/") + tests.name)
        }
    }

    @Test func `every module has tests`() {
        let tests = Set(targets.filter { $0.type == "test" }.map(\.name))
        // The tests of other modules cover contracts, mocks and test support. PluginTests cover the
        // program of the plugin, ExampleTests the examples, and `Tests/run --all` the benchmarks.
        let untested = targets.filter {
            !["test", "system", "plugin"].contains($0.type) && !tests.contains("\($0.name)Tests")
        }
        .filter { !$0.name.hasSuffix("Interface") && !$0.name.hasSuffix("Testing") }
        .filter { !$0.path.contains(/^Tests\/(Toolkit\/)?Benchmarks\/|^App\/Examples\//) }
        #expect(untested.map(\.name) == ["boundaries-check"])
    }

    @Test func `every mock module is used`() {
        let used = Set(targets.flatMap(\.dependencies))
        let mocks = targets.filter {
            $0.path.hasPrefix("Modules/Features/") && $0.name.hasSuffix("Testing")
        }
        #expect(!mocks.isEmpty)
        for target in mocks {
            #expect(used.contains(target.name), "no target uses \(target.name)")
        }
    }

    @Test
    func `only the engine, the bindings of system libraries and test support contain unsafe code`()
        async throws
    {
        let found = try await Subprocess.run(
            "grep",
            ["-rlE", "--include=*.swift", "^ *([^ /].*[^`'[:alnum:]])?unsafe ", "Modules", "App"],
            in: BuiltProducts.packageRoot.path
        )
        let bound = /Modules\/(Toolkit\/Injection|Services|TestSupport)\/.*/
        let files = found.output.split(separator: "\n")
        #expect(files.contains { $0.hasPrefix("Modules/Toolkit/Injection/") })
        #expect(files.filter { $0.wholeMatch(of: bound) == nil } == [])
    }

    /// SwiftPM would ask for an exclusion in the manifest.
    @Test func `no target contains a README`() {
        let folders = targets.map(\.path).filter { $0.hasPrefix("Modules/") }
        #expect(folders.count >= 40)
        for folder in folders {
            let file = BuiltProducts.packageRoot.appending(path: "\(folder)/README.md")
            #expect(!FileManager.default.fileExists(atPath: file.path), "\(folder)")
        }
    }
}
