import Foundation
import ProgramTesting
import Testing

/// What the compiler itself refuses, against the modules of this build; each case has a twin without the fault, which
/// compiles.
struct TypeRuleTests {
    /// Has the compiler compile sources against the modules of this build.
    /// - Parameters:
    ///   - seesPackage: Whether they see `package` declarations, as targets with package access do.
    ///   - folder: Where further modules lie.
    private func compile(
        _ sources: [String], _ mode: String..., seesPackage: Bool = false, folder: TemporaryFolder
    ) async throws -> Outcome {
        let modules = BuiltProducts.folder.appending(path: "Modules").path
        let maps = ["CCurl", "CPostgreSQL", "CSQLite"].map { library in
            Manifest.root.appending(path: "Modules/Services/\(library)/module.modulemap").path
        }
        // SwiftPM names the package after its folder, in letters that an identifier may have.
        let name = Manifest.root.lastPathComponent.lowercased().replacing("-", with: "_")
        let package = seesPackage ? ["-package-name", name] : []
        return try await Call.run(
            "swiftc",
            mode + ["-swift-version", "6", "-parse-as-library", "-I", modules, "-I", folder.url.path]
                + ["-enable-upcoming-feature", "InternalImportsByDefault"]
                + ["-enable-upcoming-feature", "MemberImportVisibility"]
                + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + package + sources)
    }

    /// Expects a compile error of one source, and none of its twin.
    private func expect(
        _ fault: String, toFailWith error: String, whereas twin: String, seesPackage: Bool = false,
        folder: TemporaryFolder? = nil
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        let passed = try await compile(
            [folder.write(twin, to: "Twin.swift")], "-typecheck", seesPackage: seesPackage, folder: folder)
        #expect(passed.code == 0, "\(passed.errors)")
        let failed = try await compile(
            [folder.write(fault, to: "Fault.swift")], "-typecheck", seesPackage: seesPackage, folder: folder)
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

    /// Every container protocol that Core declares, and the property that it demands.
    private static func servicesOfCore() throws -> [(container: String, property: String)] {
        let folder = Manifest.root.appending(path: "Modules/Core")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try names.flatMap { name in
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                .matches(of: /protocol (\w+Providing): SharedContainer \{[^}]*?var (\w+): Factory</)
                .map { (String($0.1), String($0.2)) }
        }
    }

    @Test func `the app can resolve no service, and not even name what provides one`() async throws {
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
        let inside = try await compile([file], "-typecheck", seesPackage: true, folder: folder)
        #expect(inside.code == 0, "\(inside.errors)")
        let outside = try await compile([file], "-typecheck", folder: folder)
        let errors = outside.errors.split(separator: "\n").filter { $0.contains(" error: ") }
        for name in services.flatMap({ [$0.container, $0.property] }) {
            #expect(errors.contains { $0.contains("'\(name)'") }, "\(outside.errors)")
        }
    }

    @Test func `the app cannot name an implementation, though it imports its module`() async throws {
        let client = "\nfunc use(_ checker: ConcurrentLinkChecker) {}"
        try await expect(
            "import Checking" + client, toFailWith: "cannot find type 'ConcurrentLinkChecker' in scope",
            whereas: "import CheckingInterface\nfunc use(_ checker: any LinkChecker) {}")
    }

    @Test func `a target with package access can name it, which is why the plugin watches imports`() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write("import Checking\nfunc use(_ checker: ConcurrentLinkChecker) {}", to: "A.swift")
        #expect(try await compile([source], "-typecheck", seesPackage: true, folder: folder).code == 0)
        #expect(try await compile([source], "-typecheck", folder: folder).code != 0)
    }

    @Test func `a container for tests that forgets a mock does not compile`() async throws {
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

    @Test(arguments: ["Checking", "Library", "Pages", "Transfer", "Reports"])
    func `Bootstrap that forgets a feature does not compile`(feature: String) async throws {
        let folder = Manifest.root.appending(path: "Modules/Bootstrap")
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
        let temporary = try TemporaryFolder()
        let whole = try await compile(sources, "-typecheck", seesPackage: true, folder: temporary)
        #expect(whole.code == 0, "\(whole.errors)")
        let rest = sources.filter { !$0.hasSuffix("/AppContainer+\(feature).swift") }
        #expect(rest.count == sources.count - 1)
        let broken = try await compile(rest, "-typecheck", seesPackage: true, folder: temporary)
        let error = "error: type 'AppContainer' does not conform to protocol '\(feature)Providing'"
        #expect(broken.errors.contains(error), "\(broken.errors)")
    }

    @Test func `Bootstrap that forgets the witness of a service does not compile`() async throws {
        let folder = Manifest.root.appending(path: "Modules/Bootstrap")
        let temporary = try TemporaryFolder()
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
        for service in try Self.servicesOfCore() {
            let changed = try sources.map { path in
                let text = try String(contentsOfFile: path, encoding: .utf8)
                guard let body = text.range(of: "package var \(service.property): Factory<") else { return path }
                let end = try #require(text[body.lowerBound...].range(of: "\n    }\n"))
                let rest = text.replacingCharacters(in: body.lowerBound..<end.upperBound, with: "")
                return try temporary.write(rest, to: "Without\(service.container).swift")
            }
            #expect(changed != sources)
            let broken = try await compile(changed, "-typecheck", seesPackage: true, folder: temporary)
            let error = "error: type 'AppContainer' does not conform to protocol '\(service.container)'"
            #expect(broken.errors.contains(error), "\(broken.errors)")
        }
    }

    @Test func `a re-export does not make a concrete type visible`() async throws {
        let folder = try TemporaryFolder()
        let facade = try folder.write(
            "@_exported public import Core\n@_exported public import SQLite", to: "Facade.swift")
        let module = try await compile(
            [facade], "-emit-module", "-module-name", "Facade", "-o", folder.path("Facade.swiftmodule"), folder: folder)
        #expect(module.code == 0, "\(module.errors)")
        try await expect(
            "import Facade\nfunc use(_ store: SQLiteStore) {}", toFailWith: "cannot find type 'SQLiteStore' in scope",
            whereas: "import Facade\nfunc use(_ store: any LinkStore) {}", folder: folder)
    }
}
