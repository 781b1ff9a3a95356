import Injection
import InjectionTesting
import Testing
import ThreadTesting

/// Checks when a container stores a scope, and how long it keeps the scope.
@Suite(.container) struct RememberedScopeTests {
    private let shelf = Shelf()

    @Test
    func `a container retains only the last scope and instance of a property that creates them`() {
        let scopes = WeakList<Scope>()
        let stores = WeakList<MemoryLinkStore>()
        func factory() -> Factory<MemoryLinkStore> {
            let scope = Scope.Cached()
            scopes.add(scope)
            return shelf(key: "in a new scope") {
                let store = MemoryLinkStore()
                stores.add(store)
                return store
            }.scope(scope)
        }
        for _ in 0..<2_000 {
            _ = factory()
            _ = factory()()
        }
        #expect(stores.aliveCount == 1)
        #expect(scopes.aliveCount == 1)
        // The next read of the property replaces the scope, and the next resolution replaces the
        // instance.
        let next = factory()
        #expect(stores.aliveCount == 1)
        #expect(scopes.aliveCount == 2)
        _ = next()
        #expect(stores.aliveCount == 1)
        #expect(scopes.aliveCount == 1)
        shelf.reset()
        #expect(stores.aliveCount == 0)
    }

    @Test(arguments: ScopeProperty.allCases)
    func `each scope property takes effect when the factory that it returns is used`(
        _ property: ScopeProperty
    ) {
        shelf.manager.defaultScope = property == .unique ? .cached : nil
        let isKept = shelf.plain.isKept
        _ = property.set(on: shelf.plain)
        #expect(shelf.plain.isKept == isKept)
        _ = property.set(on: shelf.plain)()
        #expect(shelf.plain.isKept == !isKept)
    }

    @Test(arguments: ScopeProperty.allCases)
    func `a scope property that was used applies to later reads and registrations`(
        _ property: ScopeProperty
    ) {
        // The factory has not been resolved before, and its container is unmodified.
        let first = property.set(on: shelf.plain)()
        if property == .unique {
            shelf.manager.defaultScope = .cached
        }
        let isKept = property != .unique
        #expect(shelf.plain.isKept == isKept)
        withExtendedLifetime(first) {}
        shelf.plain.register { EmptyLinkStore() }
        #expect(shelf.plain.isKept == isKept)
    }
}

/// Tests that the modifiers, the time to live and the closer of one factory do not affect other
/// factories.
@Suite(.container) struct NeighborTests {
    private let shelf = Shelf()

    /// The stored instances of factories that no test modifies.
    private var neighbors: [ObjectIdentifier] {
        let stores = [
            shelf.cached(), shelf.held(), shelf.single(), shelf.otherSession(), shelf.page("a"),
        ]
        return stores.map(ObjectIdentifier.init)
    }

    @Test(arguments: Modification.allCases)
    fileprivate func `modifying a factory does not affect other factories`(
        _ modification: Modification
    ) async {
        let held = shelf.held()
        let before = neighbors
        let record = Record()
        modification.apply(to: shelf.session, of: shelf, record)
        #expect(neighbors == before)
        _ = shelf.session()
        #expect(neighbors == before)
        shelf.session.reset()
        #expect(neighbors == before)
        await shelf.shutdown()
        #expect(record.lines == modification.lines)
        withExtendedLifetime(held) {}
    }

    @Test(arguments: Modification.allCases)
    fileprivate func `a reset removes all modifications of a factory except its closer`(
        _ modification: Modification
    ) async {
        let record = Record()
        modification.apply(to: shelf.session, of: shelf, record)
        shelf.session.reset()
        let first = shelf.session()
        #expect(shelf.session() === first)
        #expect(first.name == "memory")
        #expect(record.lines == [])
        await shelf.shutdown()
        #expect(record.lines == (modification == .closer ? ["closed"] : []))
    }
}

private enum Modification: CaseIterable {
    case decorator
    case timeToLive
    case closer
    case context
    case registration

    /// The recorded lines after a resolution, a reset and a shutdown.
    var lines: [String] {
        switch self {
        case .decorator: ["decorated"]
        case .closer: ["closed"]
        case .timeToLive, .context, .registration: []
        }
    }

    func apply(to factory: Factory<any LinkStore>, of shelf: Shelf, _ record: Record) {
        switch self {
        case .decorator:
            factory.decorator { _ in record.add("decorated") }
        case .timeToLive:
            factory.timeToLive(-1)
        case .closer:
            factory.onShutdown { _ in record.add("closed") }
        case .context:
            factory.onArg(presentArgument) { EmptyLinkStore() }
        case .registration:
            factory.register { EmptyLinkStore() }
        }
    }
}

/// Weak references to objects.
private final class WeakList<Element: AnyObject & Sendable>: Sendable {
    private struct Reference: Sendable {
        weak let element: Element?
    }

    private let references = LockedValue<[Reference]>([])

    var aliveCount: Int {
        references.withLock { references in
            references.count { $0.element != nil }
        }
    }

    func add(_ element: Element) {
        references.withLock { $0.append(Reference(element: element)) }
    }
}
