import Injection
import InjectionTesting
import Testing
import ThreadTesting

struct ShelfLockedError: Error, Equatable {}

final class AsyncShelf: SharedContainer {
    @TaskLocal static var shared = AsyncShelf()
    let manager = ContainerManager()
    let made = Counter()
    private let onBuild: @Sendable () async -> Void
    init(onBuild: @escaping @Sendable () async -> Void = {}) {
        self.onBuild = onBuild
    }
    convenience init(_ begun: Counter, _ go: Counter) {
        self.init(onBuild: { await begun.increment(waitingFor: go) })
    }
    var plain: AsyncFactory<any LinkStore> { self { await self.make() } }
    var unique: AsyncFactory<any LinkStore> { self { await self.make() }.unique }
    var cached: AsyncFactory<any LinkStore> { self { await self.make() }.cached }
    var held: AsyncFactory<any LinkStore> { self { await self.make() }.shared }
    var single: AsyncFactory<any LinkStore> { self { await self.make() }.singleton }
    var session: AsyncFactory<any LinkStore> { self { await self.make() }.scope(.session) }
    var optional: AsyncFactory<MemoryLinkStore?> { self { nil }.cached }
    var named: AsyncParameterFactory<String, any LinkStore> { self { MemoryLinkStore($0) } }

    private func make() async -> any LinkStore {
        await onBuild()
        return MemoryLinkStore("\(made.increment())")
    }
}

extension AsyncFactory<any LinkStore> {
    var isKept: Bool {
        get async throws {
            let first = try await self()
            return try await self() === first
        }
    }
}

extension Trait where Self == ContainerTrait<AsyncShelf> {
    static var asyncShelf: Self { Self(shared: AsyncShelf.$shared, container: AsyncShelf()) }
}

/// Waits until a condition is true, and returns `false` if that takes more than 30 seconds.
///
/// The task of a construction may release the result slightly later than the tasks that wait for
/// it.
@discardableResult
func eventually(_ condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while !condition(), ContinuousClock.now < end {
        await Task.yield()
    }
    return condition()
}

/// Starts tasks that run the body, and returns when each of them is suspended or has ended.
@MainActor func waiting<T: Sendable>(
    _ count: Int,
    _ body: @escaping @MainActor () async throws -> T
) async -> [Task<T, any Error>] {
    let arrived = Counter()
    let tasks = (0..<count).map { _ in
        Task {
            Task { arrived.increment() }
            return try await body()
        }
    }
    await arrived.wait(for: count)
    return tasks
}
