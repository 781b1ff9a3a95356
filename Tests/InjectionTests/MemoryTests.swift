import Injection
import Synchronization
import Testing
import ThreadTesting

/// The memory of a container is bounded by the instances in use, and nothing is freed while another thread reads it.
@Suite(.timeLimit(.minutes(5))) struct MemoryTests {
    @Test func `releases an instance that a registration replaces, and a registered closure on reset`() {
        let shelf = Shelf()
        weak var kept: (any LinkStore)?
        for _ in 0..<5 { kept = shelf.cached() }
        #expect(kept != nil)
        weak var captured: MemoryLinkStore?
        do {
            let store = MemoryLinkStore("captured")
            captured = store
            shelf.cached.register { store }
        }
        #expect(kept == nil)
        for _ in 0..<5 { #expect(shelf.cached() === captured) }
        shelf.cached.reset()
        #expect(captured == nil)
        #expect(shelf.cached().name == "memory")
    }

    @Test func `releases singletons with their scope`() {
        let shelf = Shelf()
        weak var first: (any LinkStore)?
        for _ in 0..<20 {
            Scope.$singleton.withValue(Scope.Singleton()) {
                let store = (0..<5).map { _ in shelf.single() }.last
                #expect(first == nil && store === shelf.single())
                first = store
            }
        }
        #expect(first == nil)
    }

    @Test func `releases a container and its instances`() {
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

    @Test(arguments: [Scope.cached, .session, .singleton])
    func `releases all instances after concurrent changes, none of them early`(scope: Scope) async {
        let census = Census()
        let (shelf, threads) = (CensusShelf(census, scope.separate), 4)
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
        // The instances of the container, and for each thread the one in use and one that it replaces.
        #expect(census.peak.load(ordering: .relaxed) <= 2 + 3 * threads)
        shelf.reset()
        shelf.store.reset()
        shelf.other.reset()
        #expect(census.count.load(ordering: .relaxed) == 0)
    }

    @Test(arguments: [Scope.cached, .singleton])
    func `releases an instance only after other threads have read it`(scope: Scope) async {
        let (shelf, resets) = (CensusShelf(Census(), scope.separate), Counter())
        let dead = await onThreads(2) { index in
            if index == 0 {
                for _ in 0..<2_000 {
                    shelf.store.reset(.scope)
                    // The container resolves without a lock from the third time on.
                    for _ in 0..<4 { _ = shelf.store() }
                }
                resets.increment()
                return 0
            }
            var dead = 0
            while resets.value == 0 { for _ in 0..<100 where !shelf.store().isAlive { dead += 1 } }
            return dead
        }
        #expect(dead == [0, 0])
    }

    @Test func `releases registered closures once no thread runs them`() async {
        let (census, shelf) = (Census(), Shelf())
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

    @Test func `does not wait for threads that have ended`() async {
        let shelf = Shelf()
        for _ in 0..<20 {
            _ = await onThreads(20) { _ in
                for _ in 0..<5 { _ = shelf.cached() }
            }
            shelf.reset()
        }
        #expect(shelf.cached().name == "memory")
    }

    // Runs in a separate process, because a long read delays all writers.
    @Test func `a writer sleeps until a suspended reader has read the instance`() async {
        await #expect(processExitsWith: .success) {
            let (published, begun, rounds) = (Published(), Counter(), Counter())
            _ = await onThreads(2) { index in
                if index == 0 {
                    let section = published.reference.read(on: .current)
                    begun.increment()
                    precondition(rounds.wait(for: 110))
                    precondition(section.end(with: String.self) == "published")
                } else {
                    begun.wait(for: 1)
                    let old = published.reference.replace(with: .none)
                    ThreadState.release([old].compactMap(\.self)) { rounds.increment() }
                }
            }
            precondition(rounds.value >= 110)
        }
    }
}

private final class Published: Sendable {
    let reference = PublishedReference()
    init() { _ = reference.replace(with: .instance, Box("published")) }
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

    var isAlive: Bool { alive.load(ordering: .relaxed) }
}

private final class CensusShelf: ManagedContainer {
    let manager = ContainerManager()
    private let census: Census
    private let scope: Scope
    init(_ census: Census, _ scope: Scope) { (self.census, self.scope) = (census, scope) }
    var store: Factory<Counted> { self { Counted(self.census) }.scope(scope) }
    var other: Factory<Counted> { self { Counted(self.census) }.scope(scope) }
}
