import Injection
import InjectionTesting
import Testing

@Suite(.container, .timeLimit(.minutes(5)))
struct AsyncCircularDependencyTests {
    private let circle = Circle()

    @Test func `a circle in one task is thrown and names every link`() async throws {
        let error = await #expect(throws: CircularDependencyError.self) { try await circle.first() }
        #expect(error?.chain == ["Circle.first", "Circle.second", "Circle.third", "Circle.first"])
        let way = "Circle.first → Circle.second → Circle.third → Circle.first"
        #expect(error?.description.hasPrefix("Circular dependency: \(way). To break it, ") == true)
        #expect(circle.manager.isEmpty(.scope))
    }

    @Test func `a factory that awaits itself is a circle`() async throws {
        let circle = circle
        circle.first.register { try await circle.first() }
        let error = await #expect(throws: CircularDependencyError.self) { try await circle.first() }
        #expect(error?.chain == ["Circle.first", "Circle.first"])
    }

    @Test func `a circle of factories that keep nothing is thrown`() async throws {
        let error = await #expect(throws: CircularDependencyError.self) { try await circle.left() }
        let left = ["Circle.left", "Circle.right", "Circle.left"]
        #expect([left, ["Circle.right", "Circle.left", "Circle.right"]].contains(error?.chain))
    }

    @Test func `a factory may resolve itself with another parameter`() async throws {
        #expect(try await circle.depth(25) == 25)
        await #expect(throws: CircularDependencyError.self) { try await circle.depth(200) }
    }

    @Test func `a circle of tasks that wait for each other is thrown in both`() async throws {
        let building = Tally()
        for (factory, other) in [(circle.third, circle.second), (circle.second, circle.third)] {
            factory.register {
                await building.add()
                await building.wait(for: 2)
                return try await other()
            }
        }
        let tasks = [circle.third, circle.second].map { factory in Task { try await factory() } }
        for task in tasks { #expect(await task.error is CircularDependencyError) }
        #expect(circle.manager.isEmpty(.scope))
    }

    @Test func `a circle by way of child tasks is thrown`() async throws {
        let circle = circle
        circle.third.register {
            async let first = circle.first()
            async let leaf = circle.leaf()
            return try await first + leaf
        }
        await #expect(throws: CircularDependencyError.self) { try await circle.second() }
    }

    @Test func `what several factories need at once is no circle`() async throws {
        let circle = circle
        for _ in 0..<50 {
            circle.third.register { try await circle.leaf() }
            for factory in [circle.second, circle.first] { factory.register { try await circle.third() } }
            circle.top.register {
                async let first = circle.first()
                async let second = circle.second()
                return try await first + second
            }
            #expect(try await circle.top() == 2)
        }
    }

    @Test func `a task that a factory started may resolve it once it is built`() async throws {
        let (go, started) = (Tally(), Tally())
        let circle = circle
        let late = Locked<Task<Int, any Error>?>(nil)
        circle.first.register {
            let task = Task {
                await go.wait(for: 1)
                return try await circle.first() + circle.left()
            }
            late.withLock { $0 = task }
            await started.add()
            return 1
        }
        circle.left.register { try await circle.first() }
        #expect(try await circle.first() == 1)
        await go.add()
        #expect(try await late.withLock { $0 }?.value == 2)
    }

    @Test func `a task that a factory started counts as part of it until it is built`() async throws {
        let circle = circle
        circle.first.register {
            let inherits = Task { try await circle.first() }
            #expect(await inherits.error is CircularDependencyError)
            let detached = Task.detached { try await circle.first() }
            detached.cancel()
            #expect(await detached.error is CancellationError)
            return 1
        }
        #expect(try await circle.first() == 1)
    }

    @Test func `factories of one name in two containers are no circle`() async throws {
        let inner = Circle()
        inner.first.register { 1 }
        circle.first.register { try await inner.first() }
        #expect(try await circle.first() == 1)
    }
}

private final class Circle: ManagedContainer {
    let manager = ContainerManager()

    var top: AsyncFactory<Int> { self { 0 } }
    var first: AsyncFactory<Int> { self { try await self.second() }.cached }
    var second: AsyncFactory<Int> { self { try await self.third() }.cached }
    var third: AsyncFactory<Int> { self { try await self.first() }.cached }
    var leaf: AsyncFactory<Int> { self { 1 }.cached }

    var left: AsyncFactory<Int> { self { try await self.right() } }
    var right: AsyncFactory<Int> { self { try await self.left() } }

    var depth: AsyncParameterFactory<Int, Int> { self { $0 == 0 ? 0 : try await self.depth($0 - 1) + 1 } }
}
