import Injection
import InjectionTesting
import ProgramTesting
import Testing
import ThreadTesting

/// Code as users of FactoryKit write it; the guide that compares the two rests on it.
@Suite(.container, .timeLimit(.minutes(5)))
struct FactoryKitTests {
    @Test func `a factory with parameters is resolved by its path`() {
        Container.shared.greeting.register { "Hello, \($0)" }
        #expect(dependency(\.greeting, parameter: "Ada") == "Hello, Ada")
        #expect(dependency(\Workshop.label, parameter: 7) == "#7")
    }

    @Test func `a promise with a key is kept by another definition with that key`() {
        let container = Workshop()
        container(key: "engine") { nil as (any Engine)? }.register { Diesel() }
        #expect(container.engine()?.name == "diesel")
        container(key: "engineNamed") { (_: String) in nil as (any Engine)? }.register { Diesel($0) }
        #expect(container.engineNamed("turbo")?.name == "turbo")
    }

    @Test func `a promise with a key may stay open`() {
        let container = Workshop()
        container.manager.promiseTriggersError = false
        #expect(container.engine() == nil)
        #expect(container.engineNamed("turbo") == nil)
    }

    @Test func `an open promise stops the program with the name of the type`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let container = Workshop()
            container.manager.promiseTriggersError = true
            _ = container.engine()
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Engine was not registered"))
        #expect(text.contains("Workshop.engine"))
    }

    @Test func `a circular dependency stops the program with the chain of types`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            _ = Workshop().recursiveA()
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let chain = "RecursiveA > RecursiveB > RecursiveC > RecursiveA"
        #expect(text.contains("FACTORY: Circular dependency chain - \(chain)"))
    }

    @Test func `the projected value of a lazy property resolves`() {
        let garage = Garage()
        let car = garage.$engine.resolve()
        #expect(garage.engine === car)
        #expect(garage.$weakEngine.resolve() != nil)
    }

    @Test func `the projected value of a dynamic property is its factory`() {
        let garage = Garage()
        garage.$current.register { Diesel("registered") }
        #expect(garage.current.name == "registered")
        #expect(garage.$current().name == "registered")
        garage.$current.reset()
        #expect(garage.current.name == "diesel")
        garage.$current { Diesel("called") }
        #expect(garage.$current.resolve().name == "called")
    }

    @Test func `an injected container without a type is the default one`() {
        let garage = Garage()
        #expect(garage.container === Container.shared)
        garage.container.motor.register { Diesel("registered") }
        garage.$container.reset(options: .scope)
        #expect(garage.container.motor().name == "registered")
        garage.$container.reset()
        #expect(garage.container.motor().name == "diesel")
    }

    @Test func `a clone of the singleton scope begins with its singletons and goes its own way`() {
        let container = Workshop()
        let first = container.press()
        let clone = Scope.singleton.clone()
        Scope.$singleton.withValue(clone) {
            #expect(container.press() === first)
            clone.reset()
            #expect(container.press() !== first)
        }
        #expect(container.press() === first)
    }

    @Test func `a clone leaves out what is being built`() async {
        let (scope, container, building, release) = (Scope.Singleton(), Workshop(), Counter(), Counter())
        container.press.register {
            if building.increment() == 1 { release.wait(for: 1) }
            return Diesel()
        }
        let engines = await onThreads(2) { index in
            if index == 0 { return Scope.$singleton.withValue(scope) { container.press() } }
            building.wait(for: 1)
            return Scope.$singleton.withValue(scope.clone()) {
                let own = container.press()
                release.increment()
                #expect(container.press() === own)
                return own
            }
        }
        #expect(engines[0] !== engines[1])
    }

    @Test func `the graph scope knows how deep a resolution is`() {
        let container = Workshop()
        #expect(Scope.Graph.depth == 0)
        #expect(container.depths() == [1, 2])
        #expect(Scope.graph.depth == 0)
    }

    @Test func `closures have names`() {
        let void: VoidFactoryType<any Engine> = { Diesel() }
        let parameter: ParameterFactoryType<String, any Engine> = { Diesel($0) }
        let container = Workshop()
        container.press.register(factory: void)
        container.named.register(factory: parameter)
        #expect(container.press().name == "diesel")
        #expect(container.named("turbo").name == "turbo")
    }

    @Test func `factories of what is Sendable are Sendable`() async {
        let (press, named) = (Workshop().press, Workshop().named)
        let task = Task.detached { [press().name, named("turbo").name] }
        #expect(await task.value == ["diesel", "turbo"])
    }

    @Test func `a container is prepared by a closure that awaits`() async {
        let container = await Workshop() { @MainActor in
            let name = await nameOfEngine()
            $0.press.register { Diesel(name) }
            $0.dashboard.register { Dashboard("registered") }
        }
        #expect(container.press().name == "late")
        #expect(await container.dashboard().title == "registered")
        let other = await Workshop().with { @MainActor container in
            let title = await nameOfEngine()
            container.dashboard.register { Dashboard(title) }
        }
        #expect(await other.dashboard().title == "late")
        // What awaits nothing is synchronous, in an asynchronous function too.
        let called = Workshop() { $0.press.register { Diesel("called") } }
        let prepared = Workshop().with { $0.motor.register { Diesel("prepared") } }
        #expect((called.press().name, prepared.motor().name) == ("called", "prepared"))
    }

    @Test func `a singleton of SharedContainer is one for all types of containers`() {
        Scope.$singleton.withValue(Scope.Singleton()) {
            let (workshop, container) = (Workshop(), Container())
            let engine = workshop.spare()
            #expect(container.spare() === engine)
            #expect(container.spareNamed("turbo") === workshop.spareNamed("other"))
            container.spare.register { Diesel("registered") }
            #expect(workshop.spare() !== engine)
            #expect(container.spare() === workshop.spare())
            for _ in 0..<3 { #expect(container.spare() === workshop.spare()) }
            container.spare.reset(.scope)
            #expect(container.spare().name == "registered")
            #expect(workshop.spare().name == "registered")
        }
    }

    @Test func `singletons of one name in two containers are two`() {
        #expect(Workshop().press() !== Annex().press())
        #expect(Workshop().keyed() !== Annex().keyed())
        #expect(Annex().keyed() === Annex().keyedElsewhere())
    }

    @Test func `an asynchronous singleton of SharedContainer is one for all types of containers`() async throws {
        try await Scope.$singleton.withValue(Scope.Singleton()) {
            let engine = try await Workshop().tested()
            #expect(try await Container().tested() === engine)
        }
    }

    @Test func `a trace tells what made an instance`() {
        let (container, record) = (Workshop(), Record())
        container.manager.logger = { record.add($0) }
        container.manager.trace = true
        let (press, again, named) = (container.press(), container.press(), container.named("turbo"))
        container.named.register { Diesel($0) }
        let registered = container.named("registered")
        container.motor.onTest { Diesel("test") }
        let test = container.motor()
        let addresses = [press, again, named, registered, test].map { "\(UInt(bitPattern: ObjectIdentifier($0)))" }
        let engine = "Engine"
        #expect(
            record.lines == [
                "0: Workshop.press<\(engine)> = O:\(addresses[0])", "0: Workshop.press<\(engine)> = C:\(addresses[1])",
                "0: Workshop.named<\(engine)> = F:\(addresses[2])", "0: Workshop.named<\(engine)> = R:\(addresses[3])",
                "0: Workshop.motor<\(engine)> = O:\(addresses[4])",
            ])
        container.manager.trace = false
    }

    @Test func `the parameter decides only where the definition says so`() {
        let container = Workshop()
        _ = container.cachedNamed.scopeOnParameters
        #expect(container.cachedNamed("one") === container.cachedNamed("two"))
        #expect(container.eachNamed("one") !== container.eachNamed("two"))
        #expect(container.eachNamed("one") === container.eachNamed("one"))
    }
}

