import Injection
import InjectionTesting
import Testing
import ThreadTesting

/// Tests of resolution without a lock, which a container uses once the result is published. Each test resolves repeatedly to reach that state.
struct LockFreeResolutionTests {
    let shelf = Shelf()

    /// A change between two resolutions. ContextTests and TraceTests cover contexts and traces.
    enum Change: CaseIterable {
        case register, resetRegistration, resetFactory, resetScope, resetContainer, resetContainerScope, push
        case defaultScope, context, scope, decorator, timeToLive, singletonReset
    }

    @Test(arguments: Change.allCases) func `sees a change in the next resolution`(_ change: Change) {
        let (shelf, log) = (Shelf(), Record())
        Scope.$singleton.withValue(Scope.Singleton()) {
            let before = (0..<5).map { _ in (shelf.cached(), shelf.single(), shelf.session()) }.last
            for _ in 0..<5 { _ = (shelf.plain(), shelf.unique()) }
            apply(change, to: shelf, log)
            let isKept: [Bool] = [
                shelf.cached() === before?.0, shelf.single() === before?.1, shelf.session() === before?.2,
            ]
            let isSeen: Bool =
                switch change {
                case .register: isKept == [false, true, true] && shelf.cached().name == "empty"
                case .resetRegistration: shelf.plain().name == "memory"
                case .resetFactory: isKept == [false, true, true] && shelf.cached().name == "memory"
                case .resetScope: isKept == [true, true, false]
                case .resetContainer, .resetContainerScope: isKept == [false, true, false]
                case .push: isKept == [true, true, true] && shelf.plain().name == "memory"
                case .defaultScope: shelf.plain.isKept && !shelf.unique.isKept
                case .context: shelf.plain().name == "empty" && shelf.unique().name == "memory"
                case .scope: shelf.plain.isKept
                case .decorator: log.lines.count == 3
                case .timeToLive: isKept == [false, true, true]
                case .singletonReset: isKept == [true, false, true]
                }
            #expect(isSeen, "\(isKept)")
        }
    }

    private func apply(_ change: Change, to shelf: Shelf, _ log: Record) {
        switch change {
        case .register: shelf.cached.register { EmptyLinkStore() }
        case .resetRegistration:
            shelf.plain.register { EmptyLinkStore() }
            for _ in 0..<5 { _ = shelf.plain() }
            shelf.plain.reset(.registration)
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
        case .context: shelf.plain.onArg(presentArgument) { EmptyLinkStore() }
        case .scope: shelf.plain.scope(.cached)
        case .decorator: shelf.decorator { _ in log.add("decorated") }
        case .timeToLive:
            shelf.manager.now = { .zero }
            shelf.cached.timeToLive(1)
            _ = shelf.cached()
            shelf.manager.now = { .seconds(2) }
        case .singletonReset: Scope.singleton.reset()
        }
    }

    @Test(arguments: [\Shelf.plain, \.cached, \.held, \.single, \.session] as [StorePath])
    func `sees a change in the next resolution while other threads resolve`(path: StorePath) async {
        let (shelf, scope) = (Shelf(), Scope.Singleton())
        let outdated = await onThreads(2) { index in
            Scope.$singleton.withValue(scope) {
                let factory = shelf[keyPath: path]
                if index > 0 {
                    for _ in 0..<5_000 { _ = factory() }
                    return [String]()
                }
                return (0..<500).flatMap { round in
                    factory.register { MemoryLinkStore("\(round)") }
                    let name = factory().name
                    shelf.plain.scope(round.isMultiple(of: 2) ? .otherSession : .unique)
                    let isKept = shelf.plain.isKept
                    return [name == "\(round)" ? nil : name, isKept == round.isMultiple(of: 2) ? nil : "scope"]
                        .compactMap(\.self)
                }
            }
        }
        #expect(outdated == [[], []])
    }

    @Test func `separates the singletons of different scopes`() {
        let (shelf, scopes) = (Shelf(), (0..<3).map { _ in Scope.Singleton() })
        _ = shelf.plain.singleton
        // The scopes live until the end and take turns, so that each could get an answer of another.
        let rounds = (0..<6).map { _ in
            scopes.map { scope in
                Scope.$singleton.withValue(scope) { [shelf.plain(), shelf.single()].map { ObjectIdentifier($0) } }
            }
        }
        #expect(rounds.allSatisfy { $0 == rounds[0] })
        #expect(Set(rounds[0].joined()).count == 6)
    }

    @Test func `separates the singletons of threads with different scopes`() async {
        let shelf = Shelf()
        let counts = await onThreads(2) { _ in
            Scope.$singleton.withValue(Scope.Singleton()) {
                Set((0..<20_000).map { _ in ObjectIdentifier(shelf.single()) }).count
            }
        }
        #expect(counts == [1, 1])
    }

    @Test func `keeps instances in a program with one singleton scope, and with a second one later`() async {
        await #expect(processExitsWith: .success) {
            let shelf = Shelf()
            let store = shelf.single()
            for _ in 0..<5 { precondition(shelf.single() === store) }
            precondition(Shelf().single() === store)
            let (cached, held) = (shelf.cached(), shelf.held())
            precondition(shelf.cached() === cached && shelf.held() === held)
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
            #expect(shelf.anywhere() === shelf.anywhere() && shelf.everywhere() === guest.everywhere())
        }
    }

    @Test func `separates the scopes of a definition and its modifiers`() {
        let session = shelf.plain.scope(.session)
        for _ in 0..<5 { #expect(session.isKept) }
        let other = shelf.plain.scope(.otherSession)
        for _ in 0..<5 { #expect(other.isKept) }
        #expect(shelf.plain.scope(.session)() !== shelf.plain.scope(.otherSession)())
        #expect(!shelf.plain.unique.isKept)
    }

    @Test func `distinguishes a scope from a released one at the same address`() {
        func factory() -> Factory<any LinkStore> { shelf(key: "store") { MemoryLinkStore() } }
        // After this, the container does not retain the scopes of this factory.
        _ = factory().once()
        for _ in 0..<20 {
            #expect(!factory().scope(Scope.Unique()).isKept)
            #expect(factory().scope(Scope.Cached()).isKept)
        }
    }

    @Test func `distinguishes many factories`() {
        let names = (0..<500).map { StaticString(copying: "name\($0)") }
        func factory(_ name: StaticString) -> Factory<any LinkStore> {
            shelf(name: name) { MemoryLinkStore("\(name)") }.cached
        }
        for _ in 0..<4 { for name in names { #expect(factory(name)().name == "\(name)") } }
        shelf.reset(options: .scope)
        #expect(names.map { factory($0)() }.distinct == names.count)
    }

    @Test func `identifies a factory by its name, not by the address of the name`() {
        let names = (0..<3).map { _ in StaticString(copying: "store") }
        func factory(_ index: Int) -> Factory<any LinkStore> { shelf(name: names[index]) { MemoryLinkStore() }.cached }
        let store = factory(0)()
        for index in [0, 1, 2, 2, 1, 0] { #expect(factory(index)() === store) }
        factory(1).register { EmptyLinkStore() }
        for index in [0, 1, 2, 2, 1, 0] { #expect(factory(index)().name == "empty") }
    }
}

private final class Guest: SharedContainer {
    static let shared = Guest(manager: ContainerManager())
    let manager: ContainerManager
    init(manager: ContainerManager) { self.manager = manager }
}
