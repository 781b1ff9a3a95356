import Injection
import InjectionTesting
import Testing

/// A way to a factory that a test can be given as an argument.
typealias StorePath = any KeyPath<Shelf, Factory<any LinkStore>> & Sendable

@Suite(.container)
struct RegistrationTests {
    let shelf = Shelf()

    // MARK: - register

    @Test func `a registered closure takes the place of the definition's`() {
        shelf.plain.register { EmptyLinkStore() }
        #expect(shelf.plain().name == "empty")
        shelf.plain { MemoryLinkStore("sugar") }
        #expect(shelf.plain().name == "sugar")
        #expect(Shelf().plain().name == "memory")
    }

    @Test(arguments: [\Shelf.cached, \.held, \.single, \.session] as [StorePath])
    func `registering lets go of the instance in every scope`(path: StorePath) {
        let old = shelf[keyPath: path]()
        shelf[keyPath: path].register { EmptyLinkStore() }
        let new = shelf[keyPath: path]()
        #expect(new.name == "empty")
        #expect(shelf[keyPath: path]() === new)
        #expect(old.name == "memory")
    }

    @Test func `registering lets go of that factory's instance alone`() {
        let session = shelf.session()
        let single = shelf.single()
        shelf.cached.register { EmptyLinkStore() }
        #expect(shelf.session() === session)
        #expect(shelf.single() === single)
    }

    @Test func `a scope chained to register holds for a definition without one`() {
        shelf.plain.register { EmptyLinkStore() }.scope(.cached)
        #expect(shelf.plain.isKept)
        shelf.plain.register { EmptyLinkStore() }.scope(.unique)
        #expect(!shelf.plain.isKept)
        #expect(shelf.plain.register { EmptyLinkStore() }.scope(.session).isKept)
    }

    @Test func `a scope between definition and register is remembered too`() {
        shelf.plain.cached.register { EmptyLinkStore() }
        #expect(shelf.plain.isKept)
    }

    @Test func `a chained singleton is one for all containers that registered so`() {
        let other = Shelf()
        shelf.plain.register { EmptyLinkStore() }.scope(.singleton)
        other.plain.register { EmptyLinkStore() }.scope(.singleton)
        let store = shelf.plain()
        #expect(other.plain() === store)
        other.plain.register { EmptyLinkStore() }
        #expect(shelf.plain() !== store)
    }

    @Test func `a scope in the definition wins over a chained one`() {
        shelf.cached.register { EmptyLinkStore() }.scope(.unique)
        #expect(shelf.cached.isKept)
        #expect(shelf.cached.register { EmptyLinkStore() }.unique.isKept)
        shelf.unique.register { EmptyLinkStore() }.scope(.cached)
        #expect(!shelf.unique.isKept)
    }

    @Test func `a chained scope wins over the default scope`() {
        shelf.manager.defaultScope = .cached
        shelf.plain.register { EmptyLinkStore() }.scope(.unique)
        #expect(!shelf.plain.isKept)
    }

    // MARK: - reset of one factory

    @Test func `resetting a factory takes back all of it and of no other`() {
        shelf.plain.register { EmptyLinkStore() }.scope(.cached)
        shelf.session.register { EmptyLinkStore() }
        let session = shelf.session()
        shelf.plain.reset()
        #expect(shelf.plain().name == "memory")
        #expect(!shelf.plain.isKept)
        #expect(shelf.session() === session)
    }

    @Test func `resetting a factory's registration keeps its instance and its scope`() {
        shelf.plain.register { EmptyLinkStore() }.scope(.cached)
        let store = shelf.plain()
        shelf.plain.reset(.registration)
        #expect(shelf.plain() === store)
        shelf.plain.reset(.scope)
        #expect(shelf.plain().name == "memory")
        #expect(shelf.plain.isKept)
    }

    @Test(arguments: [\Shelf.cached, \.held, \.single, \.session] as [StorePath])
    func `resetting a factory's scope keeps its registration`(path: StorePath) {
        shelf[keyPath: path].register { EmptyLinkStore() }
        let old = shelf[keyPath: path]()
        shelf[keyPath: path].reset(.scope)
        let new = shelf[keyPath: path]()
        #expect(new !== old)
        #expect(new.name == "empty")
    }

    @Test(arguments: [FactoryResetOptions.none, .context])
    func `resetting nothing changes nothing`(options: FactoryResetOptions) {
        shelf.cached.register { EmptyLinkStore() }
        let store = shelf.cached()
        shelf.cached.reset(options)
        shelf.reset(options: options)
        #expect(shelf.cached() === store)
        shelf.cached.reset(.scope)
        #expect(shelf.cached().name == "empty")
    }

    // MARK: - reset of a container

    @Test func `resetting a container takes back all but singletons and the default scope`() {
        shelf.manager.defaultScope = .session
        shelf.plain.register { EmptyLinkStore() }.scope(.unique)
        shelf.cached.register { EmptyLinkStore() }
        let (cached, single) = (shelf.cached(), shelf.single())
        shelf.reset()
        #expect(shelf.plain().name == "memory")
        #expect(shelf.plain.isKept)
        #expect(shelf.cached() !== cached)
        #expect(shelf.cached().name == "memory")
        #expect(shelf.single() === single)
    }

    @Test func `resetting a container's registrations keeps instances`() {
        shelf.cached.register { EmptyLinkStore() }
        let store = shelf.cached()
        shelf.plain.register { EmptyLinkStore() }.scope(.cached)
        shelf.manager.reset(options: .registration)
        #expect(shelf.cached() === store)
        #expect(shelf.plain().name == "memory")
        #expect(shelf.plain.isKept)
    }

    @Test func `resetting a container's scopes keeps registrations`() {
        shelf.cached.register { EmptyLinkStore() }
        let store = shelf.cached()
        shelf.manager.reset(options: .scope)
        #expect(shelf.cached() !== store)
        #expect(shelf.cached().name == "empty")
    }

    // MARK: - push and pop

    @Test func `pop brings back registrations, scopes, instances and the default scope`() {
        shelf.plain.register { EmptyLinkStore() }.scope(.cached)
        let (plain, cached) = (shelf.plain(), shelf.cached())
        shelf.manager.push()
        #expect(shelf.cached() === cached)
        shelf.reset()
        shelf.manager.defaultScope = .cached
        shelf.plain.register { MemoryLinkStore("pushed") }.scope(.unique)
        shelf.named.register { _ in EmptyLinkStore() }
        #expect(shelf.plain().name == "pushed")
        #expect(shelf.cached() !== cached)

        shelf.manager.pop()
        #expect(shelf.plain() === plain)
        #expect(shelf.cached() === cached)
        #expect(shelf.named("a").name == "a")
        #expect(shelf.manager.defaultScope == nil)
        shelf.plain.reset(.scope)
        #expect(shelf.plain().name == "empty")
    }

    @Test func `pushes nest and a pop too many does nothing`() {
        for name in ["a", "b", "c"] {
            shelf.plain.register { MemoryLinkStore(name) }
            shelf.manager.push()
        }
        shelf.plain.reset()
        for name in ["c", "b", "a", "a"] {
            shelf.manager.pop()
            #expect(shelf.plain().name == name)
        }
    }

    @Test func `an instance that is being built during a push is kept after the pop, in its scope`() {
        let manager = shelf.manager
        let factory = Factory(shelf) {
            manager.push()
            return MemoryLinkStore()
        }.shared
        var store: MemoryLinkStore? = factory()
        weak let old = store
        manager.pop()
        #expect(factory() === store)
        store = nil
        #expect(old == nil)
    }
}
