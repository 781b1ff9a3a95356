// Bootstrap: all code in one module
import Injection
import Synchronization

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

// Bootstrap
extension AppContainer {
    var eventLog: Factory<EventLog> { self { EventLog() }.singleton }
    var pageCache: Factory<PageCache> { self { PageCache(log: self.eventLog()) }.singleton }

    var linkSync: Factory<LinkSync> {
        // The account changes at login, so the singleton receives a closure and not an account.
        self { LinkSync(log: self.eventLog(), cache: self.pageCache()) { self.account() } }
            .singleton
    }
}
