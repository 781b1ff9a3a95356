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

/// Combinations of closures, boxes, keys and types that do not match, none of which compiles outside the modules.
struct InjectionTypeRuleTests {
    @Test func `factories of different types cannot exchange their parts`() async throws {
        try await expectMarkedErrors(
            in: """
                import Injection

                extension Container {
                    var int: Factory<Int> { self { 1 } }
                    var string: Factory<String> { self { "one" } }
                    var length: ParameterFactory<String, Int> { self { $0.count } }
                    var loaded: AsyncFactory<Int> { self { 1 } }
                }

                func exchange(_ c: Container) {
                    var int = c.int
                    int.definition = c.string.definition  // error: inaccessible
                    int.definition = c.int.definition  // error: inaccessible
                    _ = c.loaded.definition  // error: inaccessible
                    int[FactoryAccess()] = c.int[FactoryAccess()]  // error: inaccessible
                    _ = FactoryDefinition<Factory<Int>>(c, Factory<Int>.self, name: "a", fileID: nil)  // error: inaccessible
                    _ = FactoryDefinition<Factory<Int>>()  // error: inaccessible
                    _ = \\Factory<Int>.definition  // error: inaccessible
                    c.int.register { "one" }  // error: cannot convert
                    c.int { "one" }  // error: cannot convert
                    c.length.register { 1 }  // error: expects 1 argument
                    c.length.register { (number: Int) in number }  // error: cannot convert
                    c.int.onTest { "one" }  // error: cannot convert
                    c.int.context(.test) { "one" }  // error: cannot convert
                    c.int.decorator { (text: String) in }  // error: cannot convert
                    c.int.onShutdown { (text: String) in }  // error: cannot convert
                    c.loaded.register { "one" }  // error: cannot convert
                    let other: Factory<Any> = c.int  // error: cannot assign
                    let path: KeyPath<Container, Factory<String>> = \\.int  // error: cannot assign
                    _ = Injected<String>(\\Container.int)  // error: cannot convert
                }

                final class Exchanging: Container {}  // error: inheritance from a final class
                final class OwnScope: Scope {}  // error: cannot inherit from non-open class
                final class OwnCached: Scope.Cached {}  // error: inheritance from a final class
                final class OwnManager: ContainerManager {}  // error: inheritance from a final class
                func box(_ box: Box<Int>) {}  // error: cannot find type 'Box' in scope
                func key(_ key: FactoryKey) {}  // error: cannot find type 'FactoryKey' in scope
                func identity(_ key: FactoryIdentity) {}  // error: cannot find type 'FactoryIdentity' in scope
                func table(_ table: WarmTable) {}  // error: cannot find type 'WarmTable' in scope
                func path(_ path: FactoryPath<Int>) {}  // error: cannot find type 'FactoryPath' in scope
                """)
    }

    @Test func `only factories of the module conform to the protocol of factories`() async throws {
        try await expectMarkedErrors(
            in: """
                import Injection

                struct Untyped: FactoryModifying {  // error: does not conform
                    typealias T = Int
                    typealias P = Void
                    typealias Closure = () -> Int
                }
                struct Empty<T>: FactoryModifying {  // error: does not conform
                    typealias P = Void
                    typealias Closure = () -> T
                    subscript(access: FactoryAccess) -> FactoryDefinition<Self> {
                        get { fatalError() }
                        set {}
                    }
                }
                struct Nothing: FactoryModifying {  // error: does not conform
                    typealias T = Never
                    typealias P = Never
                    typealias Closure = Never
                    subscript(access: FactoryAccess) -> FactoryDefinition<Self> {
                        get { fatalError() }
                        set {}
                    }
                }
                struct Wrapping<T>: FactoryModifying {  // error: does not conform
                    typealias P = Void
                    typealias Closure = () -> String
                    var factory: Factory<T>
                    subscript(access: FactoryAccess) -> FactoryDefinition<Factory<T>> {
                        get { factory[access] }
                        set { factory[access] = newValue }
                    }
                }
                struct Naming<T>: FactoryModifying {
                    typealias P = Void
                    typealias Closure = () -> T
                    static var conformance: FactoryConformance { fatalError() }  // error: cannot find type
                    subscript(access: FactoryAccess) -> FactoryDefinition<Self> {
                        get { fatalError() }
                        set {}
                    }
                }
                struct Answering: FactoryModifying {
                    typealias T = Int
                    typealias P = Void
                    typealias Closure = () -> Int
                    static let conformance = Factory<Int>.conformance  // error: inaccessible
                    subscript(access: FactoryAccess) -> FactoryDefinition<Self> {
                        get { fatalError() }
                        set {}
                    }
                }
                """)
    }

