import InjectionRegistry
import Testing
import ThreadTesting

struct ContentionTests {
    @Test func `a shared instance is built once however many threads ask first, also by other types`() async {
        let threads = 8
        for _ in 0..<50 {
            let (made, arrived) = (Counter(), Counter())
            let registry = Registry {
                Shared { () -> RouterLive in
                    made.increment()
                    arrived.wait(for: threads)
                    return RouterLive()
                }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
            }
            let child = registry.child {}
            let routers = await onThreads(threads) { index -> ObjectIdentifier? in
                arrived.increment()
                let registry = index < 4 ? registry : child
                return switch index % 3 {
                case 0: (try? registry.resolve(RouterLive.self)).map(ObjectIdentifier.init)
                case 1: (try? registry.resolve((any Router).self)).map(ObjectIdentifier.init)
                default: (try? registry.resolve((any DeeplinkHandler).self)).map(ObjectIdentifier.init)
                }
            }
            #expect(made.value == 1)
            #expect(Set(routers).count == 1)
            #expect(routers[0] != nil)
        }
    }

    @Test func `a failure reaches all who wait and is not kept`() async throws {
        let threads = 4
        let (made, arrived) = (Counter(), Counter())
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

    @Test func `a slow factory blocks nobody who does not need it`() async throws {
        let (building, release) = (Counter(), Counter())
        let registry = Registry {
            Shared { () -> RouterLive in
                building.increment()
                #expect(release.wait(for: 1))
                return RouterLive()
            }
            Shared { MemoryLinkStore() }
            New { JSONExporter() }
        }
        _ = await onThreads(2) { index in
            if index == 0 {
                _ = try? registry.resolve(RouterLive.self)
            } else {
                #expect(building.wait(for: 1))
                _ = try? (registry.resolve(MemoryLinkStore.self), registry.resolve(JSONExporter.self))
                registry.register(New { HTMLExporter() })
                _ = registry.child {}
                registry.releaseSharedInstances()
                release.increment()
            }
        }
    }

    enum Interruption: CaseIterable {
        case register, release, clean
    }

    @Test(arguments: Interruption.allCases)
    func `what is built during a change is handed on and not kept`(by interruption: Interruption) async throws {
        let (building, release) = (Counter(), Counter())
        let registry = Registry {
            Shared { () -> any LinkStore in
                let number = building.increment()
                if number == 1 { release.wait(for: 1) }
                return MemoryLinkStore("built \(number)")
            }
        }
        let names = await onThreads(2) { index -> String? in
            if index == 0 { return try? registry.resolve((any LinkStore).self).name }
            building.wait(for: 1)
            switch interruption {
            case .register: registry.register(Shared { MemoryLinkStore("registered") as any LinkStore })
            case .release: registry.releaseSharedInstances()
            case .clean: registry.clean()
            }
            defer { release.increment() }
            return try? registry.resolve((any LinkStore)?.self)?.name
        }
        let expected: [Interruption: String] = [.register: "registered", .release: "built 2"]
        #expect(names[0] == "built 1")
        #expect(names[1] == expected[interruption])
        #expect(try registry.resolve((any LinkStore)?.self)?.name == expected[interruption])
    }

    @Test func `what is let go may use the registry in its deinit`() throws {
        let registry = Registry { Shared { MemoryLinkStore() } }
        registry.register(Shared(named: "guest") { Guest(of: registry) })
        for change in [{ registry.releaseSharedInstances() }, { registry.clean() }] {
            _ = try registry.resolve(Guest.self, named: "guest")
            change()
        }
        registry.register(Shared { Guest(of: registry) })
        _ = try registry.resolve(Guest.self)
        registry.register(Shared { Guest(of: registry) })
    }

    @Test func `a preparation runs once though many threads resolve first`() async {
        let threads = 8
        for _ in 0..<50 {
            let (runs, arrived) = (Counter(), Counter())
            let registry = Registry()
            registry.beforeFirstResolution { registry in
                runs.increment()
                arrived.wait(for: threads)
                registry.register(Shared { MemoryLinkStore() })
            }
            let names = await onThreads(threads) { _ in
                arrived.increment()
                return try? registry.resolve(MemoryLinkStore.self).name
            }
            #expect(runs.value == 1)
            #expect(names.allSatisfy { $0 == "memory" })
        }
    }

    @Test func `everything at once ends with whole instances`() async throws {
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

/// An instance that resolves when it goes.
private final class Guest {
    let registry: Registry

    init(of registry: Registry) { self.registry = registry }

    deinit {
        registry.register(New { JSONExporter() })
        _ = try? registry.resolve(MemoryLinkStore?.self)
    }
}
