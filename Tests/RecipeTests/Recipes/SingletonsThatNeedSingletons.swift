import Injection
import InjectionTesting
import Synchronization
import Testing

final class EventLog: Sendable {
    private let stored = Mutex<[String]>([])
    var events: [String] { stored.withLock { $0 } }
    func add(_ event: String) {
        stored.withLock { $0.append(event) }
    }
}

final class PageCache: Sendable {
    let log: EventLog
    init(log: EventLog) {
        self.log = log
        log.add("cache opened")
    }
}

final class LinkSync: Sendable {
    private let log: EventLog
    private let cache: PageCache
    private let account: @Sendable () -> Account

    init(log: EventLog, cache: PageCache, account: @escaping @Sendable () -> Account) {
        self.log = log
        self.cache = cache
        self.account = account
    }

    func run() {
        log.add("links of \(account().name) synchronized")
    }
}

extension AppContainer {
    var eventLog: Factory<EventLog> { self { EventLog() }.singleton }
    var pageCache: Factory<PageCache> { self { PageCache(log: self.eventLog()) }.singleton }

    var linkSync: Factory<LinkSync> {
        // The account changes at login, so the singleton receives a closure and not an account.
        self { LinkSync(log: self.eventLog(), cache: self.pageCache()) { self.account() } }
            .singleton
    }
}

// MARK: - Tests

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
