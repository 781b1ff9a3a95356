import Injection
import InjectionTesting
import Synchronization
import Testing

struct DiagnosingResolutionsTests {
    let container = AppContainer()

    /// In a process of its own, as a trace slows down all that comes after it.
    @Test func `a trace shows what a resolution leads to`() async {
        await #expect(processExitsWith: .success) {
            let container = AppContainer()
            let log = Mutex<[String]>([])
            container.manager.logger = { line in log.withLock { $0.append(line) } }
            container.manager.trace = true
            _ = container.imports()
            let lines = log.withLock { $0 }
            #expect(lines.count == 2)
            #expect(lines[0].hasPrefix("0: AppContainer.imports<LinkImport> = O:"))
            #expect(lines[1].hasPrefix("1:     AppContainer.drafts<\((any LinkStore).self)> = O:"))
        }
    }

    @Test func `nothing is left behind`() {
        container.linkStore.register { InMemoryLinkStore() }
        _ = container.linkStore()
        #expect(!container.manager.isEmpty(.scope))
        container.reset()
        #expect(container.manager.isEmpty(.all))
    }
}
