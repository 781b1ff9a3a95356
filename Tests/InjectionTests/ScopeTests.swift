import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container)
struct ScopeTests {
    let shelf = Shelf()

    @Test func `a factory without a scope makes a new instance each time`() {
        #expect(!shelf.plain.isKept)
        #expect(!shelf.unique.isKept)
    }

    @Test func `a cached instance belongs to its container`() {
        #expect(shelf.cached.isKept)
        #expect(shelf.cached() !== Shelf().cached())
    }

    @Test func `a singleton is one for all containers`() {
        #expect(shelf.single() === Shelf().single())
    }

    @Test func `resetting singletons lets go of all of them`() {
        let before = shelf.single()
        let cached = shelf.cached()
        Scope.singleton.reset()
        #expect(shelf.single() !== before)
        #expect(shelf.cached() === cached)
    }

    @Test func `a singleton scope bound to a task keeps its own instances`() {
        let outer = shelf.single()
        let inner = Scope.$singleton.withValue(Scope.Singleton()) { shelf.single() }
        #expect(inner !== outer)
        #expect(shelf.single() === outer)
    }

    @Test func `a factory of SharedContainer has one singleton for all types of containers`() {
        #expect(shelf.everywhere() === Shelf().everywhere())
        #expect(shelf.everywhere() === Container().everywhere())
    }

    @Test func `a registration in one type of container is not seen in another`() {
        shelf.anywhere.register { EmptyLinkStore() }
        #expect(shelf.anywhere().name == "empty")
        #expect(Container().anywhere().name == "memory")
    }

    @Test func `a shared instance lives as long as someone holds it`() {
        var store: (any LinkStore)? = shelf.held()
        weak let old = store
        #expect(shelf.held() === store)
        store = nil
        #expect(old == nil)
        store = shelf.held()
        #expect(shelf.held() === store)
    }

    @Test func `a shared instance in an optional is kept too`() {
        let factory = Factory<(any LinkStore)?>(shelf) { MemoryLinkStore() }.shared
        let store = factory()
        #expect(store != nil)
        #expect(factory() === store)
    }

    @Test func `a shared instance of a class type is kept too`() {
        let factory = Factory<MemoryLinkStore>(shelf) { MemoryLinkStore() }.shared
        let store = factory()
        #expect(factory() === store)
    }

    @Test func `a shared value that is no object is made each time`() {
        let made = Counter()
        let number = Factory<Int>(shelf) { made.increment() }.shared
        let anything = Factory<any Sendable>(shelf) { "\(made.increment())" }.shared
        #expect(number() == 1)
        #expect(number() == 2)
        #expect(anything() as? String == "3")
        #expect(anything() as? String == "4")
    }

    @Test(arguments: [Scope.cached, .shared, Scope.Singleton(), .session])
    func `an optional that is nil is not kept`(scope: Scope) {
        final class Local: ManagedContainer {
            let manager = ContainerManager()
        }
        let made = Counter()
        let factory = Factory<MemoryLinkStore??>(Local()) { made.increment() < 3 ? .some(nil) : MemoryLinkStore() }
            .scope(scope)
        #expect(factory().flatMap(\.self) == nil)
        #expect(factory().flatMap(\.self) == nil)
        let third = factory().flatMap(\.self)
        #expect(third != nil)
        #expect(factory().flatMap(\.self) === third)
        #expect(made.value == 3)
    }

    @Test func `a scope of one's own keeps instances and is reset alone`() {
        let session = shelf.session()
        let other = shelf.otherSession()
        let cached = shelf.cached()
        #expect(shelf.session() === session)
        shelf.manager.reset(scope: .session)
        #expect(shelf.session() !== session)
        #expect(shelf.otherSession() === other)
        #expect(shelf.cached() === cached)
    }

    @Test func `resetting a scope in one container leaves others alone`() {
        let other = Shelf()
        let kept = other.session()
        shelf.manager.reset(scope: .session)
        #expect(other.session() === kept)
    }

    @Test func `the default scope is for factories without one`() {
        shelf.manager.defaultScope = .cached
        #expect(shelf.manager.defaultScope === Scope.cached)
        #expect(shelf.plain.isKept)
        #expect(!shelf.unique.isKept)
        shelf.manager.defaultScope = nil
        #expect(!shelf.plain.isKept)
    }

    @Test func `a default scope of singletons is one for all containers`() {
        let other = Shelf()
        shelf.manager.defaultScope = .singleton
        other.manager.defaultScope = .singleton
        #expect(shelf.plain() === other.plain())
    }

    @Test func `an instance is not used for another scope`() {
        let cached = shelf.plain.cached()
        let session = shelf.plain.scope(.session)()
        #expect(session !== cached)
        #expect(shelf.plain.scope(.session)() === session)
    }

    @Test func `an instance that is let go may use the container while it ends`() {
        final class Farewell: Sendable {
            let shelf: Shelf
            init(_ shelf: Shelf) { self.shelf = shelf }
            deinit { _ = shelf.cached() }
        }
        let factory = Factory(shelf) { [shelf] in Farewell(shelf) }.cached
        func keep() { _ = factory() }
        keep()
        factory.register { [shelf] in Farewell(shelf) }
        keep()
        factory.reset(.scope)
        keep()
        shelf.manager.reset(scope: .cached)
        keep()
        shelf.reset(options: .scope)
        keep()
        shelf.manager.push()
        factory.reset(.scope)
        keep()
        shelf.manager.pop()
        shelf.reset()
        keep()
        _ = factory.scope(.session)()
        shelf.reset()
    }
}
