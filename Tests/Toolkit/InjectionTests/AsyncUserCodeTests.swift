import Foundation
import Injection
import ProgramTesting
import Testing
import ThreadTesting

/// Tests that the user code of asynchronous factories and of a shutdown never runs under a lock.
///
/// Each test runs in a separate process, which an alarm ends if its tasks deadlock.
@Suite(.timeLimit(.minutes(5))) struct AsyncUserCodeTests {
    @Test(arguments: AsyncUse.all.indices)
    func `user code of an asynchronous factory can resolve other factories`(index: Int) async {
        await #expect(processExitsWith: .success) { [index] in
            exitWhereTrapped()
            _ = alarm(60)
            let use = AsyncUse.all[index]
            let house = House()
            try await use.run(house)
            let uses = await house.uses(including: use.expected)
            #expect(uses == use.expected, "\(use.name): \(uses)")
        }
    }

    @Test func `a deinitializer can resolve in a program with one singleton scope`() async {
        await #expect(processExitsWith: .success) {
            exitWhereTrapped()
            _ = alarm(60)
            let house = House()
            let singletons = Scope.singleton
            _ = house.single()
            singletons.reset()
            #expect(house.uses.lines == ["single"])
            _ = house.single()
            house.single.reset(.scope)
            #expect(house.uses.lines == ["single", "single"])
        }
    }
}

/// An operation in which a task calls user code or releases objects whose deinitializers are user
/// code.
private struct AsyncUse: Sendable {
    let name: String
    let expected: Set<String>
    let run: @Sendable (House) async throws -> Void

    init(
        _ name: String,
        _ expected: Set<String>,
        run: @escaping @Sendable (House) async throws -> Void
    ) {
        self.name = name
        self.expected = expected
        self.run = run
    }

    static let all: [AsyncUse] = calls + releases + shutdowns

    private static let calls: [AsyncUse] = [
        AsyncUse("hash", ["hash"]) { house in
            let key = Parameter(1) { if $0 == .hash { house.use("hash") } }
            _ = try await house.rooms(key)
        },
        AsyncUse("comparison", ["comparison"]) { house in
            let room = try await house.rooms(Parameter(1))
            let key = Parameter(1) { if $0 == .comparison { house.use("comparison") } }
            let same = try await house.rooms(key)
            #expect(room === same)
        },
        AsyncUse("closure", ["closure"]) { house in
            house.room.register {
                house.use("closure")
                _ = try await house.other()
                return Farewell {}
            }
            _ = try await house.room()
        },
        AsyncUse("decorator of a factory", ["factory"]) { house in
            house.room.decorator { _ in house.use("factory") }
            _ = try await house.room()
            _ = try await house.room()
        },
        AsyncUse("decorator of a container", ["container"]) { house in
            house.decorator { _ in house.use("container") }
            _ = try await house.room()
            _ = try await house.room()
        },
        AsyncUse("clock", ["clock"]) { house in
            house.manager.now = {
                house.use("clock")
                return .zero
            }
            house.room.timeToLive(1)
            _ = try await house.room()
            _ = try await house.room()
        },
    ]

    private static let releases: [AsyncUse] = [
        AsyncUse("end of a graph", ["graph"]) { house in
            house.room.register {
                _ = try await house.inGraph()
                return Farewell {}
            }
            _ = try await house.room()
        },
        AsyncUse("cancellation", ["canceled"]) { house in
            let building = Building()
            house.room.register {
                let held = house.farewell("canceled")
                await building.run()
                try Task.checkCancellation()
                return held
            }
            let task = Task { try await house.room() }
            await building.begun.wait(for: 1)
            task.cancel()
            await building.go.add()
            _ = await task.error
            await house.shutdown()
        },
    ]

    private static let shutdowns: [AsyncUse] = [
        AsyncUse("closers", ["closer", "instance"]) { house in
            house.room.onShutdown { _ in
                _ = try await house.other()
                house.use("closer")
            }
            try await house.keepRoom()
            await house.shutdown()
        },
        AsyncUse("instances and parameters", ["instance", "key"]) { house in
            try await house.stock()
            await house.shutdown()
        },
        AsyncUse("singletons", ["single"]) { house in
            house.single.onShutdown { _ in }
            _ = house.single()
            await house.shutdown()
        },
        AsyncUse("saved instances", ["instance", "key"]) { house in
            try await house.stock()
            house.manager.push()
            house.rooms.reset(.scope)
            await house.shutdown()
        },
    ]
}

/// A container whose instances and parameters call `use(_:)` when they are released.
private final class House: ManagedContainer {
    let manager = ContainerManager()
    let uses = Record()
    @TaskLocal private static var isInUse = false

    var room: AsyncFactory<Farewell> { self { self.farewell("instance") }.cached }
    var other: AsyncFactory<any LinkStore> { self { MemoryLinkStore() }.cached }
    var inGraph: AsyncFactory<Farewell> { self { self.farewell("graph") }.graph }
    var single: Factory<Farewell> { self { self.farewell("single") }.singleton }
    var rooms: AsyncParameterFactory<Parameter, Farewell> {
        self { _ in self.farewell("instance") }.scopeOnParameters.cached
    }

    var used: Factory<any LinkStore> { self { MemoryLinkStore() }.cached }
    var usedSingle: Factory<any LinkStore> { self { MemoryLinkStore() }.singleton }
    var usedPage: ParameterFactory<String, any LinkStore> {
        self { MemoryLinkStore($0) }.scopeOnParameters.cached
    }

    /// Resolves from this container, and records the name and whether a result is wrong. Does
    /// nothing if it is called recursively.
    func use(_ name: String) {
        if Self.isInUse {
            return
        }
        Self.$isInUse.withValue(true) {
            let page = usedPage(name)
            let isRight = used.isKept && usedSingle.isKept && usedPage(name) === page
            uses.add(isRight ? name : "wrong answer: \(name)")
        }
    }

    /// Waits for the expected names, then returns the recorded names.
    ///
    /// The task of a construction may release the result on another thread after the caller has
    /// received the result.
    func uses(including expected: Set<String>) async -> Set<String> {
        let end = ContinuousClock.now + .seconds(30)
        while !expected.isSubset(of: uses.lines), ContinuousClock.now < end {
            await Task.yield()
        }
        return Set(uses.lines)
    }

    func farewell(_ name: String) -> Farewell {
        Farewell { [weak self] in
            self?.use(name)
        }
    }

    /// Resolves `rooms` with a parameter and a closure that use the container when they are
    /// released.
    func stock() async throws {
        register(farewell("closure"))
        _ = try await rooms(
            Parameter(1) { [weak self] event in
                if event == .release {
                    self?.use("key")
                }
            }
        )
    }

    /// Resolves `room` in a separate function, so that only the container retains the instance.
    func keepRoom() async throws {
        _ = try await room()
    }

    private func register(_ held: Farewell) {
        rooms.register { [unowned self] _ in
            withExtendedLifetime(held) {}
            return farewell("instance")
        }
    }
}
