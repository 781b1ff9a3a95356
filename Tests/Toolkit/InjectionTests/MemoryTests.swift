import Injection
import Synchronization
import Testing
import ThreadTesting

/// Tests that the memory of a container is bounded by the instances in use, and that no instance is
/// released while another thread copies it.
@Suite(.timeLimit(.minutes(5))) struct MemoryTests {
    @Test
    func `a registration releases the instance that it replaces, and a reset releases the closure`()
    {
        let shelf = Shelf()
        weak var kept: (any LinkStore)?
        for _ in 0..<5 {
            kept = shelf.cached()
        }
        #expect(kept != nil)
        weak var captured: MemoryLinkStore?
        do {
            let store = MemoryLinkStore("captured")
            captured = store
            shelf.cached.register { store }
        }
        #expect(kept == nil)
        for _ in 0..<5 {
            #expect(shelf.cached() === captured)
        }
        shelf.cached.reset()
        #expect(captured == nil)
        #expect(shelf.cached().name == "memory")
    }

    @Test func `releases singletons with their scope`() {
        let shelf = Shelf()
        weak var first: (any LinkStore)?
        for _ in 0..<20 {
            Scope.$singleton.withValue(Scope.Singleton()) {
                let store = shelf.single()
                #expect(first == nil)
                for _ in 0..<5 {
                    #expect(shelf.single() === store)
                }
                first = store
            }
        }
        #expect(first == nil)
    }

    @Test(arguments: [false, true])
    func `releases the parameters of released instances`(haveHashes: Bool) {
        let shelf = Shelf()
        let created = 200
        let released = Counter()
        let pages = { number in
            shelf.heldPages(
                Parameter(number, hash: haveHashes ? number : 0) { event in
                    // If the container released the parameter while holding its lock, this
                    // resolution would deadlock.
                    if event == .release, shelf.plain().name == "memory" {
                        released.increment()
                    }
                }
            )
        }
        let kept = pages(0)
        for number in 1..<created {
            _ = pages(number)
        }
        #expect(created - released.value <= 16)
        #expect(pages(0) === kept)
    }

    @Test func `releases a container and its instances`() {
        weak var manager: ContainerManager?
        weak var store: (any LinkStore)?
        do {
            let shelf = Shelf()
            for _ in 0..<5 {
                store = shelf.cached()
            }
            manager = shelf.manager
            #expect(store != nil)
        }
        #expect(manager == nil)
        #expect(store == nil)
    }

    @Test(arguments: [Scope.cached, .session, .singleton])
    func `concurrent changes leak no instance, and release no instance too early`(scope: Scope)
        async
    {
        let census = Census()
        let shelf = CensusShelf(census, scope.separate)
        let threads = 4
        _ = await onThreads(threads) { index in
            for round in 0..<2_000 {
                switch (round + index) % 16 {
                case 0:
                    shelf.store.register { Counted(census) }
                case 4:
                    shelf.reset()
                case 8:
                    shelf.store.reset(.scope)
                case 12 where index == 0:
                    shelf.manager.push()
                    shelf.store.reset(.scope)
                    shelf.manager.pop()
                default:
                    break
                }
                #expect(shelf.store().isAlive)
                #expect(shelf.other().isAlive)
            }
        }
        // At most the two instances in the container, plus two in use and one replaced instance for
        // each thread.
        #expect(census.peak.load(ordering: .relaxed) <= 2 + 3 * threads)
        shelf.reset()
        shelf.store.reset()
        shelf.other.reset()
        #expect(census.count.load(ordering: .relaxed) == 0)
    }

    @Test(arguments: [Scope.cached, .singleton])
    func `does not release an instance that another thread has resolved`(scope: Scope) async {
        let shelf = CensusShelf(Census(), scope.separate)
        let resets = Counter()
        let dead = await onThreads(2) { index in
            if index == 0 {
                for _ in 0..<2_000 {
                    shelf.store.reset(.scope)
                    // The first resolution stores an instance, and the others copy it.
                    for _ in 0..<4 {
                        _ = shelf.store()
                    }
                }
                resets.increment()
                return 0
            }
            var dead = 0
            while resets.value == 0 {
                for _ in 0..<100 where !shelf.store().isAlive {
                    dead += 1
                }
            }
            return dead
        }
        #expect(dead == [0, 0])
    }

    @Test func `releases registered closures once no thread runs them`() async {
        let census = Census()
        let shelf = Shelf()
        _ = await onThreads(4) { index in
            for _ in 0..<2_000 {
                if index == 0 {
                    let captured = Counted(census)
                    shelf.plain.register {
                        #expect(captured.isAlive)
                        return MemoryLinkStore()
                    }
                }
                _ = shelf.plain()
            }
        }
        // At most the registered closure, the previous closure, and one running closure for each
        // thread.
        #expect(census.peak.load(ordering: .relaxed) <= 2 + 4)
        shelf.reset()
        #expect(census.count.load(ordering: .relaxed) == 0)
    }

    @Test func `a container can be reset after the threads that built its instances have ended`()
        async
    {
        let shelf = Shelf()
        for _ in 0..<20 {
            _ = await onThreads(20) { _ in
                for _ in 0..<5 {
                    _ = shelf.cached()
                }
            }
            shelf.reset()
        }
        #expect(shelf.cached().name == "memory")
    }
}

extension Shelf {
    fileprivate var heldPages: ParameterFactory<Parameter, any LinkStore> {
        self { _ in MemoryLinkStore() }.scopeOnParameters.shared
    }
}

private final class Census: Sendable {
    let count = Atomic(0)
    let peak = Atomic(0)
}

private final class Counted: Sendable {
    private let census: Census
    private let alive = Atomic(true)

    init(_ census: Census) {
        self.census = census
        let count = census.count.add(1, ordering: .relaxed).newValue
        census.peak.max(count, ordering: .relaxed)
    }

    deinit {
        alive.store(false, ordering: .relaxed)
        census.count.subtract(1, ordering: .relaxed)
    }

    var isAlive: Bool {
        alive.load(ordering: .relaxed)
    }
}

private final class CensusShelf: ManagedContainer {
    let manager = ContainerManager()
    private let census: Census
    private let scope: Scope

    init(_ census: Census, _ scope: Scope) {
        self.census = census
        self.scope = scope
    }

    var store: Factory<Counted> {
        self { Counted(self.census) }.scope(scope)
    }

    var other: Factory<Counted> {
        self { Counted(self.census) }.scope(scope)
    }
}
