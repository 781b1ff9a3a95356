import Injection
import InjectionTesting
import Testing

@Suite(.container, .shelf)
struct OtherWrapperTests {
    @Test func `a dynamic property resolves each time it is read`() {
        let owner = Owner()
        #expect(owner.dynamic.name == "live")
        Container.shared.linkStore.register { MemoryLinkStore("later") }
        Shelf.shared.plain.register { MemoryLinkStore("own") }
        #expect(owner.dynamic.name == "later")
        #expect(owner.own.name == "own")
    }

    @Test func `a dynamic property is reset on demand`() {
        let owner = Owner()
        let first = owner.cached
        #expect(owner.$cached.resolve() === first)
        #expect(owner.$cached.reset(.scope)() !== first)
        #expect(owner.$cached() === owner.cached)
    }

    @Test func `a weak property resolves when it is first read and holds weakly`() {
        let owner = Owner()
        #expect(owner.$weak.resolvedOrNil() == nil)
        var store: (any LinkStore)? = owner.weak
        #expect(store != nil)
        #expect(owner.weak === store)
        #expect(owner.$weak.resolvedOrNil() === store)
        store = nil
        #expect(owner.weak == nil)
    }

    @Test func `a weak property is resolved again on demand`() {
        let owner = Owner()
        _ = owner.weak
        #expect(owner.weak == nil)
        let store = owner.$weak.resolve()
        #expect(owner.weak === store)
        let other = owner.$weak.resolve(reset: .scope)
        #expect(other !== store)
        #expect(owner.$weak.factory() === other)
    }

    @Test func `a weak property can be set`() {
        let (owner, store) = (Owner(), EmptyLinkStore())
        owner.weak = store
        #expect(owner.weak === store)
        owner.weak = nil
        #expect(owner.weak == nil)
        owner.weakOwn = store
        #expect(owner.weakOwn === store)
    }

    @Test func `a weak property does not hold what is no object`() {
        let owner = Owner()
        #expect(owner.number == 7)
        #expect(owner.number == nil)
    }

    @Test func `an injected container is the shared one when its owner is made`() {
        let owner = Owner()
        #expect(owner.shelf === Shelf.shared)
        #expect(owner.container === Container.shared)
        let shelf = owner.shelf
        Shelf.$shared.withValue(Shelf()) { #expect(owner.shelf === shelf) }
        owner.shelf = Shelf()
        #expect(owner.shelf !== shelf)
    }

    @Test func `a property is reset as its definition says, contexts and all`() {
        var owner = LiveOwner()
        #expect(owner.tested.name == "test")
        #expect(owner.$tested.resolve(reset: .all).name == "test")
    }

    @Test func `a dependency is resolved by its path`() {
        Container.shared.linkStore.register { EmptyLinkStore() }
        Shelf.shared.plain.register { MemoryLinkStore("shelf") }
        #expect(resolve(\.linkStore).name == "empty")
        #expect(resolve(\Shelf.plain).name == "shelf")
    }

    @Test func `a container is called with what prepares it`() {
        let container = Container() { $0.linkStore.register { EmptyLinkStore() } }
        #expect(container.linkStore().name == "empty")
    }
}

private final class Owner {
    @DynamicInjected(\.linkStore) var dynamic: any LinkStore
    @DynamicInjected(\Shelf.plain) var own
    @DynamicInjected(\Shelf.cached) var cached
    @WeakLazyInjected(\.heldLinkStore) var weak: (any LinkStore)?
    @WeakLazyInjected(\Shelf.plain) var weakOwn
    @WeakLazyInjected(\.number) var number
    @InjectedContainer var container: Container
    @InjectedContainer(Shelf.self) var shelf
}

private struct LiveOwner {
    @Injected(\Shelf.contextual) var tested
}

extension Container {
    fileprivate var number: Factory<Int> { self { 7 } }
    fileprivate var heldLinkStore: Factory<any LinkStore> { self { MemoryLinkStore() }.shared }
}

extension Shelf {
    // An argument that every process has, as a test must not change the context of others.
    fileprivate var contextual: Factory<any LinkStore> {
        self { MemoryLinkStore() }.onArg(CommandLine.arguments[0]) { MemoryLinkStore("test") }
    }
}
