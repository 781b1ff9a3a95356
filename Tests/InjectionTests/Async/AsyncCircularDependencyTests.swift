import Injection
import InjectionTesting
import Testing

@Suite(.container, .timeLimit(.minutes(1)))
struct AsyncCircularDependencyTests {
    private let circle = Circle()

    @Test func `a circle in one task is thrown and names every link`() async throws {
        let error = await #expect(throws: CircularDependencyError.self) { _ = try await circle.first() }
        #expect(error?.chain == ["Circle.first", "Circle.second", "Circle.third", "Circle.first"])
        let way = "Circle.first → Circle.second → Circle.third → Circle.first"
        #expect(error?.description.hasPrefix("Circular dependency: \(way). To break it, ") == true)
    }

    @Test func `a circle of unique factories is thrown`() async throws {
        let error = await #expect(throws: CircularDependencyError.self) { _ = try await circle.left() }
        #expect(error?.chain == ["Circle.left", "Circle.right", "Circle.left"])
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
}

private final class Circle: ManagedContainer {
    let manager = ContainerManager()

    var first: AsyncFactory<Int> { self { try await self.second() }.cached }
    var second: AsyncFactory<Int> { self { try await self.third() }.cached }
    var third: AsyncFactory<Int> { self { try await self.first() }.cached }

    var left: AsyncFactory<Int> { self { try await self.right() } }
    var right: AsyncFactory<Int> { self { try await self.left() } }
}
