import Injection
import InjectionTesting
import Testing

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