    @Test func `services of a registry cannot exchange their parts`() async throws {
        try await expectMarkedErrors(
            in: """
                import Injection
                import InjectionRegistry

                final class Store: Sendable {}

                func exchange() throws {
                    let registry = Registry { Shared { Store() } }
                    _ = ServiceKey(Int.self)  // error: inaccessible
                    _ = RegisteredService()  // error: inaccessible
                    _ = RegistrationList<Registry>(blueprints: [])  // error:
                    _ = Registration<Registry, Int>()  // error: inaccessible
                    registry.register(AsyncShared { Store() })  // error: requires the types
                    registry.register(Registrations { AsyncNew { Store() } })  // error:
                    _ = Shared { Store() }.as { $0 as! Int as Int }.as { (text: String) in text }  // error: cannot convert
                    _ = Shared { Store() }.registrations.blueprints  // error: inaccessible
                    registry.table.withLock { _ in }  // error: inaccessible
                    _ = RegistryContainer.shared[source: 1]  // error:
                }

                func make(_ maker: Maker<Int>) {}  // error: cannot find type 'Maker' in scope
                func plan(_ plan: Blueprint<Registry>) {}  // error: cannot find type 'Blueprint' in scope
                final class OwnRegistration: Registration<Registry, Int> {}  // error: cannot inherit from non-open class
                final class OwnRegistry: ServiceRegistry<Registry> {}  // error: cannot inherit from non-open class
                """)
    }

    @Test func `generic code of clients compiles`() async throws {
        try await expectMarkedErrors(
            in: """
                import Injection

                extension Container {
                    var int: Factory<Int> { self { 1 }.short }
                    var length: ParameterFactory<String, Int> { self { $0.count }.short.scopeOnParameters }
                }

                extension Scope {
                    static let short = Cached()
                }

                extension FactoryModifying {
                    var short: Self { scope(.short) }
                    func logged(_ log: @escaping (T) -> Void) -> Self { decorator(log) }
                }

                func restore<F: FactoryModifying>(_ factory: F, _ closure: F.Closure) -> F {
                    factory.reset().register(factory: closure).cached.timeToLive(1).once()
                }

                func restore(_ factories: [any FactoryModifying<Int>]) {
                    for factory in factories { factory.reset(.scope) }
                }

                func use(_ c: Container) {
                    _ = restore(c.int) { 2 }
                    restore([c.int, c.length])
                }
                """)
    }

    /// Expects a compile error in each line that ends in the start of its message, and in no other line.
    private func expectMarkedErrors(in source: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await BuiltProducts.compile([folder.write(source, to: "Source.swift")])
        var errors: [Int: [String]] = [:]
        for match in outcome.errors.matches(of: /Source\.swift:([0-9]+):[0-9]+: error: (.*)/) {
            errors[Int(match.1) ?? 0, default: []].append(String(match.2))
        }
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let found = errors[index + 1] ?? []
            guard let mark = line.range(of: "// error:") else {
                #expect(found.isEmpty, "\(line)")
                continue
            }
            let expected = line[mark.upperBound...].trimmingPrefix(" ")
            #expect(expected.isEmpty ? !found.isEmpty : found.contains { $0.contains(expected) }, "\(line)\n\(found)")
        }
    }
}
