import Injection
import InjectionTesting
import Testing

@Suite(.appContainer)
struct FromResolverTests {
    @Test func `the command gets the reader that the container puts together`() {
        #expect(TitleCommand().run("swift.org") == "Title of swift.org, kept")
    }

    @Test func `with the graph as default scope, one resolution shares what it makes, as in Resolver`() {
        final class Pair {
            let stores: [any LinkStore]
            init(_ stores: any LinkStore...) { self.stores = stores }
        }
        let container = AppContainer.shared
        let store = { container(key: "store") { InMemoryLinkStore() as any LinkStore } }
        let pair = { container(key: "pair") { Pair(store()(), store()()) } }
        let apart = pair()().stores
        #expect(apart[0] !== apart[1])
        container.manager.defaultScope = .graph
        let together = pair()().stores
        #expect(together[0] === together[1])
    }
}
