import Injection
import InjectionTesting
import Testing
import ThreadTesting

/// What a container answers without a lock is what it would answer with it.
@Suite(.serialized)
struct WarmAnswerTests {
    /// What may change between two resolutions.
    enum Change: CaseIterable {
        case register, resetFactory, resetScope, resetContainer, resetContainerScope, push, defaultScope, context
        case scope, decorator, timeToLive, trace, singletonReset, resetRegistration
    }

    @Test(arguments: Change.allCases)
    func `a change is seen by the next resolution`(_ change: Change) {
        expectToSee(change)
    }

    // Where any container is traced, as other tests do meanwhile, nothing is answered without a lock.
    @Test func `a change is seen by the next resolution in a program that traces nothing`() async {
        await #expect(processExitsWith: .success) {
            for change in Change.allCases { WarmAnswerTests().expectToSee(change) }
        }
    }

    private func expectToSee(_ change: Change) {
        let log = Record()
        Scope.$singleton.withValue(Scope.Singleton()) {
            let shelf = Shelf()
            shelf.manager.logger = { log.add($0) }
            // Often enough that all are answered without a lock.
            let before = (0..<5).map { _ in (shelf.cached(), shelf.single(), shelf.session()) }.last
            for _ in 0..<5 { _ = (shelf.plain(), shelf.unique()) }
            apply(change, to: shelf, log)
            let isKept = (shelf.cached() === before?.0, shelf.single() === before?.1, shelf.session() === before?.2)
            switch change {
            case .register: #expect(isKept == (false, true, true) && shelf.cached().name == "empty")
            case .resetFactory: #expect(isKept == (false, true, true) && shelf.cached().name == "memory")
            case .resetScope: #expect(isKept == (true, true, false))
            case .resetContainer, .resetContainerScope: #expect(isKept == (false, true, false))
            case .push: #expect(isKept == (true, true, true) && shelf.plain().name == "memory")
            case .defaultScope: #expect(shelf.plain.isKept && !shelf.unique.isKept)
            case .context: #expect(shelf.plain().name == "empty" && shelf.unique().name == "memory")
            case .scope: #expect(shelf.plain.isKept)
            case .decorator: #expect(log.lines.count == 3)
            case .timeToLive: #expect(isKept == (false, true, true))
            case .trace: #expect(log.lines.count == 3)
            case .singletonReset: #expect(isKept == (true, false, true))
            case .resetRegistration: #expect(shelf.plain().name == "memory")
            }
        }
    }

    private func apply(_ change: Change, to shelf: Shelf, _ log: Record) {
        switch change {
        case .register: shelf.cached.register { EmptyLinkStore() }
        case .resetFactory: shelf.cached.reset()
        case .resetScope: shelf.manager.reset(scope: .session)
        case .resetContainer: shelf.reset()
        case .resetContainerScope: shelf.reset(options: .scope)
        case .push:
            shelf.manager.push()
            shelf.plain.register { EmptyLinkStore() }
            shelf.reset(options: .scope)
            _ = (0..<3).map { _ in (shelf.cached(), shelf.session(), shelf.plain()) }
            shelf.manager.pop()
        case .defaultScope: shelf.manager.defaultScope = .cached
        case .context: shelf.plain.onTest { EmptyLinkStore() }
        case .scope: shelf.plain.scope(.cached)
        case .decorator: shelf.decorator { _ in log.add("decorated") }
        case .timeToLive:
            shelf.manager.now = { .zero }
            shelf.cached.timeToLive(1)
            _ = shelf.cached()
            shelf.manager.now = { .seconds(2) }
        case .trace: shelf.manager.trace = true
        case .singletonReset: Scope.singleton.reset()
        case .resetRegistration:
            shelf.plain.register { EmptyLinkStore() }
            for _ in 0..<5 { _ = shelf.plain() }
            shelf.plain.reset(.registration)
        }
    }

    // In a process of its own, as other tests replace the context too.
    @Test func `a context that begins to hold is seen by the next resolution`() async {
        await #expect(processExitsWith: .success) {
            let shelf = Shelf()
            shelf.plain.onArg("offline") { EmptyLinkStore() }
            for _ in 0..<5 { precondition(shelf.plain().name == "memory") }
            FactoryContext.setArg("offline", forKey: "network")
            precondition(shelf.plain().name == "empty")
            FactoryContext.removeArg(forKey: "network")
            precondition(shelf.plain().name == "memory")
        }
    }

    @Test func `what a registration replaces is let go at once`() {
        let shelf = Shelf()
        weak var kept: (any LinkStore)?
        for _ in 0..<5 { kept = shelf.cached() }
        #expect(kept != nil)
        shelf.cached.register { EmptyLinkStore() }
        #expect(kept == nil)
    }

    @Test func `a registered closure is let go at once`() {
        let shelf = Shelf()
        weak var captured: MemoryLinkStore?
        do {
            let store = MemoryLinkStore("captured")
            captured = store
            shelf.plain.register { store }
        }
        for _ in 0..<5 { #expect(shelf.plain() === captured) }
        shelf.plain.reset()
        #expect(captured == nil)
        #expect(shelf.plain().name == "memory")
    }

    @Test func `what a singleton scope kept is let go with it`() {
        let shelf = Shelf()
        weak var first: (any LinkStore)?
        for _ in 0..<20 {
            Scope.$singleton.withValue(Scope.Singleton()) {
                let store = (0..<5).map { _ in shelf.single() }.last
                #expect(first == nil)
                #expect(store === shelf.single())
                first = store
            }
        }
        #expect(first == nil)
    }

    // In a process of its own, as no answer is given without a lock while another test traces.
    @Test func `singletons of one scope are not answered to tasks with another`() async {
        await #expect(processExitsWith: .success) {
            let (shelf, scopes) = (Shelf(), (0..<3).map { _ in Scope.Singleton() })
            _ = shelf.plain.singleton
            // All scopes live until the end, and each resolves in turn, so that each could be given what was answered to another.
            let rounds = (0..<6).map { _ in
                scopes.map { scope in
                    Scope.$singleton.withValue(scope) {
                        [shelf.plain(), shelf.single()].map { ObjectIdentifier($0) }
                    }
                }
            }
            precondition(rounds.allSatisfy { $0 == rounds[0] })
            precondition(Set(rounds[0].joined()).count == 6)
        }
    }

    @Test func `containers of one type answer each with its own`() {
        let shelves = (0..<20).map { _ in Shelf() }
        for _ in 0..<5 {
            let stores = shelves.map { $0.cached() }
            #expect(Set(stores.map(ObjectIdentifier.init)).count == shelves.count)
            #expect(Set(shelves.map { ObjectIdentifier($0.single()) }).count == 1)
        }
    }

    @Test func `a manager that two types of containers share keeps their factories apart`() {
        let shelf = Shelf()
        let guest = Guest(manager: shelf.manager)
        for _ in 0..<5 {
            #expect(shelf.anywhere() !== guest.anywhere())
            #expect(shelf.anywhere() === shelf.anywhere())
            #expect(shelf.everywhere() === guest.everywhere())
        }
    }

    @Test func `a scope in the definition and one that is chained give each its own`() {
        let shelf = Shelf()
        let session = shelf.plain.scope(.session)
        for _ in 0..<5 { #expect(session.isKept) }
        let other = shelf.plain.scope(.otherSession)
        for _ in 0..<5 { #expect(other.isKept) }
        #expect(!shelf.plain.unique.isKept)
    }

    @Test func `a scope that is gone is not taken for one that lies where it lay`() {
        let shelf = Shelf()
        func factory() -> Factory<any LinkStore> { shelf(key: "store") { MemoryLinkStore() } }
        // The container holds none of the scopes that come after this.
        _ = factory().once()
        for _ in 0..<20 {
            #expect(!factory().scope(Scope.Unique()).isKept)
            #expect(factory().scope(Scope.Cached()).isKept)
        }
    }

    @Test func `many factories have each its own answer`() {
        let shelf = Shelf()
        let names = StaticStrings.distinct(500)
        func factory(_ name: StaticString) -> Factory<any LinkStore> {
            shelf(name: name) { MemoryLinkStore("\(name)") }.cached
        }
        for _ in 0..<4 {
            for name in names { #expect(factory(name)().name == "\(name)") }
        }
        shelf.reset(options: .scope)
        #expect(Set(names.map { ObjectIdentifier(factory($0)()) }).count == names.count)
    }

    @Test func `a name that lies elsewhere means the same factory`() {
        let shelf = Shelf()
        let names = StaticStrings.copies(of: "store", 3)
        func factory(_ index: Int) -> Factory<any LinkStore> { shelf(name: names[index]) { MemoryLinkStore() }.cached }
        let store = factory(0)()
        for index in [0, 1, 2, 2, 1, 0] { #expect(factory(index)() === store) }
        factory(1).register { EmptyLinkStore() }
        for index in [0, 1, 2, 2, 1, 0] { #expect(factory(index)().name == "empty") }
    }

    @Test func `a program with one singleton scope keeps singletons as one with several`() async {
        await #expect(processExitsWith: .success) {
            let shelf = Shelf()
            let store = shelf.single()
            for _ in 0..<5 { precondition(shelf.single() === store) }
            precondition(Shelf().single() === store)
            Scope.singleton.reset()
            let other = shelf.single()
            for _ in 0..<5 { precondition(shelf.single() === other && other !== store) }
            Scope.$singleton.withValue(Scope.Singleton()) {
                let bound = shelf.single()
                for _ in 0..<5 { precondition(shelf.single() === bound && bound !== other) }
            }
            for _ in 0..<5 { precondition(shelf.single() === other) }
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
