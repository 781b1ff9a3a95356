import Foundation
import Injection
import InjectionTesting
import ProgramTesting
import Synchronization
import Testing

/// Tests every difference that the page lists.
struct ComingFromFactoryKitTests {
    @Test func `every difference has a test`() throws {
        let guides = "Modules/Toolkit/Injection/Injection/Injection.docc"
        let page = try Page("\(guides)/ComingFromFactoryKit.md")
        let listed = page.lines.compactMap { $0.firstMatch(of: #/^- (.+?): /#)?.1 }.map(String.init)
        let tested = differences.map(\.title) + rejections.map(\.title)
        #expect(listed.sorted() == tested.sorted())
    }

    @Test(.container, .appContainer, arguments: differences)
    fileprivate func `behaves as the page states`(_ difference: Difference) async throws {
        try await difference.check()
    }
}

@Suite(.buildsPackages)
struct ComingFromFactoryKitTypeTests {
    @Test(arguments: rejections)
    fileprivate func `does not compile, as the page states`(_ rejection: Rejection) async throws {
        for (line, error) in rejection.errors {
            let valid = try await typecheck(rejection.source)
            #expect(valid.code == 0, "\(valid.errors)")
            let broken = try await typecheck(rejection.source + line)
            #expect(broken.errors.contains("error: \(error)"), "\(broken.errors)")
        }
    }

    @Test func `neither module re-exports another`() async throws {
        let reexport = try await typecheck("import InjectionTesting\nlet container = Container()")
        #expect(
            reexport.errors.contains("error: cannot find 'Container' in scope"),
            "\(reexport.errors)"
        )
        let opposite = try await typecheck("import Injection\nfunc use(_: ContainerTrait<Int>) {}")
        #expect(
            opposite.errors.contains("error: cannot find type 'ContainerTrait' in scope"),
            "\(opposite.errors)"
        )
    }
}

/// A difference in behavior, and its test.
private struct Difference: CustomTestStringConvertible, Sendable {
    let title: String
    let check: @Sendable () async throws -> Void

    init(_ title: String, check: @escaping @Sendable () async throws -> Void) {
        self.title = title
        self.check = check
    }

    var testDescription: String { title }
}

/// Code that FactoryKit accepts. Each line is a compile error if it follows the source.
private struct Rejection: CustomTestStringConvertible, Sendable {
    let title: String
    let source: String
    let errors: KeyValuePairs<String, String>

    var testDescription: String { title }
}

