import Injection
import InjectionTesting
import Synchronization
import Testing

@Suite(.appContainer)
struct SingletonsThatNeedSingletonsTests {
    @Test func `the singletons that a singleton needs are created first, and only once`() async {
        let container = AppContainer.shared
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...8 {
                group.addTask { container.linkSync().run() }
            }
        }
        let synchronized = [String](repeating: "links of guest synchronized", count: 8)
        #expect(container.eventLog().events == ["cache opened"] + synchronized)
        #expect(container.pageCache().log === container.eventLog())
    }

    @Test func `a singleton reads a value that changes`() {
        let container = AppContainer.shared
        let sync = container.linkSync()
        container.logIn(Account(name: "ada"))
        sync.run()
        #expect(container.eventLog().events.last == "links of ada synchronized")
    }
}
