import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container, .shelf) struct GraphScopeTests {
    private let desk = Desk()

    @Test func `shares an instance only within one resolution, and then releases it`() {
        let pair = desk.pair()
        let other = desk.pair()
        #expect(pair.left.store === pair.right.store)
        #expect(pair.left.store !== other.left.store)
        #expect(!desk.store.isKept)
        weak let store = desk.pair().left.store
        #expect(store == nil)
    }

    @Test func `a cached instance retains the graph instance of the resolution that built it`() {
        let first = desk.mixed()
        #expect(first.left.store === first.right.store)
        let second = desk.mixed()
        #expect(second.left === first.left)
        #expect(second.right.store !== first.left.store)
    }

    @Test
    func `a graph includes the resolutions of property wrappers, but not those of other threads`()
        async
    {
        let shelf = Shelf.shared
        let built = Counter()
        shelf.wrapped.register {
            let wrapped = Wrapped()
            built.incrementAndWait(for: 4)
            return wrapped
        }
        let pairs = await onThreads(4) { _ in
            let pair = Shelf.$shared.withValue(shelf) { shelf.wrapped() }
            return [pair.first, pair.second]
        }
        #expect(pairs.allSatisfy { $0[0] === $0[1] })
        #expect(pairs.joined().distinct == 4)
    }

    @Test func `a property that is resolved later is not part of the graph`() {
        let wrapped = Shelf.shared.wrapped()
        #expect(wrapped.first !== wrapped.late)
    }

    @Test func `a registration during a resolution takes effect immediately`() {
        desk.side.register {
            let side = Side(desk.store())
            desk.store.register { EmptyLinkStore() }
            return side
        }
        let pair = desk.pair()
        #expect(pair.left.store.name == "memory")
        #expect(pair.right.store.name == "empty")
    }

    @Test func `containers that exist only for a part of a resolution are different containers`() {
        let root = Factory(desk, key: "root") {
            (0..<20).map { number in
                Factory(BareContainer(), key: "number") { number }.graph()
            }
        }
        #expect(root() == Array(0..<20))
    }

    @Test func `a graph retains no container after the resolution`() {
        let root = Factory(desk, key: "root") {
            let container = BareContainer()
            _ = Factory(container, key: "side") { desk.side() }.graph()
            return { [weak manager = container.manager] in manager }
        }
        let manager = root()
        #expect(manager() == nil)
    }

    @Test func `reports the depth of the resolution`() {
        #expect(Scope.Graph.depth == 0)
        #expect(desk.depths() == [1, 2])
        #expect(Scope.graph.depth == 0)
    }

    @Test func `releases a graph instance once, after the outermost instance is stored`() {
        let shelf = Shelf()
        let record = Record()
        let root = shelf(key: "root") { () -> any LinkStore in
            _ = shelf(key: "guest") {
                Farewell {
                    record.add(
                        shelf(key: "root") { EmptyLinkStore() as any LinkStore }.cached().name
                    )
                }
            }.graph()
            return MemoryLinkStore("root")
        }
        #expect(root.cached().name == "root")
        #expect(record.lines == ["root"])
        #expect(root.unique().name == "root")
        #expect(record.lines == ["root", "root"])
    }
}

private final class Side: Sendable {
    let store: any LinkStore
    init(_ store: any LinkStore) {
        self.store = store
    }
}

private final class Wrapped {
    @Injected(\Shelf.graphStore) var first
    @Injected(\Shelf.graphStore) var second
    @LazyInjected(\Shelf.graphStore) var late
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
    var depths: Factory<[Int]> { self { [Scope.Graph.depth] + self.innerDepths() } }
    var innerDepths: Factory<[Int]> { self { [Scope.graph.depth] } }
}
