import Core
import Injection
import Testing

struct LateDependenciesTests {
    @Test func `a closure resolves a store that is registered after the badge is created`() {
        let container = AppContainer()
        let badge = container.unreadBadge()
        #expect(badge.count() == 0)
        container.userStore.register { InMemoryLinkStore("swift.org") }
        #expect(badge.count() == 1)
    }

    @Test func `an object with a closure does not retain the container that caches it`() {
        weak var released: AppContainer?
        let badge: UnreadBadge
        do {
            let container = AppContainer()
            released = container
            badge = container.unreadBadge()
        }
        #expect(released == nil)
        #expect(badge.count() == 0)
    }
}
