import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container) struct ScopeTests {
    let shelf = Shelf()

    @Test func `a scope stores an instance for each resolution, each container or all containers`()
    {
        #expect(!shelf.plain.isKept)
        #expect(!shelf.unique.isKept)
        #expect(shelf.cached.isKept)
        #expect(shelf.cached() !== Shelf().cached())
        #expect(shelf.single() === Shelf().single())
    }

    @Test func `resets a custom scope without affecting other scopes and containers`() {
        let session = shelf.session()
        let other = shelf.otherSession()
        let cached = shelf.cached()
        let pages = shelf(key: "page") { (name: String) in MemoryLinkStore(name) }.scopeOnParameters
            .scope(.session)
        let page = pages("a")
        let cachedPage = shelf.page("a")
        #expect(pages("a") === page)
        #expect(pages("b") !== page)
        let container = Shelf()
        let elsewhere = container.session()
        #expect(shelf.session() === session)
        shelf.manager.reset(scope: .session)
        #expect(shelf.session() !== session)
        #expect(pages("a") !== page)
        #expect(shelf.otherSession() === other)
        #expect(shelf.cached() === cached)
        #expect(shelf.page("a") === cachedPage)
        #expect(container.session() === elsewhere)
    }

    @Test func `uses the default scope for factories without a scope`() {
        shelf.manager.defaultScope = .cached
        #expect(shelf.manager.defaultScope === Scope.cached)
        #expect(shelf.plain.isKept)
        #expect(!shelf.unique.isKept)
        shelf.manager.defaultScope = nil
        #expect(!shelf.plain.isKept)
        let other = Shelf()
        for container in [shelf, other] {
            container.manager.defaultScope = .singleton
        }
        #expect(shelf.plain() === other.plain())
    }

    @Test(arguments: Scope.sharing)
    func `a scope does not store nil`(scope: Scope) {
        let made = Counter()
        let factory = Factory<MemoryLinkStore??>(BareContainer(), key: "nil") {
            made.increment() < 3 ? .some(nil) : MemoryLinkStore()
        }.scope(scope)
        let stores = (0..<4).map { _ in factory().flatMap(\.self) }
        #expect(stores[0] == nil)
        #expect(stores[1] == nil)
        #expect(stores[2] != nil)
        #expect(stores[2] === stores[3])
        #expect(made.value == 3)
    }

    @Test func `stores a shared instance while it is in use`() {
        for _ in 0..<5 {
            let store = shelf.held()
            for _ in 0..<3 {
                #expect(shelf.held() === store)
            }
        }
        weak let old = shelf.held()
        #expect(old == nil)
    }

    @Test
    func `the shared scope stores an instance of a class, even in an optional or as an error`() {
        let concrete = Factory<MemoryLinkStore>(shelf) { MemoryLinkStore() }.shared
        let store = concrete()
        let optional = Factory<(any LinkStore)?>(shelf) { MemoryLinkStore() }.shared
        let wrapped = optional()
        #expect(wrapped != nil)
        let failing = Factory<any Error>(shelf) { Failure() }.shared
        let error = failing()
        for _ in 0..<3 {
            #expect(concrete() === store)
            #expect(optional() === wrapped)
            #expect(failing() as AnyObject === error as AnyObject)
        }
    }

    @Test func `the shared scope stores no values, so each resolution creates a value`() {
        let made = Counter()
        let number = Factory<Int>(shelf) { made.increment() }.shared
        let anything = Factory<any Sendable>(shelf) { "\(made.increment())" }.shared
        #expect(number() == 1)
        #expect(number() == 2)
        #expect(anything() as? String == "3")
        #expect(anything() as? String == "4")
    }

    @Test
    func
        `a factory in an extension of SharedContainer has one singleton for all types of containers`()
    {
        let container = Container()
        let store = shelf.everywhere()
        #expect(container.everywhere() === store)
        #expect(Shelf().everywhere() === store)
        #expect(container.everywhereNamed("a") === shelf.everywhereNamed("b"))
        container.everywhere.register { MemoryLinkStore("registered") }
        #expect(shelf.everywhere() !== store)
        for _ in 0..<3 {
            #expect(container.everywhere() === shelf.everywhere())
        }
        container.everywhere.reset(.scope)
        #expect(container.everywhere().name == "registered")
        #expect(shelf.everywhere().name == "registered")
    }

    @Test
    func `a clone starts with the singletons of the original, and then changes separately`() {
        let first = shelf.single()
        let pages = ["a", "b"].map { shelf.singlePage($0) }
        let clone = Scope.singleton.clone()
        Scope.$singleton.withValue(clone) {
            #expect(shelf.single() === first)
            #expect(shelf.singlePage("a") === pages[0])
            #expect(shelf.singlePage("b") === pages[1])
            clone.reset()
            #expect(shelf.single() !== first)
            #expect(shelf.singlePage("a") !== pages[0])
        }
        #expect(shelf.single() === first)
        #expect(shelf.singlePage("a") === pages[0])
    }

    @Test(arguments: [false, true])
    func `a clone does not contain instances under construction`(hasParameter: Bool) {
        let scope = Scope.Singleton()
        let made = Counter()
        let names = Record()
        let resolve = { @Sendable in
            names.add(hasParameter ? shelf.singlePage("a").name : shelf.single().name)
        }
        let build = { @Sendable in
            let number = made.increment(runningOnce: {
                Scope.$singleton.withValue(scope.clone()) {
                    resolve()
                    resolve()
                }
            })
            return MemoryLinkStore("\(number)")
        }
        shelf.single.register { build() }
        shelf.singlePage.register { _ in build() }
        Scope.$singleton.withValue(scope, operation: resolve)
        #expect(names.lines == ["2", "2", "1"])
    }

    @Test func `ignores parameters unless the definition has scopeOnParameters`() {
        _ = shelf.cachedNamed.scopeOnParameters
        #expect(shelf.cachedNamed("first").name == "first")
        #expect(shelf.cachedNamed("second").name == "first")
        #expect(shelf.cachedNamed.scopeOnParameters("second").name == "second")
        shelf.cachedNamed.reset(.scope)
        #expect(shelf.cachedNamed("second").name == "second")
    }

    @Test func `stores an instance for each parameter until a registration or reset`() {
        let a = shelf.page("a")
        let b = shelf.page("b")
        let other = shelf.cached()
        #expect(a.name == "a")
        #expect(b.name == "b")
        #expect(shelf.page("a") === a)
        #expect(shelf.page("b") === b)
        let page = shelf.singlePage("a")
        #expect(Shelf().singlePage("a") === page)
        #expect(Shelf().singlePage("b") !== page)
        shelf.page.register { MemoryLinkStore("fake \($0)") }
        let fakeA = shelf.page("a")
        let fakeB = shelf.page("b")
        #expect(fakeA.name == "fake a")
        #expect(fakeB.name == "fake b")
        shelf.page.reset(.scope)
        #expect(shelf.page("a") !== fakeA)
        #expect(shelf.page("b") !== fakeB)
        #expect(shelf.cached() === other)
    }

    @Test(arguments: Scope.sharing + [.graph])
    func `stores no instance for a parameter that is not equal to itself`(scope: Scope) {
        weak var released: MemoryLinkStore?
        let pages = shelf(key: "page") { (_: Double) in MemoryLinkStore() }.scopeOnParameters
            .scope(scope)
        do {
            let page = pages(.nan)
            released = page
            #expect(pages(.nan) !== page)
        }
        #expect(released == nil)
        #expect(shelf.manager.isEmpty(.scope))
    }
}

private final class Failure: Error {}

extension Shelf {
    fileprivate var singlePage: ParameterFactory<String, any LinkStore> {
        self { MemoryLinkStore($0) }.singleton.scopeOnParameters
    }
}
