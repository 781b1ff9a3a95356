import Injection
import InjectionTesting
import Testing
import ThreadTesting

/// Tests resolutions that follow the first resolution of a factory. Such a resolution finds the
/// slot of the factory, and the instance if the scope stores one.
struct WarmResolutionTests {
    let shelf = Shelf()

    @Test
    func `a decorator that is set after the first resolution receives the instances of later ones`()
    {
        let log = Record()
        for _ in 0..<2 {
            for _ in 0..<5 {
                _ = shelf.cached()
                _ = shelf.session()
                _ = shelf.single()
            }
            shelf.decorator { _ in log.add("decorated") }
        }
        #expect(log.lines.count == 15)
    }

    @Test(arguments: [\Shelf.plain, \.cached, \.held, \.single, \.session] as [StorePath])
    func `the next resolution reflects a change while other threads resolve`(
        path: StorePath
    ) async {
        let shelf = Shelf()
        let scope = Scope.Singleton()
        let outdated = await onThreads(2) { index in
            Scope.$singleton.withValue(scope) {
                let factory = shelf[keyPath: path]
                if index == 0 {
                    return outdatedAnswers(of: factory, in: shelf)
                }
                for _ in 0..<5_000 {
                    _ = factory()
                }
                return []
            }
        }
        #expect(outdated == [[], []])
    }

    @Test func `separates the singletons of different scopes`() {
        _ = shelf.plain.register { MemoryLinkStore() }.singleton
        let scopes = (0..<3).map { _ in Scope.Singleton() }
        // All scopes exist until the end and take turns, so a wrong lookup would find the instance
        // of another scope.
        let rounds = (0..<6).map { _ in
            scopes.map { scope in
                Scope.$singleton.withValue(scope) {
                    [shelf.plain(), shelf.single()].map { ObjectIdentifier($0) }
                }
            }
        }
        for round in rounds {
            #expect(round == rounds[0])
        }
        #expect(Set(rounds[0].joined()).count == 6)
    }

    @Test func `separates the singletons of threads with different scopes`() async {
        let shelf = Shelf()
        let counts = await onThreads(2) { _ in
            Scope.$singleton.withValue(Scope.Singleton()) {
                var instances: Set<ObjectIdentifier> = []
                for _ in 0..<20_000 {
                    instances.insert(ObjectIdentifier(shelf.single()))
                }
                return instances.count
            }
        }
        #expect(counts == [1, 1])
    }

