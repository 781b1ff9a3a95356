import Foundation
import ProgramTesting
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

    @Test(arguments: differences)
    fileprivate func `the tests of the engine cover a difference`(_ difference: Difference) throws {
        let folder = Page.root.appending(path: "Tests/Toolkit/InjectionTests")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        let sources = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for test in difference.tests {
            #expect(sources.contains("`\(test)`("))
        }
    }
}

@Suite(.buildsPackages)
struct ComingFromFactoryKitTypeTests {
    @Test(arguments: rejections)
    fileprivate func `does not compile, as the page states`(_ rejection: Rejection) async throws {
        let valid = try await typecheck(rejection.source)
        #expect(valid.code == 0, "\(valid.errors)")
        for (line, error) in rejection.errors {
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

/// A difference in behavior, and the names of the engine's tests that cover it.
private struct Difference: CustomTestStringConvertible, Sendable {
    let title: String
    let tests: [String]

    init(_ title: String, _ tests: String...) {
        self.title = title
        self.tests = tests
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
    Difference(
        "Identity of a factory",
        "factories with the same name in two files differ, but those with the same key do not"
    ),
    Difference("Scopes", "builds an instance once for 32 threads"),
    Difference(
        "`.singleton`",
        "a factory in an extension of SharedContainer has one singleton for all types of containers",
        "a factory has separate singletons in each type of container"
    ),
    Difference(
        "`Scope.Singleton.clone()`, `Scope.Graph.depth`",
        "a clone does not contain instances under construction",
        "reports the depth of the resolution"
    ),
    Difference(
        "`.cached` and other scopes outside a definition",
        "each scope property takes effect when the factory that it returns is used",
        "a scope that is set elsewhere applies if the definition has no scope"
    ),
    Difference(
        "`scopeOnParameters`",
        "ignores parameters unless the definition has scopeOnParameters"
    ),
    Difference("`container.with { }`, `container { }`", "prepares a container with a closure"),
    Difference(
        "`.onPreview`, `.onTest`",
        "closures for contexts override the definition, in order of precedence"
    ),
    Difference(
        "`manager.trace`, `logger`",
        "a trace shows the tree of a resolution and the source of each instance",
        "turning tracing on or off affects the next resolution of the container"
    ),
    Difference(
        "Circular dependency check",
        "a cycle stops the program with a message that names every factory",
        "allows a factory to resolve itself with other parameters",
        "allows a factory to resolve itself in other containers",
        "allows any recursion if the search for cycles is off"
    ),
    Difference("`AutoRegistering`", "other threads wait until autoRegister() returns"),
    Difference(
        "`@LazyInjected`, `@WeakLazyInjected`",
        "copies of a value with lazy properties share resolved and assigned instances"
    ),
    Difference(
        "`@WeakLazyInjected`",
        "WeakLazyInjected resolves on first use or on request, and holds the instance weakly"
    ),
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
