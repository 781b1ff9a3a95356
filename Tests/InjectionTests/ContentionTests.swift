import Injection
import InjectionTesting
import Testing
import ThreadTesting

/// Threads that resolve and change a container at the same time.
struct ContentionTests {
    /// The ways to give a factory its scope.
    enum ScopeSource: CaseIterable {
        case definition, modifier, defaultScope
    }

    @Test(arguments: [Scope.cached, .shared, .singleton, .session], ScopeSource.allCases)
    func `builds an instance once for concurrent threads`(scope: Scope, source: ScopeSource) async {
        for _ in 0..<20 {
            // A new singleton scope separates the rounds.
            let scope = scope is Scope.Singleton ? Scope.Singleton() : scope
            let (shelf, rendezvous) = (Shelf(), Rendezvous())
            if source == .defaultScope { shelf.manager.defaultScope = scope }
            let registered = shelf.plain.register {
                rendezvous.build()
                return MemoryLinkStore()
            }
            if source == .modifier { registered.scope(scope) }
            let stores = await rendezvous.resolve { _ in
                source == .definition ? shelf.plain.scope(scope)() : shelf.plain()
            }
            #expect(rendezvous.built.value == 1)
            #expect(Set(stores.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test func `builds a singleton once although each thread has its own container`() async {
        let (scope, rendezvous) = (Scope.Singleton(), Rendezvous())
        let stores = await rendezvous.resolve { _ in
            let factory = Factory<any LinkStore>(Shelf(), key: "singleton") {
                rendezvous.build()
                return MemoryLinkStore()
            }.singleton
            return Scope.$singleton.withValue(scope) { factory() }
        }
        #expect(rendezvous.built.value == 1)
        #expect(Set(stores.map(ObjectIdentifier.init)).count == 1)
    }

    @Test func `builds an instance for each parameter once`() async {
        let shelf = Shelf()
        let stores = await onThreads(8) { index in shelf.page("\(index % 2)") }
        #expect(Set(stores.map(ObjectIdentifier.init)).count == 2)
    }

    @Test func `returns nil to waiting threads and does not keep it`() async {
        let (shelf, rendezvous) = (Shelf(), Rendezvous(threads: 4))
        @Sendable func factory() -> Factory<MemoryLinkStore?> {
            Factory(shelf, key: "nil") {
                rendezvous.build()
                return nil
            }.cached
        }
        let stores = await rendezvous.resolve { _ in factory()() }
        #expect(stores.allSatisfy { $0 == nil })
        let before = rendezvous.built.value
        _ = factory()()
        #expect(rendezvous.built.value == before + 1)
    }

    @Test(arguments: [Scope.cached, .shared, .singleton])
    func `does not block other factories while one builds`(scope: Scope) async {
        let slow = SlowShelf(scope)
        let (building, release) = (Counter(), Counter())
        slow.onBuild = {
            building.increment()
            #expect(release.wait(for: 1))
        }
        _ = await onThreads(2) { index in
            if index == 0 {
                _ = slow.store()
            } else {
                #expect(building.wait(for: 1))
                _ = slow.quick()
                slow.quick.register { EmptyLinkStore() }
                _ = slow.quick()
                slow.manager.reset(options: .registration)
                release.increment()
            }
        }
    }

    enum Interruption: CaseIterable {
        case register, reset, resetScope, resetContainer
    }

    @Test(arguments: Interruption.allCases, [Scope.cached, .singleton])
    func `does not keep an instance whose factory changed during construction`(
        interruption: Interruption, scope: Scope
    ) async {
        if scope === Scope.singleton, interruption == .resetScope || interruption == .resetContainer { return }
        let slow = SlowShelf(scope)
        let (building, release) = (Counter(), Counter())
        slow.onBuild = {
            if building.increment() == 1 { release.wait(for: 2) }
        }
        let early = await onThreads(3) { index -> (any LinkStore)? in
            if index == 0 { return slow.store() }
            building.wait(for: 1)
            if index == 1 {
                // Whether this thread waits for the first or arrives late and builds, it must not hang.
                release.increment()
                return slow.store()
            }
            switch interruption {
            case .register: slow.store.register { EmptyLinkStore() }
            case .reset: slow.store.reset()
            case .resetScope: slow.manager.reset(scope: scope)
            case .resetContainer: slow.reset()
            }
            let late = slow.store()
            release.increment()
            return late
        }
        let late = slow.store()
        #expect(late === slow.store())
        #expect(late.name == (interruption == .register ? "empty" : "slow 2"))
        #expect(early.compactMap(\.self).count == 3)
        #expect(early.contains { $0 === late })
        #expect(early.contains { $0?.name == "slow 1" })
    }

    @Test func `does not deadlock between containers that use each other`() async {
        for _ in 0..<200 {
            let (left, right, start) = (Shelf(), Shelf(), Counter())
            left.session.register { right.cached() }
            right.session.register { left.cached() }
            let stores = await onThreads(4) { index in
                start.incrementAndWait(for: 4)
                return index.isMultiple(of: 2) ? left.session() : right.session()
            }
            #expect(Set(stores.map(ObjectIdentifier.init)).count == 2)
        }
    }

    @Test func `returns whole instances during concurrent changes of all kinds`() async {
        let shelf = Shelf()
        _ = await onThreads(6) { index in
            for round in 0..<300 {
                switch (index + round) % 6 {
                case 0: shelf.cached.register { EmptyLinkStore() }
                case 1: shelf.reset(options: round.isMultiple(of: 2) ? .all : .scope)
                case 2: shelf.manager.push()
                case 3: shelf.manager.pop()
                case 4: shelf.plain.register { EmptyLinkStore() }.scope(.shared)
                default: shelf.manager.reset(scope: .session)
                }
                _ = (shelf.cached(), shelf.held(), shelf.session(), shelf.plain(), shelf.single(), shelf.named("a"))
            }
        }
        shelf.reset()
        #expect(shelf.cached().name == "memory")
    }
}

/// A container whose factory runs a closure of the test while it builds.
private final class SlowShelf: ManagedContainer, @unchecked Sendable {
    let manager = ContainerManager()
    let made = Counter()
    let scope: Scope
    var onBuild: () -> Void = {}

    init(_ scope: Scope) {
        // A new singleton scope separates the tests.
        self.scope = scope is Scope.Singleton ? Scope.Singleton() : scope
    }

    var store: Factory<any LinkStore> {
        self {
            let number = self.made.increment()
            self.onBuild()
            return MemoryLinkStore("slow \(number)")
        }.scope(scope)
    }

    var quick: Factory<any LinkStore> { self { MemoryLinkStore() }.scope(scope) }
}
