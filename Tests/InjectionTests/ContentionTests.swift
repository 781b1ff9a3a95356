import Injection
import InjectionTesting
import Testing
import ThreadTesting

struct ContentionTests {
    @Test(arguments: [Scope.cached, .shared, .singleton, .session])
    func `an instance is built once however many threads ask first`(scope: Scope) async {
        let threads = 8
        for _ in 0..<50 {
            let (slow, made) = (SlowShelf(scope), Counter())
            let arrived = Counter()
            slow.onBuild = {
                made.increment()
                arrived.wait(for: threads)
            }
            let stores = await onThreads(threads) { _ in
                arrived.increment()
                return slow.store()
            }
            #expect(made.value == 1)
            #expect(Set(stores.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test func `a singleton is built once though each thread has its own container`() async {
        let threads = 8
        let (scope, made, arrived) = (Scope.Singleton(), Counter(), Counter())
        let stores = await onThreads(threads) { _ in
            Scope.$singleton.withValue(scope) {
                let slow = SlowShelf(.cached)
                slow.onBuild = {
                    made.increment()
                    arrived.wait(for: threads)
                }
                let factory = slow.plain.singleton
                arrived.increment()
                return factory()
            }
        }
        #expect(made.value == 1)
        #expect(Set(stores.map(ObjectIdentifier.init)).count == 1)
    }

    @Test func `an instance is built once where the scope is chained or by default`() async {
        let threads = 8
        for chained in [true, false] {
            let (shelf, made, arrived) = (Shelf(), Counter(), Counter())
            if !chained { shelf.manager.defaultScope = .cached }
            let registration = shelf.plain.register {
                made.increment()
                arrived.wait(for: threads)
                return MemoryLinkStore()
            }
            if chained { registration.scope(.cached) }
            let stores = await onThreads(threads) { _ in
                arrived.increment()
                return shelf.plain()
            }
            #expect(made.value == 1)
            #expect(Set(stores.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test func `nil reaches those who wait and is not kept`() async {
        let (made, arrived) = (Counter(), Counter())
        let shelf = Shelf()
        @Sendable func factory() -> Factory<MemoryLinkStore?> {
            Factory(shelf, key: "nil") {
                made.increment()
                arrived.wait(for: 4)
                return nil
            }.cached
        }
        let stores = await onThreads(4) { _ in
            arrived.increment()
            return factory()()
        }
        #expect(stores.allSatisfy { $0 == nil })
        let before = made.value
        _ = factory()()
        #expect(made.value == before + 1)
    }

    @Test(arguments: [Scope.cached, .shared, .singleton])
    func `a slow factory blocks no other key`(scope: Scope) async {
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
    func `what is built during a reset is not kept`(by interruption: Interruption, scope: Scope) async {
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
                // Whether this one waits for the first or, coming late, builds its own, it must not hang.
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

    @Test func `containers that use each other from two threads do not block each other`() async {
        for _ in 0..<200 {
            let (left, right) = (Side(), Side())
            left.opposite.register { right.leaf() }.scope(.cached)
            right.opposite.register { left.leaf() }.scope(.cached)
            let start = Counter()
            let stores = await onThreads(4) { index in
                start.increment()
                start.wait(for: 4)
                return index.isMultiple(of: 2) ? left.opposite() : right.opposite()
            }
            #expect(Set(stores.map(ObjectIdentifier.init)).count == 2)
        }
    }

    @Test func `everything at once ends with whole instances`() async {
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

/// A container whose factory does something while it builds.
private final class SlowShelf: ManagedContainer, @unchecked Sendable {
    let manager = ContainerManager()
    let made = Counter()
    let scope: Scope
    var onBuild: () -> Void = {}

    /// A singleton scope is replaced by another, so that tests do not share what it keeps.
    init(_ scope: Scope) {
        self.scope = scope is Scope.Singleton ? Scope.Singleton() : scope
    }

    var plain: Factory<any LinkStore> {
        self {
            let number = self.made.increment()
            self.onBuild()
            return MemoryLinkStore("slow \(number)")
        }
    }

    var store: Factory<any LinkStore> { plain.scope(scope) }

    var quick: Factory<any LinkStore> { self { MemoryLinkStore() }.scope(scope) }
}

private final class Side: ManagedContainer {
    let manager = ContainerManager()

    var opposite: Factory<any LinkStore> { self { EmptyLinkStore() } }
    var leaf: Factory<any LinkStore> { self { MemoryLinkStore() }.cached }
}
