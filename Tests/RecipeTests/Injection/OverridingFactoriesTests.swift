import Injection
import InjectionTesting
import Testing

extension AppContainer {
    var shelf: Factory<any LinkStore> { self { FileLinkStore(path: "shelf.db") }.cached }
}

struct OverridingFactoriesTests {
    let container = AppContainer()

    @Test func `a registration takes the place of the definition`() {
        container.shelf.register { InMemoryLinkStore() }
        #expect(container.shelf() is InMemoryLinkStore)

        container.shelf { InMemoryLinkStore("swift.org") }  // the same, shorter
        #expect(container.shelf().links == ["swift.org"])

        container.shelf.reset()
        #expect(container.shelf() is FileLinkStore)
    }

    @Test func `a state of the container can be saved and brought back`() {
        container.manager.push()
        container.shelf.register { InMemoryLinkStore() }
        #expect(container.shelf() is InMemoryLinkStore)
        container.manager.pop()
        #expect(container.shelf() is FileLinkStore)
    }

    @Test func `a reset takes back as much as it is told to`() {
        container.shelf.register { InMemoryLinkStore() }
        let first = container.shelf()

        container.manager.reset(options: .scope)  // what is kept goes, what is registered stays
        #expect(container.shelf() is InMemoryLinkStore)
        #expect(container.shelf() !== first)

        container.manager.reset(options: .registration)  // the other way round
        #expect(container.shelf() is InMemoryLinkStore)

        container.reset()  // all
        #expect(container.shelf() is FileLinkStore)
    }
}
