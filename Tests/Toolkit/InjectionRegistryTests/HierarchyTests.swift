import InjectionRegistry
import Testing

struct HierarchyTests {
    private let parent = Registry {
        Shared { MemoryLinkStore("parent") as any LinkStore }
        Shared { resolver in StoredLinkLibrary(store: try resolver.resolve()) }
        New(named: "new") { resolver in StoredLinkLibrary(store: try resolver.resolve()) }
    }

    @Test func `a child falls back to its parents`() throws {
        let child = parent.child { Shared { RouterLive() } }
        let grandchild = child.child { Shared { MemoryLinkStore("grandchild") as any LinkStore } }
        let store: any LinkStore = try parent.resolve()
        let router = try child.resolve(RouterLive.self)
        #expect(try child.resolve((any LinkStore).self) === store)
        #expect(try grandchild.resolve((any LinkStore).self).name == "grandchild")
        #expect(try grandchild.resolve(RouterLive.self) === router)
        #expect(try parent.resolve(RouterLive?.self) == nil)
        #expect(grandchild.parent?.parent === parent)
    }

    @Test
    func
        `a parent's New service uses the services of the child that resolves it, a Shared one does not`()
        throws
    {
        let child = parent.child { Shared { MemoryLinkStore("child") as any LinkStore } }
        let new = try child.resolve(StoredLinkLibrary.self, named: "new")
        let newOfParent = try parent.resolve(StoredLinkLibrary.self, named: "new")
        #expect(try child.resolve(StoredLinkLibrary.self).store.name == "parent")
        #expect(new.store.name == "child")
        #expect(newOfParent.store.name == "parent")
    }

    @Test func `a child retains its parent, but a parent does not retain its children`() {
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

    @Test func `a service can wrap the parent's service with the same key`() throws {
        var registry = Registry { New { "links" } }
        for _ in 0..<10 {
            let inner = registry
            registry = inner.child {
                New { _ in "(\(try inner.resolve(String.self)))" }
            }
        }
        #expect(try registry.resolve(String.self) == "((((((((((links))))))))))")
    }

    @Test func `a parent's service can be created for a child and for the parent in one chain`()
        throws
    {
        let parent = Registry {
            New(StoredLinkLibrary.init)
            New { MemoryLinkStore("parent") as any LinkStore }
        }
        let child = parent.child {
            New { _ in
                let library = try parent.resolve(StoredLinkLibrary.self)
                return MemoryLinkStore("child of \(library.store.name)") as any LinkStore
            }
        }
        #expect(try child.resolve(StoredLinkLibrary.self).store.name == "child of parent")
    }
}
