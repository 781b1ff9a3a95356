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
        let kept = desk.keptSide()
        #expect(kept.store !== desk.pair().left.store)
        #expect(desk.mixed().left.store !== desk.mixed().right.store)
        #expect(desk.keptSide() === kept)
    }

    @Test
    func `a graph includes the resolutions of property wrappers, but not those of other threads`()
        async
    {
        let pairs = await onThreads(4) { [shelf = Shelf.shared] _ in
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
        #expect((pair.left.store.name, pair.right.store.name) == ("memory", "empty"))
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
        #expect(
            (root.cached().name, record.lines, root.unique().name) == ("root", ["root"], "root")
        )
        #expect(record.lines == ["root", "root"])
    }
}

@Suite(.container, .deadlockLimit) struct AsyncGraphScopeTests {
    private let graph = Graph()

    @Test
    func `shares an instance within one resolution and its child tasks, and then releases it`()
        async throws
    {
        let (pair, other) = try await (graph.pair(), graph.pair())
        #expect(pair.left === pair.right)
        #expect(other.left !== pair.left)
        #expect(try await graph.leaf() !== graph.leaf())
        #expect(graph.manager.isEmpty(.all))
        weak let leaf = try await graph.pair().left
        #expect(leaf == nil)
    }

    @Test func `synchronous factories in an asynchronous one share its graph`() async throws {
        let first = try await graph.synchronousPair()
        #expect(first.left === first.right)
        let second = try await graph.synchronousPair()
        #expect(second.left !== first.left)
        #expect(graph.synchronousLeaf() !== graph.synchronousLeaf())
    }

    @Test func `finds a cycle that begins with a factory in the graph scope`() async throws {
        let calls = Counter()
        graph.leaf.register {
            calls.increment()
            return try await graph.pair().left
        }
        let error = await #expect(throws: CircularDependencyError.self) { try await graph.leaf() }
        // Whether the chain contains the branch depends on which child task resolves the leaf
        // first.
        #expect(error?.chain.starts(with: ["Graph.leaf", "Graph.pair"]) == true)
        #expect(error?.chain.last == "Graph.leaf")
        #expect(calls.value == 1)
    }

    @Test func `a task that outlives the resolution has a separate graph`() async throws {
        let go = Counter()
        let factory = AsyncFactory(graph, key: "late") {
            let late = Task {
                await go.wait(for: 1)
                return try await graph.leaf()
            }
            return (leaf: try await graph.leaf(), late: late)
        }
        let result = try await factory()
        go.increment()
        #expect(try await result.late.value !== result.leaf)
    }

    @Test
    func `a resolution that has ended shares no instance with other tasks, and retains none`()
        async throws
    {
        graph.pair.register {
            Pair(left: graph.synchronousLeaf(), right: graph.synchronousLeaf())
        }
        for _ in 0..<20 {
            let pair = try await graph.pair()
            #expect(pair.left === pair.right)
            let others = try await onTasks(4) { _ in graph.synchronousLeaf() }
            #expect(others.allSatisfy { $0 !== pair.left })
        }
        weak let leaf = try await graph.pair().left
        #expect(leaf == nil)
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

private struct Pair: Sendable {
    let left: any LinkStore
    let right: any LinkStore
}

private final class Graph: ManagedContainer {
    let manager = ContainerManager()
    var leaf: AsyncFactory<any LinkStore> { self { MemoryLinkStore() }.graph }
    var branch: AsyncFactory<any LinkStore> { self { try await self.leaf() } }
    var synchronousLeaf: Factory<any LinkStore> { self { MemoryLinkStore() }.graph }
    var synchronousBranch: Factory<any LinkStore> { self { self.synchronousLeaf() } }
    var synchronousPair: AsyncFactory<Pair> {
        self {
            async let left = self.synchronousBranch()
            async let right = self.synchronousLeaf()
            return await Pair(left: left, right: right)
        }
    }
    var pair: AsyncFactory<Pair> {
        self {
            async let left = self.branch()
            async let right = self.leaf()
            return Pair(left: try await left, right: try await right)
        }
    }
}
