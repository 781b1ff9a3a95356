import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container, .shelf) struct PropertyWrapperTests {
    @Test func `Injected resolves when its owner is created, and LazyInjected on first use`() {
        let lazyOwner = LazyOwner()
        #expect(lazyOwner.$store.resolvedOrNil() == nil)
        Container.shared.linkStore.register { MemoryLinkStore("first") }
        Shelf.shared.plain.register { MemoryLinkStore("shelf") }
        let owner = Owner()
        #expect(lazyOwner.store.name == "first")
        Container.shared.linkStore.register { MemoryLinkStore("second") }
        #expect(owner.store.name == "first")
        #expect(owner.spelledOut.name == "first")
        #expect(lazyOwner.store.name == "first")
        #expect(lazyOwner.$store.resolvedOrNil() === lazyOwner.store)
        #expect(owner.own.name == "shelf")
        #expect(lazyOwner.own.name == "shelf")
        #expect(Owner().store.name == "second")
        #expect(LazyOwner().store.name == "second")
    }

    @Test(arguments: [FactoryResetOptions.scope, .all])
    func `Injected and LazyInjected resolve again on request`(options: FactoryResetOptions) {
        var owner = Owner()
        let first = owner.cached
        let lazyOwner = LazyOwner()
        #expect(lazyOwner.cached === first)
        #expect(owner.$cached.resolve() === first)
        #expect(lazyOwner.$cached.resolve() === first)
        let second = owner.$cached.resolve(reset: options)
        #expect(second !== first)
        #expect(owner.cached === second)
        #expect(lazyOwner.cached === first)
        let third = lazyOwner.$cached.resolve(reset: options)
        #expect(third !== second)
        #expect(lazyOwner.cached === third)
        #expect(owner.$cached.factory() === third)
        #expect(lazyOwner.$cached.factory() === third)
        // A full reset does not remove the context in a definition.
        #expect(owner.contextual.name == "context")
        #expect(owner.$contextual.resolve(reset: options).name == "context")
    }

    @Test func `setting a wrapper does not affect the container`() {
        var owner = Owner()
        let lazyOwner = LazyOwner()
        let store = EmptyLinkStore()
        owner.store = store
        #expect(owner.store === store)
        lazyOwner.store = store
        #expect(lazyOwner.store === store)
        #expect(lazyOwner.$store.resolvedOrNil() === store)
        lazyOwner.weak = store
        #expect(lazyOwner.weak === store)
        lazyOwner.weak = nil
        #expect(lazyOwner.weak == nil)
        lazyOwner.weakOwn = store
        #expect(lazyOwner.weakOwn === store)
        #expect(Container.shared.linkStore().name == "live")
        #expect(Container.shared.heldLinkStore().name == "memory")
        #expect(Shelf.shared.plain().name == "memory")
    }

    @Test func `wrappers resolve from a container whose type is a generic parameter`() {
        LinkContainer.$shared.withValue(LinkContainer()) {
            LinkContainer.shared.linkStore.register { MemoryLinkStore("generic") }
            let reporter = Reporter<LinkContainer>()
            #expect(reporter.store.name == "generic")
            #expect(reporter.lazyStore.name == "generic")
        }
        #expect(Reporter<Container>().store.name == "live")
    }

    @Test func `wrappers are Sendable if their instances are`() {
        func accept(_: some Sendable) {}
        accept(Injected(\Shelf.plain))
        accept(LazyInjected(\Shelf.plain))
    }

    @Test
    func `WeakLazyInjected resolves on first use or on request, and holds the instance weakly`() {
        let owner = LazyOwner()
        #expect(owner.$weak.resolvedOrNil() == nil)
        var store: (any LinkStore)? = owner.weak
        #expect(store != nil)
        #expect(owner.weak === store)
        #expect(owner.$weak.resolvedOrNil() === store)
        store = nil
        #expect(owner.weak == nil)
        store = owner.$weak.resolve()
        #expect(store != nil)
        #expect(owner.weak === store)
        let other = owner.$weak.resolve(reset: .scope)
        #expect(other !== store)
        #expect(owner.$weak.factory() === other)
        // The wrapper cannot hold a value type weakly, so the second read returns `nil`.
        #expect(owner.number == 7)
        #expect(owner.number == nil)
    }

    @Test func `DynamicInjected resolves on each use and projects its factory`() {
        let owner = Owner()
        #expect(owner.dynamic.name == "live")
        Container.shared.linkStore.register { MemoryLinkStore("later") }
        Shelf.shared.plain.register { MemoryLinkStore("own") }
        #expect(owner.dynamic.name == "later")
        #expect(owner.dynamicOwn.name == "own")
        owner.$dynamic.register { MemoryLinkStore("registered") }
        #expect(owner.dynamic.name == "registered")
        #expect(owner.$dynamic().name == "registered")
        owner.$dynamic.reset()
        #expect(owner.dynamic.name == "live")
    }

    @Test
    func `InjectedContainer keeps the container that was shared when its owner was created`() {
        let owner = LazyOwner()
        #expect(owner.shelf === Shelf.shared)
        #expect(owner.container === Container.shared)
        #expect(owner.defaultContainer === Container.shared)
        let shelf = owner.shelf
        Shelf.$shared.withValue(Shelf()) { #expect(owner.shelf === shelf) }
        owner.shelf = Shelf()
        #expect(owner.shelf !== shelf)
        owner.container.linkStore.register { EmptyLinkStore() }
        owner.$container.reset(options: .scope)
        #expect(owner.container.linkStore().name == "empty")
        owner.$container.reset()
        #expect(owner.container.linkStore().name == "live")
    }
}

@Suite(.shelf, .deadlockLimit) struct LazyPropertyTests {
    private let shelf = Shelf.shared
    private let owner = ThreadsOwner()

    @Test
    func `keeps an instance that another thread resolves during the first resolution`() {
        let made = Counter()
        shelf.plain.register {
            let number = made.increment(runningOnce: {
                _ = Shelf.$shared.withValue(shelf) { owner.$lazy.resolve() }
            })
            return MemoryLinkStore("\(number)")
        }
        #expect(owner.lazy.name == "1")
        #expect(owner.lazy.name == "2")
    }

    @Test
    func `copies of a value with lazy properties share resolved and assigned instances`() {
        let value = Value()
        let other = Value()
        #expect(value.lazy === value.store())
        #expect(value.weak != nil)
        #expect(value.weak == nil)
        #expect(value.$weak.resolve() != nil)
        var copy = value
        #expect(copy.lazy === value.lazy)
        let renewed = copy.$lazy.resolve()
        #expect(value.lazy === renewed)
        #expect(value.$lazy.resolvedOrNil() === renewed)
        #expect(other.lazy !== renewed)
        let store = EmptyLinkStore()
        copy.lazy = store
        copy.weak = store
        #expect(copy.lazy === store)
        #expect(copy.weak === store)
        #expect(value.lazy === store)
        #expect(value.$weak.resolvedOrNil() === store)
        #expect(other.lazy !== store)
    }

    @Test func `a wrapper can be replaced by the projection of another wrapper`() {
        var value = Value()
        let other = Value()
        value.$lazy = other.$lazy
        #expect(value.lazy === other.lazy)
        value.$weak = other.$weak
        let store = other.weak
        #expect(store != nil)
        #expect(value.weak === store)
        let container = Shelf()
        var shelf = InjectedContainer<Shelf>()
        #expect(shelf.wrappedValue === Shelf.shared)
        shelf.projectedValue = Shelf.$shared.withValue(container) { InjectedContainer<Shelf>() }
        #expect(shelf.wrappedValue === container)
    }

    @Test func `a lazy property whose factory returns nil is resolved only once`() {
        let made = Counter()
        shelf.optional.register {
            made.increment()
            return nil
        }
        let value = Value()
        for _ in 0..<2 {
            #expect(value.optional == nil)
        }
        #expect(made.value == 1)
    }

    @Test func `the factory of a lazy property can read the property`() {
        let made = Counter()
        shelf.plain.register {
            if made.increment() == 1 {
                _ = owner.lazy
            }
            return MemoryLinkStore("\(made.value)")
        }
        for _ in 0..<2 {
            #expect(owner.lazy.name == "2")
        }
    }
}

private struct Owner {
    @Injected(\.linkStore) var store
    @Injected(\Container.linkStore) var spelledOut: any LinkStore
    @Injected(\Shelf.plain) var own
    @Injected(\Shelf.cached) var cached
    @Injected(\Shelf.contextual) var contextual
    @DynamicInjected(\.linkStore) var dynamic: any LinkStore
    @DynamicInjected(\Shelf.plain) var dynamicOwn
}

private final class LazyOwner {
    @LazyInjected(\.linkStore) var store: any LinkStore
    @LazyInjected(\Shelf.plain) var own
    @LazyInjected(\Shelf.cached) var cached
    @WeakLazyInjected(\.heldLinkStore) var weak: (any LinkStore)?
    @WeakLazyInjected(\Shelf.plain) var weakOwn
    @WeakLazyInjected(\.number) var number
    @InjectedContainer var defaultContainer
    @InjectedContainer var container: Container
    @InjectedContainer(Shelf.self) var shelf
}

private struct Value: Sendable {
    @LazyInjected(\Shelf.plain) var lazy
    @WeakLazyInjected(\Shelf.plain) var weak
    @LazyInjected(\Shelf.optional) var optional
    func store() -> any LinkStore {
        lazy
    }
}

extension Container: LinkProviding {}

protocol LinkProviding: SharedContainer { var linkStore: Factory<any LinkStore> { get } }

private final class LinkContainer: LinkProviding {
    @TaskLocal static var shared = LinkContainer()
    let manager = ContainerManager()
    var linkStore: Factory<any LinkStore> { self { EmptyLinkStore() } }
}

private final class Reporter<C: LinkProviding> {
    @Injected(\C.linkStore) var store
    @LazyInjected(\C.linkStore) var lazyStore
}

extension Container {
    fileprivate var number: Factory<Int> { self { 7 } }
    fileprivate var heldLinkStore: Factory<any LinkStore> { self { MemoryLinkStore() }.shared }
}

extension Shelf {
    fileprivate var contextual: Factory<any LinkStore> {
        self { MemoryLinkStore() }.onArg(presentArgument) { MemoryLinkStore("context") }
    }
    fileprivate var optional: Factory<MemoryLinkStore?> { self { MemoryLinkStore() } }
}