    @Test func `stores instances in a program with one or two singleton scopes`() async {
        await #expect(processExitsWith: .success) {
            let shelf = Shelf()
            func resolvesAgain(_ store: any LinkStore) -> Bool {
                (0..<5).allSatisfy { _ in shelf.single() === store }
            }
            let store = shelf.single()
            precondition(resolvesAgain(store))
            precondition(Shelf().single() === store)
            let cached = shelf.cached()
            let held = shelf.held()
            precondition(shelf.cached() === cached)
            precondition(shelf.held() === held)

            Scope.singleton.reset()
            let other = shelf.single()
            precondition(other !== store)
            precondition(resolvesAgain(other))

            Scope.$singleton.withValue(Scope.Singleton()) {
                let bound = shelf.single()
                precondition(bound !== other)
                precondition(resolvesAgain(bound))
            }
            precondition(resolvesAgain(other))
        }
    }

    @Test func `separates containers of one type`() {
        let shelves = (0..<20).map { _ in Shelf() }
        for _ in 0..<5 {
            #expect(shelves.map { $0.cached() }.distinct == shelves.count)
            #expect(shelves.map { $0.everywhere() }.distinct == 1)
        }
    }

    @Test func `separates the factories of two types of containers that share a manager`() {
        let guest = Guest(manager: shelf.manager)
        for _ in 0..<5 {
            #expect(shelf.anywhere() !== guest.anywhere())
            #expect(shelf.anywhere() === shelf.anywhere())
            #expect(shelf.everywhere() === guest.everywhere())
        }
    }

    @Test func `separates the scopes of a definition and its modifiers`() {
        let session = shelf.plain.scope(.session)
        for _ in 0..<5 {
            #expect(session.isKept)
        }
        let other = shelf.plain.scope(.otherSession)
        for _ in 0..<5 {
            #expect(other.isKept)
        }
        #expect(shelf.plain.scope(.session)() !== shelf.plain.scope(.otherSession)())
        #expect(!shelf.plain.unique.isKept)
    }

    @Test(arguments: StoringScope.allCases, StoringScope.allCases)
    fileprivate func `builds a new instance if the scope of a factory changes`(
        _ first: StoringScope,
        second: StoringScope
    ) {
        Scope.$singleton.withValue(Scope.Singleton()) {
            let store = first.set(on: shelf.plain)()
            #expect(shelf.plain() === store)
            let other = second.set(on: shelf.plain)()
            #expect((other === store) == (first == second))
            #expect(shelf.plain.isKept)
        }
    }

    // In another process, because tests bind singleton scopes, and the fast path of singletons is
    // only taken if the program has never bound one.
    @Test func `builds a new instance if the scope changes in a program with one singleton scope`()
        async
    {
        await #expect(processExitsWith: .success) {
            for first in StoringScope.allCases {
                for second in StoringScope.allCases {
                    let shelf = Shelf()
                    Scope.singleton.reset()
                    let store = first.set(on: shelf.plain)()
                    let other = second.set(on: shelf.plain)()
                    precondition((other === store) == (first == second))
                    precondition(shelf.plain.graph() !== other)
                }
            }
        }
    }

    @Test func `distinguishes a scope from a released scope at the same address`() {
        func factory() -> Factory<any LinkStore> {
            shelf(key: "store") { MemoryLinkStore() }
        }
        // After this call, the container does not remember the scopes of this factory.
        _ = factory().once()
        for _ in 0..<20 {
            #expect(!factory().scope(Scope.Unique()).isKept)
            #expect(factory().scope(Scope.Cached()).isKept)
        }
    }

    @Test func `a container distinguishes hundreds of factories by their names`() {
        let names = (0..<500).map { StaticString(copying: "name\($0)") }
        func factory(_ name: StaticString) -> Factory<any LinkStore> {
            shelf(name: name) { MemoryLinkStore("\(name)") }.cached
        }
        for _ in 0..<4 {
            for name in names {
                #expect(factory(name)().name == "\(name)")
            }
        }
        shelf.reset(options: .scope)
        #expect(names.map { factory($0)() }.distinct == names.count)
    }

    @Test func `identifies a factory by its name, not by the address of the name`() {
        let names = (0..<3).map { _ in StaticString(copying: "store") }
        func factory(_ index: Int) -> Factory<any LinkStore> {
            shelf(name: names[index]) { MemoryLinkStore() }.cached
        }
        let store = factory(0)()
        for index in [0, 1, 2, 2, 1, 0] {
            #expect(factory(index)() === store)
        }
        factory(1).register { EmptyLinkStore() }
        for index in [0, 1, 2, 2, 1, 0] {
            #expect(factory(index)().name == "empty")
        }
    }
}

/// Changes the closure of a factory and the scope of `Shelf.plain`, and resolves each of them after
/// its change.
///
/// - Returns: The rounds in which a resolution did not reflect the change.
private func outdatedAnswers(of factory: Factory<any LinkStore>, in shelf: Shelf) -> [String] {
    var outdated: [String] = []
    for round in 0..<500 {
        factory.register { MemoryLinkStore("\(round)") }
        if factory().name != "\(round)" {
            outdated.append("\(round): name")
        }
        let isCached = round.isMultiple(of: 2)
        shelf.plain.scope(isCached ? .otherSession : .unique)
        if shelf.plain.isKept != isCached {
            outdated.append("\(round): scope")
        }
    }
    return outdated
}

private enum StoringScope: CaseIterable {
    case cached
    case shared
    case singleton
    case session
    case otherSession

    func set(on factory: Factory<any LinkStore>) -> Factory<any LinkStore> {
        switch self {
        case .cached: factory.cached
        case .shared: factory.shared
        case .singleton: factory.singleton
        case .session: factory.scope(.session)
        case .otherSession: factory.scope(.otherSession)
        }
    }
}

private final class Guest: SharedContainer {
    static let shared = Guest(manager: ContainerManager())
    let manager: ContainerManager

    init(manager: ContainerManager) {
        self.manager = manager
    }
}
