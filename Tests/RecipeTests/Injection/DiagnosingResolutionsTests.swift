import Injection
import InjectionTesting
import Synchronization
import Testing

struct DiagnosingResolutionsTests {
    let container = AppContainer()

    @Test func `a trace shows what a resolution leads to`() {
        let log = Mutex<[String]>([])
        container.manager.logger = { line in log.withLock { $0.append(line) } }
        container.manager.trace = true
        _ = container.imports()
        let lines = log.withLock { $0 }
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("0: AppContainer.imports<LinkImport> = N:"))
        #expect(lines[1].hasPrefix("1:     AppContainer.drafts<LinkStore> = N:"))
    }

    @Test func `nothing is left behind`() {
        container.linkStore.register { InMemoryLinkStore() }
        _ = container.linkStore()
        #expect(!container.manager.isEmpty(.scope))
        container.reset()
        #expect(container.manager.isEmpty(.all))
    }
}
