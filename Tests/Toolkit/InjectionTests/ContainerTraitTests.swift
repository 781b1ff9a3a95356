import Injection
import InjectionTesting
import Testing
import ThreadTesting

/// All cases register and resolve the same factories in parallel. A case fails if it resolves the
/// instances of another case.
@Suite(.container, .shelf, .asyncShelf) struct ContainerTraitTests {
    @Test(arguments: 0..<50) func `separates tests that run in parallel`(number: Int) async throws {
        let name = "\(number)"
        func names() async throws -> [String] {
            [
                Container.shared.linkStore().name,
                Container.shared.singleLinkStore().name,
                Container().singleLinkStore().name,
                Shelf.shared.cached().name,
                try await AsyncShelf.shared.cached().name,
            ]
        }
        #expect(try await names() == ["live", "live", "live", "memory", "1"])
        Container.shared.linkStore.register { MemoryLinkStore(name) }
        Container.shared.singleLinkStore.register { MemoryLinkStore(name) }
        Shelf.shared.cached.register { MemoryLinkStore(name) }
        // This closure runs in the construction's own task, which inherits the container.
        AsyncShelf.shared.cached.register { Container.shared.singleLinkStore() }
        for _ in 0..<20 {
            await Task.yield()
            #expect(try await names() == Array(repeating: name, count: 5))
        }
    }

    @Test func `a test begins without the singletons of the program`() async {
        // A detached task has neither the container nor the singletons of the test.
        let outside = await Task.detached { Shelf.shared.lonely() }.value
        #expect(Shelf.shared.lonely() !== outside)
        #expect(await Task.detached { Shelf.shared.lonely() }.value === outside)
    }

    @Test(
        .shelf {
            await Task.yield()
            $0.single.register { MemoryLinkStore("prepared") }
        }
    )
    func `prepares singletons with an asynchronous closure`() {
        #expect(Shelf.shared.single().name == "prepared")
    }
}

@Suite(.container { $0.linkStore.register { MemoryLinkStore("suite") } }) struct PreparedSuiteTests
{
    @Test func `prepares the container of each test in a suite`() {
        #expect(Container.shared.linkStore().name == "suite")
    }

    @Test(.container { $0.singleLinkStore.register { MemoryLinkStore("test") } })
    func `a test with its own trait begins with a new container`() {
        #expect(Container.shared.linkStore().name == "live")
        #expect(Container.shared.singleLinkStore().name == "test")
    }
}

extension Shelf {
    // No other test uses this factory, because tests without the trait share the singletons of the
    // program.
    fileprivate var lonely: Factory<any LinkStore> { self { MemoryLinkStore() }.singleton }
}

/// Tests the issues for definitions that a test has not replaced.
@Suite(.shelf(live: .fails)) struct LiveDefinitionTests {
    private let shelf = Shelf.shared

    @Test func `a definition is reported with the factory and the chain, before its closure runs`()
    {
        let record = Record()
        let inner = Factory(shelf, key: "inner") { record.add("closure") }
        let outer = Factory(shelf, key: "outer") {}.register { inner() }
        withKnownIssue {
            outer()
        } matching: { issue in
            record.add("issue")
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains("the live definition of Shelf.inner: Shelf.outer → Shelf.inner.")
        }
        #expect(record.lines == ["issue", "closure"])
    }

    @Test func `an asynchronous definition is reported with the chain`() async {
        let leaf = Factory(shelf, key: "leaf") { 1 }
        let inner = AsyncFactory(shelf, key: "inner") { leaf() }
        let outer = AsyncFactory(shelf, key: "outer") { 0 }.register { try await inner() }
        let chains = ["Shelf.outer → Shelf.inner.", "Shelf.outer → Shelf.inner → Shelf.leaf."]
        let reported = Record()
        await withKnownIssue {
            let value = try? await outer()
            #expect(value == 1)
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            reported.add(chains.first { text.contains(": \($0)") } ?? text)
            return true
        }
        #expect(reported.lines == chains)
    }

    @Test func `a stored instance and a replaced or allowed definition are not reported`() {
        shelf.plain.register { EmptyLinkStore() }
        shelf.unique.onTest { EmptyLinkStore() }
        shelf.cached.allowLive()
        for _ in 0..<3 {
            #expect(shelf.plain().name == "empty")
            #expect(shelf.unique().name == "empty")
            #expect(shelf.cached().name == "memory")
        }
    }

    @Test(.shelf { $0.plain.register { EmptyLinkStore() } })
    func `a test without the parameter inherits that of its suite`() {
        #expect(Shelf.shared.plain().name == "empty")
        withKnownIssue {
            _ = Shelf.shared.unique()
        }
    }

    @Test(.shelf(live: .allowed)) func `a test can allow all definitions`() {
        #expect(Shelf.shared.plain().name == "memory")
    }
}
