import Foundation
import InjectionRegistry
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5))) struct ContentionTests {
    @Test func `builds an instance once for threads that resolve the instance by different types`()
        async
    {
        for _ in 0..<50 {
            let rendezvous = Rendezvous()
            let registry = Registry {
                Shared { () -> RouterLive in
                    rendezvous.build()
                    return RouterLive()
                }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
            }
            let child = registry.child {}
            let routers = await rendezvous.resolve { index -> ObjectIdentifier? in
                let registry = index < 4 ? registry : child
                let router: AnyObject? =
                    switch index % 3 {
                    case 0: try? registry.resolve(RouterLive.self)
                    case 1: try? registry.resolve((any Router).self)
                    default: try? registry.resolve((any DeeplinkHandler).self)
                    }
                return router.map(ObjectIdentifier.init)
            }
            #expect(rendezvous.built.value == 1)
            #expect(Set(routers).count == 1)
            #expect(routers[0] != nil)
        }
    }

    @Test(arguments: [false, true])
    func `a waiting thread builds a service if the thread that began to build it ends`(
        isPreparation: Bool
    ) async {
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
        made.wait(for: 1)
        let stores = await onThreads(threads) { _ -> ObjectIdentifier? in
            arrived.increment()
            let store = try? registry.resolve(MemoryLinkStore.self)
            return store.map(ObjectIdentifier.init)
        }
        #expect(made.value == 2)
        #expect(Set(stores).count == 1)
        #expect(stores[0] != nil)
    }

    @Test func `passes an error to all waiting threads without storing it`() async throws {
        let threads = 4
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
        let results = await onThreads(threads) { _ in
            arrived.increment()
            return Result { try registry.resolve(MemoryLinkStore.self).name }
        }
        var failures = 0
        for result in results {
            do {
                #expect(try result.get() == "memory")
            } catch let error as ResolutionError {
                failures += 1
                #expect(error.underlyingError as? DiskFull == DiskFull())
            }
        }
        let store = try registry.resolve(MemoryLinkStore.self)
        #expect((1...threads).contains(failures))
        #expect(try registry.resolve(MemoryLinkStore.self) === store)
        #expect(made.value == 2)
    }

    @Test(arguments: [Change.releaseSharedInstances, .clean, .register])
    func `does not store an instance whose registry changed during the construction`(
        change: Change
    ) async {
        let interruption = Interruption()
        let registry = Registry {
            Shared { MemoryLinkStore("built \(interruption.build())") as any LinkStore }
        }
        let name: @Sendable () -> String? = {
            try? registry.resolve((any LinkStore)?.self)?.name
        }
        let names = await interruption.resolve(name) {
            let replacement = Shared { MemoryLinkStore("registered") as any LinkStore }
            change.make(in: registry, replacement: replacement)
            return name()
        }
        let expected: String? =
            switch change {
            case .releaseSharedInstances: "built 2"
            case .clean: nil
            case .register: "registered"
            }
        #expect(names == ["built 1", expected])
        #expect(name() == expected)
    }

    @Test func `runs a preparation only once for concurrent threads`() async {
        for _ in 0..<50 {
            let registry = Registry()
            let rendezvous = Rendezvous()
            registry.beforeFirstResolution { registry in
                rendezvous.build()
                registry.register(Shared { MemoryLinkStore() })
            }
            let names = await rendezvous.resolve { _ in
                try? registry.resolve(MemoryLinkStore.self).name
            }
            #expect(rendezvous.built.value == 1)
            #expect(names.allSatisfy { $0 == "memory" })
        }
    }
}
