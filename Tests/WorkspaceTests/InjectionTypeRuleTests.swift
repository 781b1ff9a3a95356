import ProgramTesting
import Testing

/// Tests that mismatched closures, boxes, keys and types cannot be combined outside the engine.
@Suite(.buildsPackages)
struct InjectionTypeRuleTests {
    @Test func `parts of a factory cannot be used with a factory of another type`() async throws {
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
                    int.definition = c.string.definition  // error: cannot assign
                    int.definition = c.loaded.definition  // error: cannot assign
                    _ = int.definition.manager  // error: inaccessible
                    _ = FactoryDefinition<Factory<Int>>(c, key: "a")  // error: inaccessible
                    _ = FactoryDefinition<Factory<Int>>()  // error: inaccessible
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
                final class Lone: ManagedContainer { let manager = ContainerManager() }
                extension Lone: @MainActor AutoRegistering {  // error: cannot form main actor-isolated conformance
                    @MainActor func autoRegister() {}
                }
                func box(_ box: Box<Int>) {}  // error: cannot find type 'Box' in scope
                func key(_ key: FactoryKey) {}  // error: cannot find type 'FactoryKey' in scope
                func location(_ location: FactoryLocation) {}  // error: cannot find type 'FactoryLocation' in scope
                func table(_ table: FactoryTable) {}  // error: cannot find type 'FactoryTable' in scope
                func path(_ path: FactoryPath<Int>) {}  // error: cannot find type 'FactoryPath' in scope
                """
        )
    }

    @Test func `a factory outside the engine has its own type of definition`() async throws {
        try await expectMarkedErrors(
            in: """
                import Injection

                struct Untyped: FactoryModifying {  // error: does not conform
                    typealias T = Int
                    typealias P = Void
                    typealias Closure = () -> Int
                }
                struct Wrapping<T>: FactoryModifying {  // error: does not conform
                    typealias P = Void
                    typealias Closure = () -> String
                    var factory: Factory<T>
                    var definition: FactoryDefinition<Factory<T>> {
                        get { factory.definition }
                        set { factory.definition = newValue }
                    }
                }
                """
        )
    }

    @Test func `a registry hides its internals, and rejects services of an asynchronous registry`()
        async throws
    {
        try await expectMarkedErrors(
            in: """
                import Injection
                import InjectionRegistry

                final class Store: Sendable {}

                func exchange() throws {
                    let registry = Registry { Shared { Store() } }
                    _ = ServiceKey(Int.self)  // error: inaccessible
                    _ = RegisteredService()  // error: inaccessible
                    _ = RegistrationList<Registry>(definitions: [])  // error:
                    _ = Registration<Registry, Int>()  // error: inaccessible
                    registry.register(AsyncShared { Store() })  // error: requires the types
                    registry.register(Registrations { AsyncNew { Store() } })  // error:
                    _ = Shared { Store() }.as { $0 as! Int as Int }.as { (text: String) in text }  // error: cannot convert
                    _ = Shared { Store() }.registrations.definitions  // error: inaccessible
                    registry.table.withLock { _ in }  // error: inaccessible
                    _ = RegistryContainer.shared[registry, nil]  // error: inaccessible
                }

                func make(_ definition: ServiceDefinition) {}  // error: cannot find type 'ServiceDefinition' in scope
                func plan(_ service: Service) {}  // error: cannot find type 'Service' in scope
                final class OwnRegistration: Registration<Registry, Int> {}  // error: cannot inherit from non-open class
                final class OwnRegistry: ServiceRegistry<Registry> {}  // error: cannot inherit from non-open class
                """
        )
    }

    @Test func `generic code outside the engine compiles`() async throws {
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
                    func logged(_ log: @escaping @Sendable (T) -> Void) -> Self { decorator(log) }
                }

                func restore<F: FactoryModifying>(_ factory: F, _ closure: F.Closure) -> F {
                    factory.reset().register(factory: closure).cached.timeToLive(1).once()
                }

                func restore(_ factories: [any FactoryModifying<Int>]) {
                    for factory in factories { factory.reset(.scope) }
                }

                func use(_ c: Container) {
                    _ = restore(c.int) { @Sendable in 2 }
                    restore([c.int, c.length])
                }
                """
        )
    }
}
