import Injection
import InjectionTesting
import Testing

extension Trait where Self == ContainerTrait<Shelf> {
    static var shelf: Self { Self(shared: Shelf.$shared, container: Shelf()) }
}

/// Each case registers and resolves what all the others do, in parallel; the first that saw another's would fail.
@Suite(.container, .shelf)
struct ContainerTraitTests {
    @Test(arguments: 0..<50)
    func `tests in parallel do not see each other`(number: Int) async {
        let name = "\(number)"
        #expect(Container.shared.linkStore().name == "live")
        #expect(Container.shared.singleLinkStore().name == "live")
        #expect(Shelf.shared.cached().name == "memory")
        Container.shared.linkStore.register { MemoryLinkStore(name) }
        Container.shared.singleLinkStore.register { MemoryLinkStore(name) }
        Shelf.shared.cached.register { MemoryLinkStore(name) }
        for _ in 0..<20 {
            await Task.yield()
            #expect(Container.shared.linkStore().name == name)
            #expect(Container.shared.singleLinkStore().name == name)
            #expect(Container().singleLinkStore().name == name)
            #expect(Shelf.shared.cached().name == name)
        }
    }

    @Test func `a test begins without the singletons of the program`() async {
        // A detached task has neither the container nor the singletons of the test.
        let outside = await Task.detached { Shelf.shared.lonely() }.value
        #expect(Shelf.shared.lonely() !== outside)
        #expect(await Task.detached { Shelf.shared.lonely() }.value === outside)
    }

    @Test(.container { $0.linkStore.register { MemoryLinkStore("prepared") } })
    func `a closure prepares the container`() {
        #expect(Container.shared.linkStore().name == "prepared")
        #expect(Container().linkStore().name == "live")
    }

    @Test(
        .shelf { shelf in
            await Task.yield()
            shelf.single.register { MemoryLinkStore("prepared") }
            _ = shelf.single()
        })
    func `a closure may be asynchronous and prepare singletons`() {
        #expect(Shelf.shared.single().name == "prepared")
    }

    @Test func `a container is that of the test in tasks of its own too`() async {
        Shelf.shared.plain.register { EmptyLinkStore() }
        async let name = Shelf.shared.plain().name
        #expect(await name == "empty")
    }
}

@Suite(.container { $0.linkStore.register { MemoryLinkStore("suite") } })
struct PreparedSuiteTests {
    @Test func `the closure of a suite prepares the container of each test`() {
        #expect(Container.shared.linkStore().name == "suite")
    }

    @Test(.container { $0.singleLinkStore.register { MemoryLinkStore("test") } })
    func `a test with a trait of its own begins with a fresh container`() {
        #expect(Container.shared.linkStore().name == "live")
        #expect(Container.shared.singleLinkStore().name == "test")
    }
}

extension Shelf {
    // Of no other test, as the singletons of the program belong to all that have none of their own.
    fileprivate var lonely: Factory<any LinkStore> { self { MemoryLinkStore() }.singleton }
}
