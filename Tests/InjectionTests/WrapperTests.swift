import Injection
import InjectionTesting
import Testing

@Suite(.container, .shelf)
struct WrapperTests {
    @Test func `an injected property resolves from the default container when its owner is made`() {
        Container.shared.linkStore.register { MemoryLinkStore("first") }
        let owner = Owner()
        Container.shared.linkStore.register { MemoryLinkStore("second") }
        #expect(owner.store.name == "first")
        #expect(owner.spelledOut.name == "first")
        #expect(Owner().store.name == "second")
    }

    @Test func `an injected property resolves from a container of one's own`() {
        Shelf.shared.plain.register { MemoryLinkStore("own") }
        #expect(Owner().own.name == "own")
    }

    @Test func `an injected property can be set`() {
        var owner = Owner()
        owner.store = EmptyLinkStore()
        #expect(owner.store.name == "empty")
        #expect(Container.shared.linkStore().name == "live")
    }

    @Test func `an injected property is resolved again on demand`() {
        var owner = Owner()
        let first = owner.cached
        #expect(owner.$cached.resolve() === first)
        let second = owner.$cached.resolve(reset: .scope)
        #expect(second !== first)
        #expect(owner.cached === second)
        #expect(owner.$cached.factory() === second)
    }

    @Test func `a lazy property resolves when it is first read`() {
        let owner = LazyOwner()
        #expect(owner.$store.resolvedOrNil() == nil)
        Container.shared.linkStore.register { MemoryLinkStore("late") }
        #expect(owner.store.name == "late")
        Container.shared.linkStore.register { MemoryLinkStore("too late") }
        #expect(owner.store.name == "late")
        #expect(owner.$store.resolvedOrNil() === owner.store)
    }

    @Test func `a lazy property resolves from a container of one's own`() {
        let owner = LazyOwner()
        Shelf.shared.plain.register { MemoryLinkStore("own") }
        #expect(owner.own.name == "own")
    }

    @Test func `a lazy property can be set before it is resolved`() {
        let owner = LazyOwner()
        owner.store = EmptyLinkStore()
        #expect(owner.store.name == "empty")
        #expect(owner.$store.resolvedOrNil()?.name == "empty")
    }

    @Test func `a lazy property is resolved again on demand`() {
        let owner = LazyOwner()
        let first = owner.cached
        #expect(owner.$cached.resolve() === first)
        let second = owner.$cached.resolve(reset: .all)
        #expect(second !== first)
        #expect(owner.cached === second)
        #expect(owner.$cached.factory() === second)
    }

    @Test func `properties resolve from whichever container their type names`() {
        LinkContainer.shared.linkStore.register { MemoryLinkStore("generic") }
        defer { LinkContainer.shared.reset() }
        let reporter = Reporter<LinkContainer>()
        #expect(reporter.store.name == "generic")
        #expect(reporter.lazyStore.name == "generic")
        #expect(Reporter<Container>().store.name == "live")
    }

    @Test func `wrappers are Sendable if what they hold is`() {
        func accept(_: some Sendable) {}
        accept(Injected(\Shelf.plain))
        accept(LazyInjected(\Shelf.plain))
    }
}

extension Container: LinkProviding {}

protocol LinkProviding: SharedContainer {
    var linkStore: Factory<any LinkStore> { get }
}

private final class LinkContainer: LinkProviding {
    @TaskLocal static var shared = LinkContainer()
    let manager = ContainerManager()
    var linkStore: Factory<any LinkStore> { self { EmptyLinkStore() } }
}

private struct Owner {
    @Injected(\.linkStore) var store
    @Injected(\Container.linkStore) var spelledOut: any LinkStore
    @Injected(\Shelf.plain) var own
    @Injected(\Shelf.cached) var cached
}

private final class LazyOwner {
    @LazyInjected(\.linkStore) var store: any LinkStore
    @LazyInjected(\Shelf.plain) var own
    @LazyInjected(\Shelf.cached) var cached
}

private final class Reporter<C: LinkProviding> {
    @Injected(\C.linkStore) var store
    @LazyInjected(\C.linkStore) var lazyStore
}
