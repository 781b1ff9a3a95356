import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container, .deadlockLimit) struct AsyncCycleTests {
    private let ring = Ring()

    @Test func `the error for a cycle names every factory`() async throws {
        let error = await #expect(throws: CircularDependencyError.self) { try await ring.first() }
        #expect(error?.chain == ["Ring.first", "Ring.second", "Ring.third", "Ring.first"])
        let chain = "Ring.first → Ring.second → Ring.third → Ring.first"
        let remedy = "To break the cycle, resolve one of them on first use, not while "
        #expect(
            error?.description == "Circular dependency: \(chain). \(remedy)another one is built."
        )
        #expect(ring.manager.isEmpty(.scope))
    }

    @Test
    func `finds infinite recursion, and cycles of one factory, unique factories or child tasks`()
        async throws
    {
        let repeating = ring.depth.register { try await ring.depth($0) }
        await #expect(throws: CircularDependencyError.self) { try await repeating(1) }
        ring.third.register {
            async let first = ring.first()
            async let leaf = ring.leaf()
            return try await first + leaf
        }
        await #expect(throws: CircularDependencyError.self) { try await ring.second() }
        ring.first.register { try await ring.first() }
        let own = await #expect(throws: CircularDependencyError.self) { try await ring.first() }
        #expect(own?.chain == ["Ring.first", "Ring.first"])
        let unique = await #expect(throws: CircularDependencyError.self) { try await ring.left() }
        #expect(unique?.chain == ["Ring.left", "Ring.right", "Ring.left"])
    }

    @Test func `allows a factory to await itself with other parameters`() async throws {
        #expect(try await ring.depth(100) == 100)
        #expect(try await ring.stairs(100) == 100)
    }

    @Test func `two tasks that wait for each other both throw an error`() async throws {
        let building = Counter()
        for (factory, other) in [(ring.third, ring.second), (ring.second, ring.third)] {
            factory.register {
                building.increment()
                await building.wait(for: 2)
                return try await other()
            }
        }
        let tasks = [ring.third, ring.second].map { factory in Task { try await factory() } }
        for task in tasks {
            await #expect(throws: CircularDependencyError.self) { try await task.value }
        }
        #expect(ring.manager.isEmpty(.scope))
    }

    @Test func `allows several factories to await one dependency at the same time`() async throws {
        for _ in 0..<50 {
            ring.third.register { try await ring.leaf() }
            for factory in [ring.second, ring.first] {
                factory.register { try await ring.third() }
            }
            ring.top.register {
                async let first = ring.first()
                async let second = ring.second()
                return try await first + second
            }
            #expect(try await ring.top() == 2)
        }
    }

    @Test func `allows a task that a factory starts to resolve the factory after the construction`()
        async throws
    {
        let go = Counter()
        let late = LockedValue<Task<Int, any Error>?>(nil)
        ring.first.register {
            let task = Task {
                await go.wait(for: 1)
                return try await ring.first() + ring.left()
            }
            late.withLock { $0 = task }
            return 1
        }
        ring.left.register { try await ring.first() }
        #expect(try await ring.first() == 1)
        go.increment()
        #expect(try await late.withLock { $0 }?.value == 2)
    }

    @Test func `treats a task that a factory starts as a part of the construction`()
        async throws
    {
        ring.first.register {
            let inherits = Task { try await ring.first() }
            await #expect(throws: CircularDependencyError.self) { try await inherits.value }
            let detached = Task.detached { try await ring.first() }
            detached.cancel()
            await #expect(throws: CancellationError.self) { try await detached.value }
            return 1
        }
        #expect(try await ring.first() == 1)
    }

    @Test func `distinguishes factories with the same name in two containers`() async throws {
        let inner = Ring()
        inner.first.register { 1 }
        ring.first.register { try await inner.first() }
        #expect(try await ring.first() == 1)
    }
}

private final class Ring: ManagedContainer {
    let manager = ContainerManager()
    var top: AsyncFactory<Int> { self { 0 } }
    var first: AsyncFactory<Int> { self { try await self.second() }.cached }
    var second: AsyncFactory<Int> { self { try await self.third() }.cached }
    var third: AsyncFactory<Int> { self { try await self.first() }.cached }
    var leaf: AsyncFactory<Int> { self { 1 }.cached }
    var left: AsyncFactory<Int> { self { try await self.right() } }
    var right: AsyncFactory<Int> { self { try await self.left() } }
    var depth: AsyncParameterFactory<Int, Int> {
        self { $0 == 0 ? 0 : try await self.depth($0 - 1) + 1 }
    }
    var stairs: AsyncParameterFactory<Int, Int> {
        self { $0 == 0 ? 0 : try await self.stairs($0 - 1) + 1 }.scopeOnParameters.cached
    }
}
