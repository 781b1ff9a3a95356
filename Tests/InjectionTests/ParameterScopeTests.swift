import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container)
struct ParameterScopeTests {
    let shelf = Shelf()

    @Test func `an instance is kept for each parameter`() {
        let (a, b) = (shelf.page("a"), shelf.page("b"))
        #expect(a.name == "a")
        #expect(b.name == "b")
        #expect(shelf.page("a") === a)
        #expect(shelf.page("b") === b)
    }

    @Test func `singletons are kept for each parameter too`() {
        let page = shelf.singlePage("a")
        #expect(Shelf().singlePage("a") === page)
        #expect(Shelf().singlePage("b") !== page)
    }

    @Test func `registering or resetting lets go of the instances for all parameters`() {
        let old = [shelf.page("a"), shelf.page("b")]
        let other = shelf.cached()
        shelf.page.register { MemoryLinkStore("fake \($0)") }
        #expect(shelf.page("a").name == "fake a")
        #expect(shelf.page("b").name == "fake b")
        let (a, b) = (shelf.page("a"), shelf.page("b"))
        shelf.page.reset(.scope)
        #expect(shelf.page("a") !== a)
        #expect(shelf.page("b") !== b)
        #expect(shelf.cached() === other)
        #expect(old.map(\.name) == ["a", "b"])
    }

    @Test func `a parameter that is asked for by many threads is built once`() async {
        let stores = await onThreads(8) { [shelf] index in shelf.page("\(index % 2)") }
        #expect(Set(stores.map(ObjectIdentifier.init)).count == 2)
    }
}

extension Shelf {
    fileprivate var page: ParameterFactory<String, any LinkStore> {
        self { MemoryLinkStore($0) }.scopeOnParameters.cached
    }

    fileprivate var singlePage: ParameterFactory<String, any LinkStore> {
        self { MemoryLinkStore($0) }.singleton.scopeOnParameters
    }
}