private let differences = [
    Difference("Identity of a factory") {
        let container = Container.shared
        func store(in file: StaticString) -> Factory<any LinkStore> {
            container(name: "store", fileID: file) { InMemoryLinkStore() }.cached
        }
        #expect(store(in: "Feeds/Stores.swift")() !== store(in: "Links/Stores.swift")())
        #expect(store(in: "Feeds/Stores.swift")() === store(in: "Feeds/Stores.swift")())
    },
    Difference("Scopes") {
        let built = Atomic(0)
        let container = Container.shared
        DispatchQueue.concurrentPerform(iterations: 20) { _ in
            _ = container(key: "once") {
                built.add(1, ordering: .relaxed)
                return InMemoryLinkStore()
            }.cached()
        }
        #expect(built.load(ordering: .relaxed) == 1)
    },
    Difference("`.singleton`") {
        #expect(Container.shared.everywhere() === AppContainer.shared.everywhere())
        let own = Container.shared(key: "own") { InMemoryLinkStore() }.singleton()
        #expect(own !== AppContainer.shared(key: "own") { InMemoryLinkStore() }.singleton())
        #expect(own === Container()(key: "own") { InMemoryLinkStore() }.singleton())
    },
    Difference("`Scope.Singleton.clone()`, `Scope.Graph.depth`") {
        let container = Container.shared
        let clone = Mutex<Scope.Singleton?>(nil)
        let first = container(key: "single") {
            clone.withLock { $0 = Scope.singleton.clone() }
            return InMemoryLinkStore()
        }.singleton()
        let found = clone.withLock { $0 }
        let copied = try #require(found)
        Scope.$singleton.withValue(copied) {
            let second = container(key: "single") { InMemoryLinkStore() }.singleton()
            #expect(second !== first)
        }
        let depth = container(key: "outer") { container(key: "inner") { Scope.Graph.depth }() }
        #expect(depth() == 2)
    },
    Difference("`.cached` and other scopes outside a definition") {
        let container = Container.shared
        _ = container.unscoped.cached
        #expect(container.unscoped() !== container.unscoped())
        _ = container.unscoped.cached()
        #expect(container.unscoped() === container.unscoped())
        container.reset()
        container.unscoped.scope(.cached)
        #expect(container.unscoped() === container.unscoped())
    },
    Difference("`scopeOnParameters`") {
        let container = Container.shared
        _ = container.document.scopeOnParameters
        #expect(container.document(1) === container.document(2))
        #expect(container.document.scopeOnParameters(1) !== container.document(1))
    },
    Difference("`container.with { }`, `container { }`") {
        // Without `await`, the calls are synchronous even in an asynchronous closure.
        let first = Container().with { $0.unscoped.register { FileLinkStore(path: "a") } }
        let second = Container() { $0.unscoped.register { FileLinkStore(path: "a") } }
        #expect(first.unscoped() is FileLinkStore)
        #expect(second.unscoped() is FileLinkStore)
    },
    Difference("`.onPreview`, `.onTest`") {
        // CI also runs this test in a release build.
        Container.shared.unscoped.onTest { FileLinkStore(path: "test") }
        #expect(Container.shared.unscoped() is FileLinkStore)
        await #expect(processExitsWith: .success) {
            FactoryContext.current.isPreview = true
            Container.shared.unscoped.onPreview { FileLinkStore(path: "preview") }
            precondition(Container.shared.unscoped() is FileLinkStore)
        }
    },
    Difference("`manager.trace`, `logger`") {
        let log = Mutex<[String]>([])
        let container = Container.shared
        container.manager.logger = { line in log.withLock { $0.append(line) } }
        container.manager.trace = true
        _ = Container().unscoped()
        let untraced = log.withLock { $0 }
        #expect(untraced.isEmpty)
        container.unscoped.register { AppContainer.shared.everywhere() }
        _ = container.unscoped()
        let lines = log.withLock { $0 }
        #expect(
            lines.map { $0.prefix { $0 != "<" } } == [
                "0: Container.unscoped", "1:     AppContainer.everywhere",
            ]
        )
    },
    Difference("Circular dependency check") {
        let inner = Container()
        Container.shared.unscoped.register { inner.unscoped() }
        _ = Container.shared.unscoped()
        #expect(Container.shared.sum(200) == 20_100)
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            exitWhereTrapped()
            Container.shared.manager.circularDependencyTesting = false
            Container.shared.unscoped.register { Container.shared.unscoped() }.scope(.cached)
            _ = Container.shared.unscoped()
        }
        let chain = "Circular dependency: Container.unscoped → Container.unscoped. "
        #expect(result.errorText.contains(chain), "\(result.errorText)")
    },
    Difference("`AutoRegistering`") {
        let container = PluginContainer()
        let automatic = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 20) { _ in
            if container.archive() is FileLinkStore {
                automatic.add(1, ordering: .relaxed)
            }
        }
        #expect(automatic.load(ordering: .relaxed) == 20)
    },
    Difference("`@LazyInjected`, `@WeakLazyInjected`") {
        let owner = LazyOwner()
        #expect(owner.store === owner.store)
        let held = owner.weak
        #expect(owner.weak === held)
    },
    Difference("`@WeakLazyInjected`") {
        let owner = LazyOwner()
        #expect(owner.weak != nil)
        #expect(owner.weak == nil)
    },
]

