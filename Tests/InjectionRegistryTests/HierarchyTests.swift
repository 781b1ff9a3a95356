import InjectionRegistry
import Testing

struct HierarchyTests {
    private let parent = Registry {
        Shared { MemoryLinkStore("parent") as any LinkStore }
        Shared { resolver in StoredLinkLibrary(store: try resolver.resolve()) }
        New(named: "new") { resolver in StoredLinkLibrary(store: try resolver.resolve()) }
    }

    @Test func `a child has what its parents have, and its own before theirs`() throws {
        let child = parent.child { Shared { RouterLive() } }
        let grandchild = child.child { Shared { MemoryLinkStore("grandchild") as any LinkStore } }
        #expect(try child.resolve((any LinkStore).self) === parent.resolve((any LinkStore).self))
        #expect(try grandchild.resolve((any LinkStore).self).name == "grandchild")
        #expect(try grandchild.resolve(RouterLive.self) === child.resolve(RouterLive.self))
        #expect(try parent.resolve(RouterLive?.self) == nil)
        #expect(grandchild.parent?.parent === parent)
    }

    @Test func `a shared service takes what it needs from its own registry, a new one from the one that was asked`()
        throws
    {
        let child = parent.child { Shared { MemoryLinkStore("child") as any LinkStore } }
        #expect(try child.resolve(StoredLinkLibrary.self).store.name == "parent")
        #expect(try child.resolve(StoredLinkLibrary.self, named: "new").store.name == "child")
        #expect(try parent.resolve(StoredLinkLibrary.self, named: "new").store.name == "parent")
    }

    @Test func `a child keeps its parent alive, and not the other way round`() {
        weak var parent: Registry?
        var child: Registry?
        do {
            let registry = Registry()
            parent = registry
            child = registry.child {}
        }
        #expect(parent != nil)
        weak let gone = child
        child = nil
        #expect(gone == nil)
        #expect(parent == nil)
    }

    @Test func `a service may wrap the one that its parent has under the same key`() throws {
        var registry = Registry { New { "links" } }
        for _ in 0..<10 {
            let inner = registry
            registry = inner.child { New { _ in "(\(try inner.resolve(String.self)))" } }
        }
        #expect(try registry.resolve(String.self) == "((((((((((links))))))))))")
    }

    @Test func `a service of the parent may be made for a child and for the parent at once`() throws {
        let parent = Registry {
            New(StoredLinkLibrary.init)
            New { MemoryLinkStore("parent") as any LinkStore }
        }
        let child = parent.child {
            New { _ in
                MemoryLinkStore("child of \(try parent.resolve(StoredLinkLibrary.self).store.name)") as any LinkStore
            }
        }
        #expect(try child.resolve(StoredLinkLibrary.self).store.name == "child of parent")
    }
}
