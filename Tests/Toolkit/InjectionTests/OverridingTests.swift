import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container) struct OverridingTests {
    let shelf = Shelf()
    private let decorated = Record()

    @Test func `a registration affects only one container`() {
        shelf.plain.register { EmptyLinkStore() }
        #expect(shelf.plain().name == "empty")
        shelf.plain { MemoryLinkStore("sugar") }
        #expect(shelf.plain().name == "sugar")
        #expect(Shelf().plain().name == "memory")
        shelf.anywhere.register { EmptyLinkStore() }
        #expect(shelf.anywhere().name == "empty")
        #expect(Container().anywhere().name == "memory")
    }

    @Test(arguments: [\Shelf.cached, \.held, \.single, \.session] as [StorePath])
    func `a registration or a reset removes the stored instance in each scope`(path: StorePath) {
        let factory = shelf[keyPath: path]
        let old = factory()
        #expect(old.name == "memory")
        factory.register { EmptyLinkStore() }
        let new = factory()
        #expect(new.name == "empty")
        #expect(factory() === new)
        factory.reset(.scope)
        let next = factory()
        #expect(next !== new)
        #expect(next.name == "empty")
    }

    @Test func `a scope that is set elsewhere applies if the definition has no scope`() {
        shelf.plain.scope(.cached)
        #expect(shelf.plain.isKept)
        shelf.plain.scope(.unique)
        #expect(!shelf.plain.isKept)
        let store = shelf.plain.shared()
        #expect(shelf.plain() === store)
        shelf.plain.register { EmptyLinkStore() }.scope(.cached)
        #expect(shelf.plain.isKept)
        shelf.plain.register { EmptyLinkStore() }.scope(.unique)
        #expect(!shelf.plain.isKept)
        #expect(shelf.plain.register { EmptyLinkStore() }.scope(.session).isKept)
        let other = Shelf()
        other.plain.cached.register { EmptyLinkStore() }
        #expect(other.plain.isKept)
    }

    @Test
    func `prefers the scope in the definition, then a scope set elsewhere, then the default scope`()
    {
        shelf.manager.defaultScope = .cached
        shelf.plain.register { EmptyLinkStore() }.scope(.unique)
        #expect(!shelf.plain.isKept)
        _ = shelf.cached.unique
        #expect(shelf.cached.isKept)
        #expect(!shelf.cached.unique.isKept)
        shelf.cached.register { EmptyLinkStore() }.scope(.unique)
        #expect(shelf.cached.isKept)
        #expect(shelf.cached.register { EmptyLinkStore() }.unique.isKept)
        shelf.unique.register { EmptyLinkStore() }.scope(.cached)
        #expect(!shelf.unique.isKept)
    }

    @Test
    func `if a definition ends with once(), a scope that is set elsewhere applies until a reset`() {
        #expect(shelf.first.isKept)
        shelf.first.scope(.session)
        let store = shelf.first()
        #expect(shelf.first() === store)
        shelf.manager.reset(scope: .session)
        #expect(shelf.first() !== store)
        shelf.first.register { EmptyLinkStore() }.scope(.unique)
        #expect(!shelf.first.isKept)
        #expect(shelf.first().name == "empty")
        for reset in [{ shelf.first.reset() }, { shelf.reset() }] as [() -> Void] {
            _ = shelf.first.unique
            #expect(!shelf.first.isKept)
            reset()
            #expect(shelf.first.isKept)
            #expect(shelf.first().name == "memory")
        }
        _ = shelf.first.unique.cached
        #expect(shelf.first.isKept)
        shelf.firmly.scope(.unique)
        #expect(shelf.firmly.isKept)
    }

    @Test(arguments: FactoryResetOptions.each, [true, false])
    func `resets only what the options specify, for one factory or for all factories`(
        options: FactoryResetOptions,
        ofAll: Bool
    ) {
        shelf.plain.register { MemoryLinkStore("registered") }.scope(.cached).onArg(presentArgument)
        {
            EmptyLinkStore()
        }
        let store = shelf.plain()
        let other = shelf.session()
        #expect(store.name == "empty")
        if ofAll {
            shelf.reset(options: options)
        } else {
            shelf.plain.reset(options)
        }
        let all = options == .all
        let keepsInstances = !all && options != .scope
        #expect((shelf.session() === other) == (keepsInstances || !ofAll))
        #expect((shelf.plain() === store) == keepsInstances)
        #expect(shelf.plain.isKept == !all)
        shelf.plain.reset(.scope)
        #expect(
            shelf.plain().name == (all ? "memory" : options == .context ? "registered" : "empty")
        )
        shelf.plain.reset(.scope).reset(.context)
        #expect(shelf.plain().name == (all || options == .registration ? "memory" : "registered"))
    }

    @Test(arguments: FactoryResetOptions.each)
    func `a reset of a container resets its settings only if it is complete, and no singletons`(
        options: FactoryResetOptions
    ) {
        let isComplete = options == .all
        let promises = shelf.manager.promiseTriggersError
        shelf.manager.defaultScope = .session
        shelf.manager.promiseTriggersError = !promises
        let single = shelf.single()
        shelf.decorator { _ in decorated.add("decorated") }
        shelf.reset(options: options)
        _ = shelf.plain()
        #expect(shelf.manager.defaultScope === (isComplete ? nil : Scope.session))
        #expect((shelf.manager.promiseTriggersError == promises) == isComplete)
        #expect(decorated.lines.isEmpty == isComplete)
        #expect(shelf.single() === single)
    }

    @Test func `pop() restores the decorator of the container and promiseTriggersError`() {
        let promises = shelf.manager.promiseTriggersError
        shelf.decorator { _ in decorated.add("saved") }
        shelf.manager.push()
        shelf.decorator { _ in decorated.add("pushed") }
        shelf.manager.promiseTriggersError = !promises
        _ = shelf.plain()
        shelf.manager.pop()
        _ = shelf.plain()
        #expect(decorated.lines == ["pushed", "saved"])
        #expect(shelf.manager.promiseTriggersError == promises)
    }

    @Test func `pop() restores registrations, contexts, scopes, instances and the default scope`() {
        shelf.plain.register { EmptyLinkStore() }.scope(.cached)
        let plain = shelf.plain()
        let cached = shelf.cached()
        shelf.manager.push()
        #expect(shelf.cached() === cached)
        shelf.reset()
        shelf.manager.defaultScope = .cached
        shelf.plain.register { MemoryLinkStore("pushed") }.scope(.unique)
        shelf.named.register { _ in EmptyLinkStore() }
        shelf.otherSession.onArg(presentArgument) { EmptyLinkStore() }
        #expect(shelf.plain().name == "pushed")
        #expect(shelf.cached() !== cached)
        #expect(shelf.otherSession().name == "empty")

        shelf.manager.pop()
        #expect(shelf.plain() === plain)
        #expect(shelf.cached() === cached)
        #expect(shelf.named("a").name == "a")
        #expect(shelf.otherSession().name == "memory")
        #expect(shelf.manager.defaultScope == nil)
        shelf.plain.reset(.scope)
        #expect(shelf.plain().name == "empty")
    }

    @Test func `saved states can be nested, and pop() without a saved state has no effect`() {
        for name in ["a", "b", "c"] {
            shelf.plain.register { MemoryLinkStore(name) }
            shelf.manager.push()
        }
        shelf.plain.reset()
        for name in ["c", "b", "a", "a"] {
            shelf.manager.pop()
            #expect(shelf.plain().name == name)
        }
    }

    @Test func `stores an instance even if push() is called during the construction`() {
        let manager = shelf.manager
        let factory = Factory(shelf) {
            manager.push()
            return MemoryLinkStore()
        }.shared
        var store: MemoryLinkStore? = factory()
        weak let old = store
        manager.pop()
        #expect(factory() === store)
        store = nil
        #expect(old == nil)
    }

    @Test func `isEmpty(_:) checks registrations, contexts and instances that still exist`() {
        func check(
            _ expected: FactoryResetOptions...,
            at location: SourceLocation = #_sourceLocation
        ) {
            let contents = FactoryResetOptions.each.filter { !shelf.manager.isEmpty($0) }
            #expect(contents == expected, sourceLocation: location)
        }
        _ = shelf.plain()
        _ = shelf.cached
        _ = shelf.single()
        check()
        for resolve in [{ shelf.cached() }, { shelf.page("a") }] {
            _ = resolve()
            check(.all, .scope)
            shelf.reset(options: .scope)
        }
        withExtendedLifetime(shelf.held()) { check(.all, .scope) }
        check()
        shelf.plain.register { EmptyLinkStore() }
        check(.all, .registration)
        shelf.plain.reset(.registration).onPreview { EmptyLinkStore() }
        check(.all, .context)
        shelf.plain.reset(.context)
        check()
        shelf.plain.register { EmptyLinkStore() }.scope(.cached).onPreview { EmptyLinkStore() }
        _ = shelf.plain()
        check(.all, .registration, .context, .scope)
        shelf.reset()
        check()
    }
}

extension Shelf {
    fileprivate var first: Factory<any LinkStore> { self { MemoryLinkStore() }.cached.once() }
    fileprivate var firmly: Factory<any LinkStore> {
        self { MemoryLinkStore() }.unique.once().cached
    }
}