private let rejections = [
    Rejection(
        title: "`VoidFactoryType`, `ParameterFactoryType`, closures of decorators",
        source: """
            import Injection
            final class Count { var value = 0 }
            extension Container { var number: Factory<Int> { self { 1 } } }

            """,
        errors: [
            "func change(_ count: Count) { Container.shared.number.register { count.value } }":
                "capture of 'count' with non-Sendable type 'Count' in a '@Sendable' closure",
            "func watch(_ count: Count) { Container.shared.decorator { _ in count.value += 1 } }":
                "capture of 'count' with non-Sendable type 'Count' in a '@Sendable' closure",
            "func make(_ count: Count) -> VoidFactoryType<Int> { { count.value } }":
                "capture of 'count' with non-Sendable type 'Count' in a '@Sendable' closure",
            "func add(_ count: Count) -> ParameterFactoryType<Int, Int> { { count.value + $0 } }":
                "capture of 'count' with non-Sendable type 'Count' in a '@Sendable' closure",
        ]
    ),
    Rejection(
        title: "Factories of the main actor",
        source: """
            import Injection
            @MainActor final class Window { init() {} }
            extension Container { var window: MainActorFactory<Window> { self { Window() } } }

            """,
        errors: [
            "extension Container { @MainActor var other: Factory<Window> { self { Window() } } }":
                "call to main actor-isolated initializer 'init()' in a synchronous nonisolated context",
            "func open() { _ = Container.shared.window() }":
                "call to main actor-isolated instance method 'callAsFunction()' in a synchronous "
                + "nonisolated context",
        ]
    ),
    Rejection(
        title: "`FactoryRegistration`, `factory.registration`",
        source: """
            import Injection
            extension Container { var number: Factory<Int> { self { 1 } } }
            func use(_ container: Container) {
                container.number.register { 2 }
                container.number.reset(.registration)
            }

            """,
        errors: [
            "func change(_ container: Container) { _ = container.number.registration }":
                "value of type 'Factory<Int>' has no member 'registration'",
            "func change(_ registration: FactoryRegistration<Void, Int>) {}":
                "cannot find type 'FactoryRegistration' in scope",
        ]
    ),
    Rejection(
        title: "`@InjectedObject`, `@InjectedObservable`, preview helpers",
        source: """
            import Injection
            extension Container { var number: Factory<Int> { self { 1 } } }

            """,
        errors: [
            "struct Screen { @InjectedObject(\\.number) var number }":
                "unknown attribute 'InjectedObject'",
            "struct Screen { @InjectedObservable(\\.number) var number }":
                "unknown attribute 'InjectedObservable'",
            "let preview = Container.shared.preview { $0.number.register { 2 } }":
                "value of type 'Container' has no member 'preview'",
        ]
    ),
    Rejection(
        title: "`@Test(.container { … })`",
        source: """
            import Injection
            import InjectionTesting
            final class Bound: SharedContainer {
                @TaskLocal static var shared = Bound()
                let manager = ContainerManager()
            }
            final class Unbound: SharedContainer {
                static let shared = Unbound()
                let manager = ContainerManager()
            }
            func trait() -> ContainerTrait<Bound> {
                ContainerTrait(shared: Bound.$shared, container: Bound())
            }

            """,
        errors: [
            """
            func other() -> ContainerTrait<Unbound> {
                ContainerTrait(shared: Unbound.$shared, container: Unbound())
            }
            """:
                "type 'Unbound' has no member '$shared'"
        ]
    ),
]

private struct LazyOwner {
    @LazyInjected(\.unscoped) var store
    @WeakLazyInjected(\.unscoped) var weak
}

extension SharedContainer {
    fileprivate var everywhere: Factory<any LinkStore> { self { InMemoryLinkStore() }.singleton }
}

extension Container {
    fileprivate var unscoped: Factory<any LinkStore> { self { InMemoryLinkStore() } }
    fileprivate var document: ParameterFactory<Int, any LinkStore> {
        self { InMemoryLinkStore("\($0)") }.cached
    }
    fileprivate var sum: ParameterFactory<Int, Int> {
        self { $0 == 0 ? 0 : $0 + self.sum($0 - 1) }
    }
}
