import Foundation
import Injection
import ProgramTesting
import Testing
import ThreadTesting

/// A thread that ends in a factory leaves no state behind for a later thread.
@Suite(.timeLimit(.minutes(5))) struct ThreadExitTests {
    private let shelf = Shelf()

    @Test func `a later thread runs no factory`() async {
        await exitThreads(atDepth: 100)
        let shelf = shelf
        let depths = await onThreads(8) { _ in
            let before = Scope.Graph.depth
            let during = shelf(key: "depth") { Scope.Graph.depth }()
            return [before, during]
        }
        #expect(Set(depths) == [[0, 1]])
    }

    @Test func `a later thread has a graph of its own`() async {
        let made = Counter()
        await exitThreads(atDepth: 1, made)
        let shelf = shelf
        let numbers = await onThreads(8) { _ in shelf.inGraph(made)() }
        #expect(made.value == 16)
        #expect(Set(numbers) == Set(9...16))
    }

    @Test func `a later thread finds no circular dependency`() async {
        await #expect(processExitsWith: .success) {
            exitWhereTrapped()
            let tests = ThreadExitTests()
            await tests.exitThreads(atDepth: 100)
            // Deep enough for the check of the chain.
            let depths = await onThreads(8) { _ in tests.shelf.nested(100) {} }
            #expect(Set(depths) == [100])
        }
    }

    /// Runs threads that each end in a factory of some depth.
    private func exitThreads(atDepth depth: Int, _ made: Counter = Counter()) async {
        let shelf = shelf
        let (exits, continuation) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<8 {
            Thread {
                _ = shelf.nested(depth) {
                    _ = shelf.inGraph(made)()
                    continuation.yield()
                    Thread.exit()
                }
            }.start()
        }
        for await _ in exits.prefix(8) {}
    }
}

extension Shelf {
    fileprivate func inGraph(_ made: Counter) -> Factory<Int> {
        self(key: "in graph") { made.increment() }.graph
    }

    /// Runs a factory that resolves itself some times, and returns how often it did.
    fileprivate func nested(_ depth: Int, _ innermost: @escaping () -> Void) -> Int {
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
