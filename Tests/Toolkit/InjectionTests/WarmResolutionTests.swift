import Injection
import InjectionTesting
import Testing
import ThreadTesting

/// Tests resolutions that follow the first resolution of a factory. Such a resolution finds the
/// slot of the factory, and the instance if the scope stores one.
@Suite(.container) struct WarmResolutionTests {
    let shelf = Shelf()

    @Test
    func `a decorator that is set after the first resolution receives the instances of later ones`()
    {
        let log = Record()
        for _ in 0..<2 {
            for _ in 0..<5 {
                _ = shelf.cached()
                _ = shelf.session()
                _ = shelf.single()
            }
            shelf.decorator { _ in log.add("decorated") }
        }
        #expect(log.lines.count == 15)
    }

    @Test func `separates the singletons of different scopes`() {
        _ = shelf.plain.register { MemoryLinkStore() }.singleton
        let scopes = (0..<3).map { _ in Scope.Singleton() }
        // All scopes exist until the end and take turns, so a wrong lookup would find the instance
        // of another scope.
        let rounds = (0..<6).map { _ in
            scopes.map { scope in
                Scope.$singleton.withValue(scope) {
                    [shelf.plain(), shelf.single()].map { ObjectIdentifier($0) }
                }
            }
        }
        for round in rounds {
            #expect(round == rounds[0])
        }
        #expect(Set(rounds[0].joined()).count == 6)
    }

    @Test func `stores instances in a program with one or two singleton scopes`() async {
        await #expect(processExitsWith: .success) {
            let shelf = Shelf()
            func resolvesAgain(_ store: any LinkStore) -> Bool {
                (0..<5).allSatisfy { _ in shelf.single() === store }
            }
            let store = shelf.single()
            precondition(resolvesAgain(store))
            precondition(Shelf().single() === store)
            let cached = shelf.cached()
            let held = shelf.held()
            precondition(shelf.cached() === cached)
            precondition(shelf.held() === held)

            Scope.singleton.reset()
            let other = shelf.single()
            precondition(other !== store)
            precondition(resolvesAgain(other))

            Scope.$singleton.withValue(Scope.Singleton()) {
                let bound = shelf.single()
                precondition(bound !== other)
                precondition(resolvesAgain(bound))
            }
            precondition(resolvesAgain(other))
        }
    }

    @Test func `finds the instance for a parameter only in the current scope`() {
        let factory = shelf.named.scopeOnParameters
        shelf.manager.defaultScope = .cached
        let store = factory("a")
        #expect(factory("a") === store)
        #expect(factory("b") !== store)

        shelf.manager.defaultScope = .session
        let other = factory("a")
        #expect(other !== store)
        #expect(factory("a") === other)
        shelf.reset(options: .scope)
        #expect(factory("a") !== other)
    }

    @Test func `separates the factories of two types of containers that share a manager`() {
        let guest = Guest(manager: shelf.manager)
        for _ in 0..<5 {
            #expect(shelf.anywhere() !== guest.anywhere())
            #expect(shelf.anywhere() === shelf.anywhere())
            #expect(shelf.everywhere() === guest.everywhere())
        }
    }

    @Test(arguments: ScopeProperty.storing, ScopeProperty.storing)
    func `builds a new instance if the scope of a factory changes`(
        _ first: ScopeProperty,
        second: ScopeProperty
    ) {
        let store = first.set(on: shelf.plain)()
        #expect(shelf.plain() === store)
        let other = second.set(on: shelf.plain)()
        #expect((other === store) == (first == second))
        #expect(shelf.plain.isKept)
    }

    @Test func `builds a new instance if another custom scope replaces the scope of a factory`() {
        let store = shelf.plain.scope(.session)()
        #expect(shelf.plain() === store)
        #expect(shelf.plain.scope(.otherSession)() !== store)
    }

    // In another process, because tests bind singleton scopes, and the fast path of singletons is
    // only taken if the program has never bound one.
    @Test func `builds a new instance if the scope changes in a program with one singleton scope`()
        async
    {
        await #expect(processExitsWith: .success) {
            for first in ScopeProperty.storing {
                for second in ScopeProperty.storing {
                    let shelf = Shelf()
                    Scope.singleton.reset()
                    let store = first.set(on: shelf.plain)()
                    let other = second.set(on: shelf.plain)()
                    precondition((other === store) == (first == second))
                    precondition(shelf.plain.graph() !== other)
                }
            }
        }
    }

    @Test func `distinguishes a scope from a released scope at the same address`() {
        func factory() -> Factory<any LinkStore> {
            shelf(key: "store") { MemoryLinkStore() }
        }
        // After this call, the container does not remember the scopes of this factory.
        _ = factory().once()
        for _ in 0..<20 {
            #expect(!factory().scope(Scope.Unique()).isKept)
            #expect(factory().scope(Scope.Cached()).isKept)
        }
    }

    @Test func `a container distinguishes hundreds of factories by their names`() {
        let names = (0..<500).map { StaticString(copying: "name\($0)") }
        func factory(_ name: StaticString) -> Factory<any LinkStore> {
            shelf(name: name) { MemoryLinkStore("\(name)") }.cached
        }
        for _ in 0..<4 {
            for name in names {
                #expect(factory(name)().name == "\(name)")
            }
        }
        shelf.reset(options: .scope)
        #expect(names.map { factory($0)() }.distinct == names.count)
    }

    @Test func `identifies a factory by its name, not by the address of the name`() {
        let names = (0..<3).map { _ in StaticString(copying: "store") }
        func factory(_ index: Int) -> Factory<any LinkStore> {
            shelf(name: names[index]) { MemoryLinkStore() }.cached
        }
        let store = factory(0)()
        let indices = [0, 1, 2, 2, 1, 0]
        for index in indices {
            #expect(factory(index)() === store)
        }
        factory(1).register { EmptyLinkStore() }
        for index in indices {
            #expect(factory(index)().name == "empty")
        }
    }
}

private final class Guest: SharedContainer {
    static let shared = Guest(manager: ContainerManager())
    let manager: ContainerManager

    init(manager: ContainerManager) {
        self.manager = manager
    }
}
