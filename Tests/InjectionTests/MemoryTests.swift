import Injection
import Synchronization
import Testing
import ThreadTesting

/// Memory is bounded by what is in use, and nothing is freed while another thread reads it.
struct MemoryTests {
    @Test(arguments: [Scope.cached, .session, .singleton])
    func `endless changes leave no instances behind`(scope: Scope) async {
        let census = Census()
        let shelf = CensusShelf(census, scope is Scope.Singleton ? Scope.Singleton() : scope)
        let threads = 4
        _ = await onThreads(threads) { index in
            for round in 0..<2_000 {
                switch (round + index) % 16 {
                case 0: shelf.store.register { Counted(census) }
                case 4: shelf.reset()
                case 8: shelf.store.reset(.scope)
                case 12 where index == 0:
                    shelf.manager.push()
                    shelf.store.reset(.scope)
                    shelf.manager.pop()
                default: break
                }
                #expect(shelf.store().isAlive)
                #expect(shelf.other().isAlive)
            }
        }
        // Those that the container keeps, and for each thread the one that it has in hand and one that it replaces.
        #expect(census.peak.load(ordering: .relaxed) <= 2 + 3 * threads)
        shelf.reset()
        shelf.store.reset()
        shelf.other.reset()
        #expect(census.count.load(ordering: .relaxed) == 0)
    }

    @Test func `closures that are registered while others run them live until they are done`() async {
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
        #expect(census.peak.load(ordering: .relaxed) <= 2 + 4)
        shelf.reset()
        #expect(census.count.load(ordering: .relaxed) == 0)
    }

    @Test func `threads that end are forgotten`() async {
        let shelf = Shelf()
        for _ in 0..<20 {
            _ = await onThreads(20) { _ in
                for _ in 0..<5 { _ = shelf.cached() }
            }
            // Waits for the readers there are, and would for those there were.
            shelf.reset()
        }
        #expect(shelf.cached().name == "memory")
    }

    @Test func `a container goes with its answers`() {
        weak var manager: ContainerManager?
        weak var store: (any LinkStore)?
        do {
            let shelf = Shelf()
            for _ in 0..<5 { store = shelf.cached() }
            manager = shelf.manager
            #expect(store != nil)
        }
        #expect(manager == nil && store == nil)
    }
}

/// How many instances there are, and were at most.
private final class Census: Sendable {
    let count = Atomic(0)
    let peak = Atomic(0)
}

/// An instance that knows whether it is still one.
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

    var isAlive: Bool { alive.load(ordering: .relaxed) }
}

private final class CensusShelf: ManagedContainer {
    let manager = ContainerManager()
    private let census: Census
    // As `Scope` is Sendable and a test chooses.
    private let scope: Scope

    init(_ census: Census, _ scope: Scope) {
        self.census = census
        self.scope = scope
    }

    var store: Factory<Counted> { self { Counted(self.census) }.scope(scope) }
    var other: Factory<Counted> { self { Counted(self.census) }.scope(scope) }
}
