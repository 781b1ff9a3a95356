import Injection
import InjectionTesting
import Synchronization
import Testing
import ThreadTesting

/// Tests that a container retains no more than the instances in use, and releases them with the
/// last reference to it.
@Suite(.expectsRelease, .container, .deadlockLimit)
struct InstanceLifetimeTests {
    @Test(arguments: Storage.all)
    fileprivate func `releases the instances that a test and its child tasks resolved`(
        storage: Storage
    ) async throws {
        async let child = storage.resolve()
        let instance = try await storage.resolve()
        let next = try await child
        #expect((instance === next) == storage.keepsInstances)
    }

    @Test func `releases the instance that a failed construction resolved`() async {
        let failing: AsyncFactory<Tracked> = Container.shared(key: "failing") {
            _ = try await trackedLater.cached()
            throw Failure()
        }
        await #expect(throws: Failure.self) { try await failing.cached() }
    }

    @Test(arguments: [Scope.cached, .session, .singleton])
    func `concurrent changes leak no instance, and release no instance too early`(scope: Scope)
        async
    {
        let shelf = Shelf()
        // The test releases its singleton scope, and thereby the instances.
        let scope = scope is Scope.Singleton ? Scope.Singleton() : scope
        let census = Census.current
        let threads = 4
        _ = await onThreads(threads) { index in
            Census.$current.withValue(census) {
                for round in 0..<2_000 {
                    let tracked = shelf(key: "tracked") { Tracked() }.scope(scope)
                    let other = shelf(key: "other") { Tracked() }.scope(scope)
                    switch (round + index) % 16 {
                    case 0:
                        tracked.register { Tracked() }
                    case 4:
                        shelf.reset()
                    case 8:
                        tracked.reset(.scope)
                    case 12 where index == 0:
                        shelf.manager.push()
                        tracked.reset(.scope)
                        shelf.manager.pop()
                    default:
                        break
                    }
                    // The first resolution may build an instance, and the others copy it.
                    let dead = (0..<10).count { _ in !tracked().isAlive || !other().isAlive }
                    #expect(dead == 0)
                }
            }
        }
        // At most the two instances in the container, plus two in use and one replaced instance for
        // each thread.
        #expect(census.peak.load(ordering: .relaxed) <= 2 + 3 * threads)
    }

    @Test(arguments: [false, true])
    func `releases the parameters of released instances`(haveHashes: Bool) {
        let shelf = Shelf()
        let pages = shelf(key: "page") { (_: Parameter) in Tracked() }.scopeOnParameters.shared
        let created = 200
        let released = Counter()
        let page = { number in
            pages(
                Parameter(number, hash: haveHashes ? number : 0) { event in
                    // If the container released the parameter while holding its lock, this
                    // resolution would deadlock.
                    if event == .release, shelf.plain().name == "memory" {
                        released.increment()
                    }
                }
            )
        }
        let kept = page(0)
        for number in 1..<created {
            _ = page(number)
        }
        #expect(created - released.value <= 16)
        #expect(page(0) === kept)
    }
}

/// A way in which a container stores an instance.
private struct Storage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var keepsInstances = true
    let resolve: @Sendable () async throws -> Tracked

    static let all = [
        Storage(testDescription: "unique", keepsInstances: false) { tracked() },
        Storage(testDescription: "graph", keepsInstances: false) { tracked.graph() },
        Storage(testDescription: "cached") { tracked.cached() },
        Storage(testDescription: "shared") { tracked.shared() },
        Storage(testDescription: "singleton") { tracked.singleton() },
        Storage(testDescription: "time to live") { tracked.cached.timeToLive(3600)() },
        Storage(testDescription: "closer") { tracked.cached.onShutdown { _ in }() },
        Storage(testDescription: "parameter") {
            Container.shared(key: "parameter") { (_: Int) in Tracked() }.scopeOnParameters.cached(1)
        },
        Storage(testDescription: "asynchronous") { try await trackedLater.cached() },
        Storage(testDescription: "asynchronous singleton") { try await trackedLater.singleton() },
    ]
}

private var tracked: Factory<Tracked> { Container.shared(key: "tracked") { Tracked() } }
private var trackedLater: AsyncFactory<Tracked> {
    Container.shared(key: "later") { await Tracked.load() }
}

private struct Failure: Error {}

// MARK: - Counting

/// An object that is counted by its test.
private final class Tracked: Sendable {
    private let census = Census.current
    private let alive = Atomic(true)

    init() {
        let built = census.built.add(1, ordering: .relaxed).newValue
        census.peak.max(built - census.releasedCount, ordering: .relaxed)
    }

    deinit {
        alive.store(false, ordering: .relaxed)
        census.released.add(1, ordering: .relaxed)
    }

    var isAlive: Bool {
        alive.load(ordering: .relaxed)
    }

    static func load() async -> Tracked {
        await Task.yield()
        return Tracked()
    }
}

/// The numbers of objects that one test built and released, and the highest number of objects that
/// existed at the same time.
private final class Census: Sendable {
    @TaskLocal static var current = Census()
    let built = Atomic(0)
    let released = Atomic(0)
    let peak = Atomic(0)

    var builtCount: Int { built.load(ordering: .relaxed) }
    var releasedCount: Int { released.load(ordering: .relaxed) }
}

/// A trait that encloses `.container`, and expects that no object outlives the test.
private struct ReleaseTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let census = Census()
        try await Census.$current.withValue(census) { try await function() }
        await eventually { census.releasedCount == census.builtCount }
        #expect(census.builtCount > 0, sourceLocation: test.sourceLocation)
        #expect(census.releasedCount == census.builtCount, sourceLocation: test.sourceLocation)
    }
}

extension Trait where Self == ReleaseTrait {
    fileprivate static var expectsRelease: Self { Self() }
}
