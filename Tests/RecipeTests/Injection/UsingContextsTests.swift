import Injection
import InjectionTesting
import Testing

extension AppContainer {
    var web: Factory<any LinkStore> {
        self { FileLinkStore(path: "web.db") }
            .onTest { InMemoryLinkStore("test") }
            .onArg("offline") { InMemoryLinkStore("offline") }
    }
}

/// Each in a process of its own, as the context belongs to the process, and other tests change it.
struct UsingContextsTests {
    @Test func `in a test something else is made`() async {
        await #expect(processExitsWith: .success) {
            #expect(AppContainer().web().links == ["test"])
        }
    }

    @Test func `an argument comes before all else`() async {
        await #expect(processExitsWith: .success) {
            let container = AppContainer()
            FactoryContext.setArg("offline", forKey: "network")
            #expect(container.web().links == ["offline"])
            FactoryContext.removeArg(forKey: "network")
            #expect(container.web().links == ["test"])
        }
    }

    @Test func `a context can be added from elsewhere, and taken back`() async {
        await #expect(processExitsWith: .success) {
            let container = AppContainer()
            container.linkStore.context(.test, .preview) { InMemoryLinkStore("mock") }
            #expect(container.linkStore().links == ["mock"])
            container.linkStore.reset(.context).reset(.scope)
            #expect(container.linkStore() is FileLinkStore)
        }
    }
}
