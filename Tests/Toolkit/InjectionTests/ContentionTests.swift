import Injection
import Testing
import ThreadTesting

enum ConstructionChange: CaseIterable {
    case register, reset, resetScope, resetContainer

    func apply(
        to factory: some FactoryModifying,
        of container: some ManagedContainer,
        register: () -> Void
    ) {
        switch self {
        case .register: register()
        case .reset: factory.reset()
        case .resetScope: container.manager.reset(scope: .cached)
        case .resetContainer: container.reset()
        }
    }
}

@Suite(.deadlockLimit) struct ContentionTests {
    private let built = Counter()
    private let arrived = Counter()

    @Test(arguments: Scope.sharing)
    func `builds an instance once for 32 threads`(scope: Scope) async {
        let shelf = Shelf()
        shelf.plain.register {
            built.increment()
            arrived.wait(for: 32)
            return MemoryLinkStore()
        }
        let stores = await onThreads(32, arrivals: arrived) { _ in shelf.plain.scope(scope)() }
        #expect(built.value == 1)
        #expect(stores.distinct == 1)
    }

    @Test(arguments: Scope.sharing)
    func `builds the instance of each parameter once for 32 threads`(scope: Scope) async {
        let shelf = Shelf()
        shelf.named.register { name in
            built.increment()
            arrived.wait(for: 32)
            return MemoryLinkStore(name)
        }
        let stores = await onThreads(32, arrivals: arrived) { index in
            shelf.named.scopeOnParameters.scope(scope)("\(index % 4)")
        }
        #expect(built.value == 4)
        #expect(stores.distinct == 4)
        #expect(stores.map(\.name) == (0..<32).map { "\($0 % 4)" })
    }

    @Test func `builds a singleton once although each thread has its own container`() async {
        let scope = Scope.Singleton()
        let stores = await onThreads(8, arrivals: arrived) { _ -> any LinkStore in
            let factory = Shelf()(key: "singleton") { () -> any LinkStore in
                built.increment()
                arrived.wait(for: 8)
                return MemoryLinkStore()
            }.singleton
            return Scope.$singleton.withValue(scope) { factory() }
        }
        #expect(built.value == 1)
        #expect(stores.distinct == 1)
    }

    @Test func `returns nil to waiting threads without storing it`() async {
        let shelf = Shelf()
        @Sendable func factory() -> Factory<MemoryLinkStore?> {
            Factory(shelf, key: "nil") {
                built.increment()
                arrived.wait(for: 4)
                return nil
            }.cached
        }
        let results = await onThreads(4, arrivals: arrived) { _ in factory()() }
        #expect(results.allSatisfy { $0 == nil })
        let before = built.value
        _ = factory()()
        #expect(built.value == before + 1)
    }

    @Test(arguments: Scope.sharing)
    func `does not block other factories while one factory builds an instance`(scope: Scope) {
        let shelf = BareContainer()
        let names = Record()
        @Sendable func quick() -> Factory<any LinkStore> {
            shelf(key: "quick") { MemoryLinkStore() }.scope(scope)
        }
        let slow = shelf(key: "slow") {
            let number = built.increment(runningOnce: {
                names.add(quick()().name)
                quick().register { EmptyLinkStore() }
                names.add(quick()().name)
                shelf.manager.reset(options: .registration)
            })
            return MemoryLinkStore("slow \(number)")
        }
        #expect(slow.scope(scope)().name == "slow 1")
        #expect(names.lines == ["memory", "empty"])
    }

    @Test(
        arguments: ConstructionChange.allCases.map { ($0, false) }
            + [ConstructionChange.register, .reset].map { ($0, true) }
    )
    func `does not store an instance whose factory changed during the construction`(
        change: ConstructionChange,
        isSingleton: Bool
    ) async {
        let scope: Scope = isSingleton ? Scope.Singleton() : .cached
        let shelf = BareContainer()
        let release = Counter()
        @Sendable func factory() -> Factory<any LinkStore> {
            shelf(key: "slow") {
                let number = built.increment()
                if number == 1 {
                    release.wait(for: 2)
                }
                return MemoryLinkStore("slow \(number)")
            }.scope(scope)
        }
        let early = await onThreads(3) { index in
            if index == 0 {
                return factory()()
            }
            built.wait(for: 1)
            if index == 1 {
                // This thread must not hang, whether it waits for the first thread or arrives late
                // and builds an instance.
                release.increment()
                return factory()()
            }
            change.apply(to: factory(), of: shelf) { factory().register { EmptyLinkStore() } }
            defer {
                release.increment()
            }
            return factory()()
        }
        let late = factory()()
        #expect(late === factory()())
        #expect(late.name == (change == .register ? "empty" : "slow 2"))
        #expect(early.first?.name == "slow 1")
        #expect(early.last === late)
    }

    @Test func `containers that use each other do not deadlock`() async {
        for _ in 0..<200 {
            let left = Shelf()
            let right = Shelf()
            let start = Counter()
            left.session.register { right.cached() }
            right.session.register { left.cached() }
            let stores = await onThreads(4) { index in
                start.incrementAndWait(for: 4)
                return index.isMultiple(of: 2) ? left.session() : right.session()
            }
            #expect(stores.distinct == 2)
        }
    }
}
