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
        let isKept = property == .unique
        shelf.manager.defaultScope = isKept ? .cached : nil
        #expect(shelf.plain.isKept == isKept)
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
