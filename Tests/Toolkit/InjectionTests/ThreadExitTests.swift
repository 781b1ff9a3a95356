import Foundation
import Injection
import ProgramTesting
import Testing
import ThreadTesting

/// Tests threads that end while they run a factory. They must leave no state behind for later
/// threads, and no other thread may wait for them forever.
@Suite(.deadlockLimit) struct ThreadExitTests {
    private let shelf = Shelf()

    @Test func `a later thread has neither the depth, the graph nor the trace of an ended thread`()
        async
    {
        let made = Counter()
        let log = Record()
        shelf.manager.logger = { log.add($0) }
        shelf.manager.trace = true
        await exitThreads(atDepth: 100, made)
        let depths = await onThreads(8) { _ in
            let before = Scope.Graph.depth
            let during = shelf(key: "depth") { Scope.Graph.depth }()
            return [before, during]
        }
        #expect(Set(depths) == [[0, 1]])
        #expect(log.lines == Array(repeating: "0: Shelf.depth<Int> = F:value", count: 8))
        let numbers = await onThreads(8) { _ in shelf.inGraph(made)() }
        #expect(Set(numbers) == Set(9...16))
    }

    @Test func `a later thread finds no circular dependency`() async {
        await #expect(processExitsWith: .success) {
            exitWhereTrapped()
            let tests = ThreadExitTests()
            await tests.exitThreads(atDepth: 100)
            // If a thread had left its chain behind, this depth would trigger the check for a
            // cycle.
            let depths = await onThreads(8) { _ in tests.shelf.nested(100) {} }
            #expect(Set(depths) == [100])
        }
    }

    @Test(arguments: Route.allCases)
    fileprivate func `a waiting thread builds the instance if the building thread ends`(
        _ route: Route
    ) async {
        let threads = 4
        let owner = ThreadsOwner()
        let singletons = Scope.Singleton()
        let built = Counter()
        let arrived = Counter()
        let make = { @Sendable () -> any LinkStore in
            if built.increment() == 1 {
                arrived.wait(for: threads)
                Thread.exit()
            }
            return MemoryLinkStore()
        }
        shelf.plain.register(factory: make)
        shelf.named.register { _ in make() }
        Thread { _ = route.resolve(from: shelf, owner, singletons) }.start()
        await built.wait(for: 1)
        let stores = await onThreads(threads, arrivals: arrived) { _ in
            route.resolve(from: shelf, owner, singletons)
        }
        #expect(built.value == 2)
        #expect(stores.compactMap(\.self).count == threads)
        #expect(stores.compactMap(\.self).distinct == 1)
    }

    @Test
    func `a waiting thread builds the instance if another thread ends in a nested construction`()
        async
    {
        let built = Counter()
        let nested = Counter()
        shelf.plain.register {
            if built.increment() == 1 {
                // The thread ends inside the second of two nested constructions.
                _ = shelf.otherSession()
                _ = shelf.cached()
                Thread.exit()
            }
            return MemoryLinkStore()
        }.scope(.cached)
        shelf.cached.register {
            if nested.increment() == 1 {
                _ = shelf.session()
                Thread.exit()
            }
            return MemoryLinkStore()
        }
        Thread { _ = shelf.plain() }.start()
        await nested.wait(for: 1)
        let names = await onThreads(2) { index in
            index == 0 ? shelf.plain().name : shelf.cached().name
        }
        #expect(names == ["memory", "memory"])
    }

    @Test func `a waiting thread calls autoRegister() if the thread that is running it ends`()
        async
    {
        let threads = 4
        let container = AutoContainer()
        let arrived = Counter()
        container.duringRun = { container in
            if container.runs.value == 1 {
                arrived.wait(for: threads)
                Thread.exit()
            }
        }
        Thread { _ = container.store() }.start()
        await container.runs.wait(for: 1)
        let names = await onThreads(threads, arrivals: arrived) { _ in container.store().name }
        #expect(names == Array(repeating: "automatic 2", count: threads))
    }

    @Test func `releases the graph instances of a thread that has ended`() {
        let released = Counter()
        Thread {
            _ = shelf(key: "outermost") { () -> Int in
                _ = shelf(key: "released") {
                    Farewell {
                        _ = shelf.inGraph(Counter())()
                        released.increment()
                    }
                }.graph()
                Thread.exit()
                return 0
            }()
        }.start()
        #expect(released.wait(for: 1))
    }

    /// Runs threads, each of which ends in a factory at the given depth.
    private func exitThreads(atDepth depth: Int, _ made: Counter = Counter()) async {
        let exits = Counter()
        for _ in 0..<8 {
            Thread {
                _ = shelf.nested(depth) {
                    _ = shelf.inGraph(made)()
                    exits.increment()
                    Thread.exit()
                }
            }.start()
        }
        await exits.wait(for: 8)
    }
}

/// A way to resolve an instance that several threads share.
private enum Route: CaseIterable {
    case cached
    case shared
    case singleton
    case parameter
    case lazyWrapper
    case weakLazyWrapper

    func resolve(
        from shelf: Shelf,
        _ owner: ThreadsOwner,
        _ singletons: Scope.Singleton
    ) -> (any LinkStore)? {
        switch self {
        case .cached: shelf.plain.cached()
        case .shared: shelf.plain.shared()
        case .singleton: shelf.plain.scope(singletons)()
        case .parameter: shelf.named.scopeOnParameters.cached("a")
        case .lazyWrapper: Shelf.$shared.withValue(shelf) { owner.lazy }
        case .weakLazyWrapper: Shelf.$shared.withValue(shelf) { owner.weak }
        }
    }
}

extension Shelf {
    fileprivate func inGraph(_ made: Counter) -> Factory<Int> {
        self(key: "in graph") { made.increment() }.graph
    }

    /// Runs a factory that resolves itself `depth` times, and returns the number of nested
    /// resolutions.
    fileprivate func nested(_ depth: Int, _ innermost: @escaping @Sendable () -> Void) -> Int {
        let factory = self(key: "nested") { (level: Int) -> Int in
            if level > 0 {
                return self.nested(level - 1, innermost) + 1
            }
            innermost()
            return 0
        }
        return factory(depth)
    }
}
