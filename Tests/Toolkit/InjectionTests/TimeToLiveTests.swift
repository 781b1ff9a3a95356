import Injection
import InjectionTesting
import Testing

@Suite(.container) struct TimeToLiveTests {
    let shelf = Shelf()
    let time = ManualTime()
    init() {
        shelf.manager.now = { [time] in time.now }
    }

    @Test(arguments: [Scope.cached, .session, Scope.Singleton()])
    func `an instance expires if it is not resolved in time`(scope: Scope) {
        let factory = { shelf.plain.scope(scope).timeToLive(2) }
        let store = factory()()
        for _ in 0..<2 {
            time.advance(by: 2)
            #expect(factory()() === store)
        }
        time.advance(by: 3)
        let next = factory()()
        #expect(next !== store)
        #expect(factory()() === next)
    }

    @Test
    func `a time to live set outside the definition applies to only one factory, until a reset`() {
        shelf.cached.timeToLive(1)
        let store = shelf.cached()
        let session = shelf.session()
        time.advance(by: 2)
        #expect(shelf.cached() !== store)
        #expect(shelf.session() === session)
        shelf.cached.reset().timeToLive(.infinity)
        let next = shelf.cached()
        time.advance(by: 1000)
        #expect(shelf.cached() === next)
        // With a negative time to live, no instance is reused.
        shelf.cached.timeToLive(-1)
        #expect(shelf.cached() !== next)
        #expect(!shelf.cached.isKept)
    }

    @Test func `uses the clock of the machine by default`() {
        let now = Shelf().manager.now
        let start = ContinuousClock.now
        let first = now()
        let passed = ContinuousClock().measure {
            while start.duration(to: .now) < .milliseconds(1) {}
        }
        let difference = now() - first
        #expect(difference >= passed)
        #expect(difference <= start.duration(to: .now))
    }
}
