import InjectionRegistry
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5))) struct ContentionTests {
    @Test func `builds a shared instance once for concurrent threads, also by other types and in a child`() async {
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
                return switch index % 3 {
                case 0: (try? registry.resolve(RouterLive.self)).map(ObjectIdentifier.init)
                case 1: (try? registry.resolve((any Router).self)).map(ObjectIdentifier.init)
                default: (try? registry.resolve((any DeeplinkHandler).self)).map(ObjectIdentifier.init)
                }
            }
            #expect((rendezvous.built.value, Set(routers).count) == (1, 1))
            #expect(routers[0] != nil)
        }
    }

    @Test func `throws an error to all waiting threads and does not keep it`() async throws {
        let (threads, made, arrived) = (4, Counter(), Counter())
        let registry = Registry {
            Shared { () throws -> MemoryLinkStore in
                if made.increment() > 1 { return MemoryLinkStore() }
                arrived.wait(for: threads)
                throw DiskFull()
            }
        }
        let failures = await onThreads(threads) { _ -> Int in
            arrived.increment()
            do throws(ResolutionError) {
                return try registry.resolve(MemoryLinkStore.self).name == "memory" ? 0 : 100
            } catch {
                return error.underlyingError as? DiskFull == DiskFull() ? 1 : 100
            }
        }
        #expect((1...threads).contains(failures.reduce(0, +)))
        #expect(try registry.resolve(MemoryLinkStore.self) === registry.resolve(MemoryLinkStore.self))
        #expect(made.value == 2)
    }

    @Test func `does not block other services while one builds`() async {
        let interruption = Interruption()
        let registry = Registry {
            Shared(named: "slow") { interruption.build() }
            Shared { MemoryLinkStore() }
            New { JSONExporter() }
        }
        let numbers = await interruption.resolve {
            try? registry.resolve(Int.self, named: "slow")
        } meanwhile: {
            _ = try? (registry.resolve(MemoryLinkStore.self), registry.resolve(JSONExporter.self))
            registry.register(New { HTMLExporter() })
            _ = registry.child {}
            registry.releaseSharedInstances()
            return nil
        }
        #expect(numbers == [1, nil])
    }

    @Test(arguments: ["registered", "built 2", nil])
    func `does not keep an instance whose registry changed during construction`(expected: String?) async {
        let interruption = Interruption()
        let registry = Registry { Shared { MemoryLinkStore("built \(interruption.build())") as any LinkStore } }
        let name: @Sendable () -> String? = { try? registry.resolve((any LinkStore)?.self)?.name }
        let names = await interruption.resolve(name) {
            switch expected {
            case "registered": registry.register(Shared { MemoryLinkStore("registered") as any LinkStore })
            case nil: registry.clean()
            default: registry.releaseSharedInstances()
            }
            return name()
        }
        #expect(names == ["built 1", expected])
        #expect(name() == expected)
    }

    @Test func `prepares a registry once for concurrent threads`() async {
        for _ in 0..<50 {
            let (registry, rendezvous) = (Registry(), Rendezvous())
            registry.beforeFirstResolution { registry in
                rendezvous.build()
                registry.register(Shared { MemoryLinkStore() })
            }
            let names = await rendezvous.resolve { _ in try? registry.resolve(MemoryLinkStore.self).name }
            #expect(rendezvous.built.value == 1)
            #expect(names.allSatisfy { $0 == "memory" })
        }
    }

    @Test func `returns whole instances during concurrent changes of all kinds`() async throws {
        let registry = Registry {
            Shared { MemoryLinkStore() }.as { $0 as any LinkStore }
            Shared(StoredLinkLibrary.init)
            New { (resolver, id: Int) in LinkDetails(id: id, store: try resolver.resolve(), title: "") }
        }
        _ = await onThreads(6) { index in
            for round in 0..<300 {
                switch (index + round) % 5 {
                case 0: registry.register(Shared { MemoryLinkStore() }.as { $0 as any LinkStore })
                case 1: registry.releaseSharedInstances()
                case 2: _ = try? registry.child { Shared { RouterLive() } }.resolve(RouterLive.self)
                case 3: _ = try? registry.resolve(LinkDetails.self, round)
                default: _ = try? registry.resolve(StoredLinkLibrary.self)
                }
                _ = try? registry.resolve((any LinkStore).self)
            }
        }
        registry.releaseSharedInstances()
        let store: any LinkStore = try registry.resolve()
        #expect(try registry.resolve(MemoryLinkStore.self) === store)
        #expect(try registry.resolve(LinkDetails.self, 1).store === store)
        #expect(try registry.resolve(StoredLinkLibrary.self).store === store)
    }
}