private protocol Engine: AnyObject, Sendable {
    var name: String { get }
}

private final class Diesel: Engine {
    let name: String

    init(_ name: String = "diesel") {
        self.name = name
    }
}

private final class RecursiveA { init(_: RecursiveB?) {} }
private final class RecursiveB { init(_: RecursiveC) {} }
private final class RecursiveC { init(_: RecursiveA) {} }

@MainActor private final class Dashboard {
    let title: String

    init(_ title: String) {
        self.title = title
    }
}

private func nameOfEngine() async -> String {
    await Task.yield()
    return "late"
}

private final class Workshop: SharedContainer {
    @TaskLocal static var shared = Workshop()

    let manager = ContainerManager()

    var press: Factory<any Engine> { self { Diesel() }.singleton }
    var motor: Factory<any Engine> { self { Diesel() } }
    var named: ParameterFactory<String, any Engine> { self { Diesel($0) } }
    var cachedNamed: ParameterFactory<String, any Engine> { self { Diesel($0) }.cached }
    var eachNamed: ParameterFactory<String, any Engine> { self { Diesel($0) }.scopeOnParameters.cached }
    var label: ParameterFactory<Int, String> { self { "#\($0)" } }
    var keyed: Factory<any Engine> { self(key: "keyed") { Diesel() }.singleton }

    var engine: Factory<(any Engine)?> { promised(key: "engine") }
    var engineNamed: ParameterFactory<String, (any Engine)?> { promised(key: "engineNamed") }

    var recursiveA: Factory<RecursiveA> { self { RecursiveA(self.recursiveB()) } }
    var recursiveB: Factory<RecursiveB?> { self { RecursiveB(self.recursiveC()) } }
    var recursiveC: Factory<RecursiveC> { self { RecursiveC(self.recursiveA()) } }

    var depths: Factory<[Int]> { self { [Scope.Graph.depth] + self.innerDepths() } }
    var innerDepths: Factory<[Int]> { self { [Scope.graph.depth] } }

    @MainActor var dashboard: Factory<Dashboard> { self { Dashboard("Links") } }
}

private final class Annex: ManagedContainer {
    let manager = ContainerManager()

    var press: Factory<any Engine> { self { Diesel() }.singleton }
    var keyed: Factory<any Engine> { self(key: "keyed") { Diesel() }.singleton }
    var keyedElsewhere: Factory<any Engine> { self(key: "keyed") { Diesel() }.singleton }
}

extension SharedContainer {
    fileprivate var spare: Factory<any Engine> { self { Diesel() }.singleton }
    fileprivate var spareNamed: ParameterFactory<String, any Engine> { self { Diesel($0) }.singleton }
    fileprivate var tested: AsyncFactory<any Engine> { self { Diesel() }.singleton }
}

extension Container {
    fileprivate var motor: Factory<any Engine> { self { Diesel() } }
    fileprivate var greeting: ParameterFactory<String, String> { self { "Hi, \($0)" } }
}

private final class Garage {
    @LazyInjected(\.motor) var engine
    @WeakLazyInjected(\.motor) var weakEngine
    @DynamicInjected(\.motor) var current
    @InjectedContainer var container
}
