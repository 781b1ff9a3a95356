import Injection
import InjectionTesting
import ProgramTesting
import Testing
import ThreadTesting

@Suite(.container, .shelf)
struct GraphScopeTests {
    private let desk = Desk()

    @Test func `one instance serves a whole resolution`() {
        let pair = desk.pair()
        #expect(pair.left.store === pair.right.store)
    }

    @Test func `each resolution has its own instance`() {
        #expect(desk.pair().left.store !== desk.pair().left.store)
        #expect(!desk.store.isKept)
    }

    @Test func `an instance is let go at the end of the resolution`() {
        weak let store = desk.pair().left.store
        #expect(store == nil)
    }

    @Test func `what is cached on the way keeps the instance of its own resolution`() {
        let kept = desk.keptSide()
        #expect(kept.store !== desk.pair().left.store)
        #expect(desk.mixed().left.store !== desk.mixed().right.store)
        #expect(desk.keptSide() === kept)
    }

    @Test func `a resolution by a wrapper belongs to the resolution around it`() {
        let pair = Shelf.shared.wrapped()
        #expect(pair.first === pair.second)
    }

    @Test func `threads have resolutions of their own`() async {
        let stores = await onThreads(4) { [desk] _ in desk.pair().left.store }
        #expect(Set(stores.map(ObjectIdentifier.init)).count == 4)
    }

    @Test func `a graph instance may be asked for while an instance of the last graph ends`() {
        let farewells = Counter()
        desk.store.register { [desk] in
            Farewell {
                if farewells.increment() == 1 { _ = desk.pair() }
            }
        }
        #expect(desk.pair().left.store.name == "farewell")
        #expect(farewells.value == 2)
    }

    @Test func `a registration during a resolution holds from then on`() {
        desk.side.register { [desk] in
            let side = Side(desk.store())
            desk.store.register { EmptyLinkStore() }
            return side
        }
        let pair = desk.pair()
        #expect(pair.left.store.name == "memory")
        #expect(pair.right.store.name == "empty")
    }

    @Test func `a circle of graph factories stops the program`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exitWhereTrapped()
            let desk = Desk()
            desk.store.register { desk.side().store }
            _ = desk.pair()
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Circular dependency: Desk.store → Desk.side → Desk.store. "))
    }
}

private final class Side: Sendable {
    let store: any LinkStore
    init(_ store: any LinkStore) { self.store = store }
}

private final class Farewell: LinkStore {
    let name = "farewell"
    let farewell: @Sendable () -> Void
    init(_ farewell: @escaping @Sendable () -> Void) { self.farewell = farewell }
    deinit { farewell() }
}

private final class Wrapped {
    @Injected(\Shelf.graphStore) var first
    @Injected(\Shelf.graphStore) var second
}

extension Shelf {
    fileprivate var graphStore: Factory<any LinkStore> { self { MemoryLinkStore() }.graph }
    fileprivate var wrapped: Factory<Wrapped> { self { Wrapped() } }
}

private final class Desk: ManagedContainer {
    let manager = ContainerManager()

    var store: Factory<any LinkStore> { self { MemoryLinkStore() }.graph }
    var side: Factory<Side> { self { Side(self.store()) } }
    var keptSide: Factory<Side> { self { Side(self.store()) }.cached }
    var pair: Factory<(left: Side, right: Side)> { self { (self.side(), self.side()) } }
    var mixed: Factory<(left: Side, right: Side)> { self { (self.keptSide(), self.side()) } }
}

/// What ends with a graph may do as it likes.
struct GraphEndTests {
    @Test func `an instance that resolves when it ends does so once, and after what was built`() {
        let record = Record()
        let shelf = Shelf()
        let root = shelf(key: "root") { () -> MemoryLinkStore in
            _ = shelf(key: "guest") { Guest(shelf, record) }.graph()
            return MemoryLinkStore("root")
        }
        // Built, and kept, before its guest ends and asks for it.
        #expect(root.cached().name == "root")
        #expect(record.lines == ["root"])
        #expect(root.unique().name == "root")
        #expect(record.lines == ["root", "root"])
    }
}

/// Asks for something when it ends.
private final class Guest {
    private let shelf: Shelf
    private let record: Record

    init(_ shelf: Shelf, _ record: Record) {
        self.shelf = shelf
        self.record = record
    }

    deinit {
        record.add(shelf(key: "root") { MemoryLinkStore("another") }.cached().name)
    }
}
