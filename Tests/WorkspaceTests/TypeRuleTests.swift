import Foundation
import ProgramTesting
import Testing

/// What the compiler refuses by access control and types. Each case has a twin without the fault, which compiles.
struct TypeRuleTests {
    /// Expects a compile error of one source, and none of its twin.
    private func expect(
        _ fault: String, toFailWith error: String, whereas twin: String, seesPackage: Bool = false,
        folder: TemporaryFolder? = nil
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        let options = ["-typecheck", "-I", folder.url.path]
        let passed = try await BuiltProducts.compile(
            [folder.write(twin, to: "Twin.swift")], options, seesPackage: seesPackage)
        #expect(passed.code == 0, "\(passed.errors)")
        let failed = try await BuiltProducts.compile(
            [folder.write(fault, to: "Fault.swift")], options, seesPackage: seesPackage)
        #expect(failed.code != 0)
        #expect(failed.errors.contains("error: \(error)"), "\(failed.errors)")
    }

    @Test func `the app cannot name a service`() async throws {
        try await expect(
            """
            import Bootstrap
            import SQLite
            func forget(_ store: SQLiteStore) {}
            """, toFailWith: "cannot find type 'SQLiteStore' in scope",
            whereas: """
                import Bootstrap
                import Injection
                import LibraryInterface
                func use() -> any LinkLibrary { AppContainer.shared.library() }
                """)
    }

    /// Returns every container protocol of Core, and the property that it requires.
    private static func servicesOfCore() throws -> [(container: String, property: String)] {
        let folder = BuiltProducts.packageRoot.appending(path: "Modules/Core")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".swift")
        }
        return try names.flatMap { name in
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                .matches(of: /protocol (\w+Providing): SharedContainer \{[^}]*?var (\w+): Factory</)
                .map { (String($0.1), String($0.2)) }
        }
    }

    @Test func `the app can neither resolve a service nor name its container protocol`() async throws {
        let services = try Self.servicesOfCore()
        #expect(services.map(\.property).sorted() == ["clock", "httpClient", "store"])
        // The compiler reports each line; only with package access do they compile.
        let source =
            "import Bootstrap\nimport Core\nimport Injection\n"
            + services.map { service in
                """
                func name(_ container: any \(service.container)) {}
                func resolve\(service.container)() { _ = AppContainer.shared.\(service.property) }

                """
            }.joined()
        let folder = try TemporaryFolder()
        let file = try folder.write(source, to: "App.swift")
        let inside = try await BuiltProducts.compile([file], seesPackage: true)
        #expect(inside.code == 0, "\(inside.errors)")
        let outside = try await BuiltProducts.compile([file])
        let errors = outside.errors.split(separator: "\n").filter { $0.contains(" error: ") }
        for name in services.flatMap({ [$0.container, $0.property] }) {
            #expect(errors.contains { $0.contains("'\(name)'") }, "\(outside.errors)")
        }
    }

    @Test func `the app cannot name an implementation, even if it imports its module`() async throws {
        let client = "\nfunc use(_ checker: ConcurrentLinkChecker) {}"
        try await expect(
            "import Checking" + client, toFailWith: "cannot find type 'ConcurrentLinkChecker' in scope",
            whereas: "import CheckingInterface\nfunc use(_ checker: any LinkChecker) {}")
    }

    @Test
    func `a target with package access can name an implementation, so the plugin checks its imports`() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write("import Checking\nfunc use(_ checker: ConcurrentLinkChecker) {}", to: "A.swift")
        #expect(try await BuiltProducts.compile([source], seesPackage: true).code == 0)
        #expect(try await BuiltProducts.compile([source]).code != 0)
    }

    @Test func `a container for tests does not compile without a mock`() async throws {
        let container = """
            import CheckingInterface
            import Injection
            import LibraryInterface
            import LibraryTesting
            import CheckingTesting
            import Reports

            final class TestContainer: SharedContainer, LibraryProviding, CheckingProviding {
                @TaskLocal static var shared = TestContainer()
                let manager = ContainerManager()
                init() {}
            }
            extension TestContainer {
                var library: Factory<any LinkLibrary> { self { InMemoryLinkLibrary() } }
            }
            """
        let mock = """

            extension TestContainer {
                var linkChecker: Factory<any LinkChecker> { self { ScriptedLinkChecker() } }
            }
            """
        try await expect(
            container, toFailWith: "type 'TestContainer' does not conform to protocol 'CheckingProviding'",
            whereas: container + mock, seesPackage: true)
    }

    private static func bootstrapSources() throws -> [String] {
        let folder = BuiltProducts.packageRoot.appending(path: "Modules/Bootstrap")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
    }

    @Test(arguments: ["Checking", "Library", "Pages", "Transfer", "Reports"])
    func `Bootstrap does not compile without the registration of a feature`(feature: String) async throws {
        let sources = try Self.bootstrapSources()
        let whole = try await BuiltProducts.compile(sources, seesPackage: true)
        #expect(whole.code == 0, "\(whole.errors)")
        let rest = sources.filter { !$0.hasSuffix("/AppContainer+\(feature).swift") }
        #expect(rest.count == sources.count - 1)
        let broken = try await BuiltProducts.compile(rest, seesPackage: true)
        let error = "error: type 'AppContainer' does not conform to protocol '\(feature)Providing'"
        #expect(broken.errors.contains(error), "\(broken.errors)")
    }

    @Test func `Bootstrap does not compile without the registration of a service`() async throws {
        let sources = try Self.bootstrapSources()
        let temporary = try TemporaryFolder()
        for service in try Self.servicesOfCore() {
            let changed = try sources.map { path in
                let text = try String(contentsOfFile: path, encoding: .utf8)
                guard let body = text.range(of: "package var \(service.property): Factory<") else {
                    return path
                }
                let end = try #require(text[body.lowerBound...].range(of: "\n    }\n"))
                let rest = text.replacingCharacters(in: body.lowerBound..<end.upperBound, with: "")
                return try temporary.write(rest, to: "Without\(service.container).swift")
            }
            #expect(changed != sources)
            let broken = try await BuiltProducts.compile(changed, seesPackage: true)
            let error = "error: type 'AppContainer' does not conform to protocol '\(service.container)'"
            #expect(broken.errors.contains(error), "\(broken.errors)")
        }
    }

    @Test func `a re-export does not make a concrete type visible`() async throws {
        let folder = try TemporaryFolder()
        let facade = try folder.write(
            "@_exported public import Core\n@_exported public import SQLite", to: "Facade.swift")
        let module = try await BuiltProducts.compile(
            [facade], ["-emit-module", "-module-name", "Facade", "-o", folder.path("Facade.swiftmodule")])
        #expect(module.code == 0, "\(module.errors)")
        try await expect(
            "import Facade\nfunc use(_ store: SQLiteStore) {}", toFailWith: "cannot find type 'SQLiteStore' in scope",
            whereas: "import Facade\nfunc use(_ store: any LinkStore) {}", folder: folder)
    }
}
