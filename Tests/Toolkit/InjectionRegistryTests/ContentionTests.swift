import Foundation
import InjectionRegistry
import Testing
import ThreadTesting

@Suite(.deadlockLimit) struct ContentionTests {
    @Test func `builds an instance once for threads that resolve the instance by different types`()
        async throws
    {
        for _ in 0..<50 {
            let made = Counter()
            let arrived = Counter()
            let registry = Registry {
                Shared { () -> RouterLive in
                    made.increment()
                    arrived.wait(for: 8)
                    return RouterLive()
                }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
            }
            let child = registry.child {}
            let results = await onThreads(8, arrivals: arrived) { index in
                let registry = index < 4 ? registry : child
                return Result { () -> ObjectIdentifier in
                    let router: AnyObject =
                        switch index % 3 {
                        case 0: try registry.resolve(RouterLive.self)
                        case 1: try registry.resolve((any Router).self)
                        default: try registry.resolve((any DeeplinkHandler).self)
                        }
                    return ObjectIdentifier(router)
                }
            }
            let routers = try results.map { try $0.get() }
            #expect(made.value == 1)
            #expect(Set(routers).count == 1)
        }
    }

    @Test(arguments: [false, true])
    func `a waiting thread builds a service if the thread that began to build it ends`(
        isPreparation: Bool
    ) async throws {
        let threads = 4
        let made = Counter()
        let arrived = Counter()
        let end = { @Sendable in
            if made.increment() == 1 {
                arrived.wait(for: threads)
                Thread.exit()
            }
        }
        let registry = Registry {
            Shared { () -> MemoryLinkStore in
                if !isPreparation {
                    end()
                }
                return MemoryLinkStore()
            }
        }
        if isPreparation {
            registry.beforeFirstResolution { _ in end() }
        }
        Thread { _ = try? registry.resolve(MemoryLinkStore.self) }.start()
        await made.wait(for: 1)
        let results = await onThreads(threads, arrivals: arrived) { _ in
            Result { try registry.resolve(MemoryLinkStore.self) }
        }
        let stores = try results.map { try $0.get() }
        #expect(made.value == 2)
        #expect(Set(stores.map { ObjectIdentifier($0) }).count == 1)
    }

    @Test func `passes an error to all waiting threads without storing it`() async throws {
        let threads = 4
        var failures = 0
        // A thread that is late builds an instance instead of waiting, so the test is repeated
        // until at least one thread has waited.
        for _ in 0..<100 where failures < 2 {
            let made = Counter()
            let arrived = Counter()
            let registry = Registry {
                Shared { () throws -> MemoryLinkStore in
                    if made.increment() > 1 {
                        return MemoryLinkStore()
                    }
                    arrived.wait(for: threads)
                    throw DiskFull()
                }
            }
            let results = await onThreads(threads, arrivals: arrived) { _ in
                Result { try registry.resolve(MemoryLinkStore.self).name }
            }
            failures = 0
            for result in results {
                do {
                    #expect(try result.get() == "memory")
                } catch let error as ResolutionError {
                    failures += 1
                    #expect(error.underlyingError as? DiskFull == DiskFull())
                }
            }
            let store = try registry.resolve(MemoryLinkStore.self)
            #expect(try registry.resolve(MemoryLinkStore.self) === store)
            #expect(made.value == 2)
        }
        #expect(failures > 1)
    }

    @Test(arguments: Change.allCases)
    func `does not store an instance whose registry changed during the construction`(
        change: Change
    ) {
        let registry = Registry()
        let made = Counter()
        let names = Record()
        let resolve = { @Sendable in
            names.add(nameOfStore { try registry.resolve((any LinkStore)?.self) })
        }
        registry.register(
            Shared { () -> any LinkStore in
                let number = made.increment(runningOnce: {
                    let replacement = Shared { MemoryLinkStore("registered") as any LinkStore }
                    change.make(in: registry, replacement: replacement)
                    resolve()
                })
                return MemoryLinkStore("built \(number)")
            }
        )
        resolve()
        resolve()
        let changed =
            switch change {
            case .releaseSharedInstances: "built 2"
            case .clean: "nothing"
            case .register: "registered"
            }
        #expect(names.lines == [changed, "built 1", changed])
    }

    @Test func `runs a preparation only once for concurrent threads`() async {
        for _ in 0..<50 {
            let registry = Registry()
            let runs = Counter()
            let arrived = Counter()
            registry.beforeFirstResolution { registry in
                runs.increment()
                arrived.wait(for: 8)
                registry.register(Shared { MemoryLinkStore() })
            }
            let names = await onThreads(8, arrivals: arrived) { _ in
                nameOfStore { try registry.resolve(MemoryLinkStore.self) }
            }
            #expect(runs.value == 1)
            #expect(Set(names) == ["memory"])
        }
    }
}
