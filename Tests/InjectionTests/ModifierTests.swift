import Injection
import InjectionTesting
import Testing

@Suite(.container)
struct ModifierTests {
    let shelf = Shelf()

    @Test func `a scope written anywhere is remembered for a definition without one`() {
        _ = shelf.plain.cached
        #expect(shelf.plain.isKept)
        shelf.plain.scope(.unique)
        #expect(!shelf.plain.isKept)
        let store = shelf.plain.shared()
        #expect(shelf.plain() === store)
    }

    @Test func `a scope written in the definition wins over one written elsewhere`() {
        _ = shelf.cached.unique
        #expect(shelf.cached.isKept)
        #expect(!shelf.cached.unique.isKept)
        #expect(shelf.cached.isKept)
    }

    @Test func `resetting a factory forgets the scope written elsewhere`() {
        _ = shelf.plain.cached
        shelf.plain.reset(.registration).reset(.context).reset(.scope)
        #expect(shelf.plain.isKept)
        shelf.plain.reset()
        #expect(!shelf.plain.isKept)
    }

    @Test func `a definition that ends in once yields to a scope written elsewhere`() {
        #expect(shelf.first.isKept)
        _ = shelf.first.unique
        #expect(!shelf.first.isKept)
        shelf.first.scope(.session)
        #expect(shelf.first.isKept)
        shelf.first.reset()
        _ = shelf.first.unique.cached
        #expect(shelf.first.isKept)
    }

    @Test func `a definition that ends in once has its own modifiers again after a reset`() {
        _ = shelf.first.unique
        shelf.first.reset()
        #expect(shelf.first.isKept)
        _ = shelf.first.unique
        shelf.reset()
        #expect(shelf.first.isKept)
    }

    @Test func `a definition that ends in once yields to a scope chained to register`() {
        shelf.first.register { EmptyLinkStore() }.scope(.unique)
        #expect(!shelf.first.isKept)
        #expect(shelf.first().name == "empty")
    }

    @Test func `a modifier after once wins again`() {
        shelf.firmly.scope(.unique)
        #expect(shelf.firmly.isKept)
    }
}

extension Shelf {
    fileprivate var first: Factory<any LinkStore> { self { MemoryLinkStore() }.cached.once() }
    fileprivate var firmly: Factory<any LinkStore> { self { MemoryLinkStore() }.unique.once().cached }
}
