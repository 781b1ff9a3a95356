import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container)
struct TimeToLiveTests {
    let shelf = Shelf()
    let clock = Counter()

    init() {
        shelf.manager.now = { [clock] in .seconds(clock.value) }
    }

    @Test(arguments: [Scope.cached, .session, Scope.Singleton()])
    func `an instance lives until nobody has asked for it in time`(scope: Scope) {
        let factory = { shelf.plain.scope(scope).timeToLive(2) }
        let store = factory()()
        pass(2)
        #expect(factory()() === store)
        pass(2)
        #expect(factory()() === store)
        pass(3)
        let next = factory()()
        #expect(next !== store)
        #expect(factory()() === next)
    }

    @Test func `a time to live written elsewhere is remembered`() {
        shelf.cached.timeToLive(1)
        let store = shelf.cached()
        pass(2)
        #expect(shelf.cached() !== store)
        shelf.cached.reset().timeToLive(.infinity)
        let next = shelf.cached()
        pass(1000)
        #expect(shelf.cached() === next)
    }

    @Test func `a negative time to live keeps nothing`() {
        let store = shelf.cached()
        shelf.cached.timeToLive(-1)
        #expect(shelf.cached() !== store)
        #expect(!shelf.cached.isKept)
    }

    @Test func `a time to live holds for its factory alone`() {
        shelf.cached.timeToLive(1)
        let session = shelf.session()
        pass(5)
        #expect(shelf.session() === session)
    }

    @Test func `by default the time is that of the machine`() {
        let before = Shelf().manager.now()
        #expect(before >= .zero)
        #expect(Shelf().manager.now() >= before)
    }

    private func pass(_ seconds: Int) {
        for _ in 0..<seconds { clock.increment() }
    }
}
