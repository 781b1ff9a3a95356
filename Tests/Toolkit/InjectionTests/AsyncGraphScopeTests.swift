import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container, .deadlockLimit) struct AsyncGraphScopeTests {
    private let graph = Graph()

    @Test
    func `shares an instance within one resolution and its child tasks, and then releases it`()
        async throws
    {
        let pair = try await graph.pair()
        let other = try await graph.pair()
        #expect(pair.left === pair.right)
        #expect(other.left !== pair.left)
        #expect(try await graph.leaf() !== graph.leaf())
        #expect(graph.manager.isEmpty(.all))
        weak let leaf = try await graph.pair().left
        #expect(await eventually { leaf == nil })
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
        let chain = try #require(error).chain
        #expect(chain.prefix(2) == ["Graph.leaf", "Graph.pair"])
        #expect(chain.last == "Graph.leaf")
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
        #expect(await eventually { leaf == nil })
    }
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
