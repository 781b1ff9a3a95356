import Injection
import InjectionTesting
import Synchronization
import Testing

extension AppContainer {
    var feed: Factory<any LinkStore> {
        self { InMemoryLinkStore() }
            .cached
            .timeToLive(60)
            .decorator { $0.add("seen") }
    }

    var preview: ParameterFactory<String, any LinkStore> {
        self { InMemoryLinkStore($0) }.scopeOnParameters.cached
    }
}

extension AppContainer {
    /// Cached, unless it is said otherwise elsewhere.
    var recent: Factory<any LinkStore> { self { InMemoryLinkStore() }.cached.once() }
}

struct ModifyingFactoriesTests {
    let container = AppContainer()

    @Test func `a decorator sees each instance that is resolved`() {
        _ = container.feed()
        #expect(container.feed().links == ["seen", "seen"])
    }

    @Test func `an instance that nobody asks for in time is let go`() {
        let clock = Mutex(Duration.zero)
        container.manager.now = { clock.withLock { $0 } }
        let first = container.feed()
        clock.withLock { $0 = .seconds(59) }
        #expect(container.feed() === first)
        clock.withLock { $0 = .seconds(120) }
        #expect(container.feed() !== first)
    }

    @Test func `each parameter can have an instance`() {
        let page = container.preview("swift.org")
        #expect(container.preview("swift.org") === page)
        #expect(container.preview("forums.swift.org") !== page)
    }

    @Test func `the definition has the last word, unless it ends in once`() {
        container.once.scope(.unique)
        #expect(container.once() === container.once())

        _ = container.recent
        container.recent.scope(.unique)
        #expect(container.recent() !== container.recent())
    }

    @Test func `a container's decorator sees all that is resolved from it`() {
        let made = Mutex(0)
        container.decorator { _, isNew in
            if isNew { made.withLock { $0 += 1 } }
        }
        _ = container.once()
        _ = container.once()
        #expect(made.withLock { $0 } == 1)
    }
}
