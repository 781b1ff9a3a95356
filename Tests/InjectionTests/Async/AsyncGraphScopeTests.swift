import Injection
import InjectionTesting
import Testing

@Suite(.container, .timeLimit(.minutes(5)))
struct AsyncGraphScopeTests {
    private let graph = Graph()

    @Test func `one resolution and all that it leads to share an instance`() async throws {
        let first = try await graph.pair()
        #expect(first.left === first.right)
        let second = try await graph.pair()
        #expect(second.left !== first.left)
    }

    @Test func `resolutions that do not lead to each other share nothing`() async throws {
        #expect(try await graph.leaf() !== graph.leaf())
        #expect(graph.manager.isEmpty(.all))
    }

    @Test func `a graph factory may be the outermost`() async throws {
        let graph = graph
        graph.leaf.register { try await graph.pair().left }
        let error = await #expect(throws: CircularDependencyError.self) { try await graph.leaf() }
        // By way of a branch or not, whichever child is first.
        #expect(error?.chain.starts(with: ["Graph.leaf", "Graph.pair"]) == true)
        #expect(error?.chain.last == "Graph.leaf")
    }

    @Test func `a task that outlives the resolution has a graph of its own`() async throws {
        let (go, graph) = (Tally(), graph)
        let late = Locked<Task<any LinkStore, any Error>?>(nil)
        graph.pair.register {
            let task = Task {
                await go.wait(for: 1)
                return try await graph.leaf()
            }
            late.withLock { $0 = task }
            let leaf = try await graph.leaf()
            return Pair(left: leaf, right: leaf)
        }
        let pair = try await graph.pair()
        await go.add()
        #expect(try await late.withLock { $0 }?.value !== pair.left)
    }

    @Test func `what is registered during a resolution is made in the rest of it`() async throws {
        let graph = graph
        graph.pair.register {
            let left = try await graph.leaf()
            graph.leaf.register { EmptyLinkStore() }
            return Pair(left: left, right: try await graph.leaf())
        }
        let pair = try await graph.pair()
        #expect([pair.left.name, pair.right.name] == ["memory", "empty"])
    }

    @Test func `a graph goes with its resolution`() async throws {
        weak let leaf = try await graph.pair().left
        #expect(leaf == nil)
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
    var pair: AsyncFactory<Pair> {
        self {
            async let left = self.branch()
            async let right = self.leaf()
            return Pair(left: try await left, right: try await right)
        }
    }
}
