import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container, .deadlockLimit) struct AsyncFactoryTests {
    let shelf = AsyncShelf()

    @Test func `a factory is asynchronous if its declared type is asynchronous`() async throws {
        #expect(shelf.synchronous() == 1)
        #expect(try await shelf.quick() == 2)
        #expect(try await shelf.awaiting() == 3)
        await #expect(throws: ShelfLockedError()) { try await shelf.throwing() }
        #expect(try await shelf.doubled(3) == 6)
        let undeclared = shelf(key: "undeclared") { 7 }
        #expect(undeclared() == 7)
        let doubled = shelf(key: "doubled") { (number: Int) in 2 * number }
        #expect(doubled(4) == 8)
    }

    @Test
    func `a construction that has ended returns nil to tasks that join later`() async throws {
        let key = FactoryKey(
            container: AsyncShelf.self,
            factory: Factory<Int>.self,
            name: "number"
        )
        let construction = AsyncConstruction(of: key)
        let built = try await construction.join { EmptyLinkStore() }
        #expect(built is EmptyLinkStore)
        #expect(try await construction.join { EmptyLinkStore() } == nil)
    }

    @Test func `a registered closure replaces the definition until a reset`() async throws {
        #expect(try await shelf.cached().name == "1")
        shelf.cached.register { EmptyLinkStore() }
        #expect(try await shelf.cached().name == "empty")
        shelf.cached { MemoryLinkStore("called") }
        #expect(try await shelf.cached().name == "called")
        shelf.cached.reset()
        #expect(try await shelf.cached().name == "2")
        shelf.cached.reset(.scope)
        #expect(try await shelf.cached().name == "3")
    }

    @Test func `an asynchronous factory uses scopes like a synchronous factory`() async throws {
        for factory in [shelf.cached, shelf.single, shelf.session, shelf.held] {
            #expect(try await factory.isKept)
        }
        for factory in [shelf.plain, shelf.unique] {
            #expect(try await !factory.isKept)
        }
        #expect(try await shelf.single() === AsyncShelf().single())
        #expect(try await shelf.asyncEverywhere() === Container().asyncEverywhere())
        #expect(try await shelf.cached() !== AsyncShelf().cached())
        shelf.manager.defaultScope = .cached
        #expect(try await shelf.plain.isKept)
        #expect(try await !shelf.unique.isKept)
    }

    @Test func `stores a shared instance while it is in use, but does not store nil`() async throws
    {
        let name = try await shelf.held().name
        #expect(name == "1")
        #expect(try await shelf.optional() == nil)
        #expect(await eventually { shelf.manager.isEmpty(.all) })
        let store = try await shelf.held()
        #expect(store.name == "2")
        #expect(!shelf.manager.isEmpty(.scope))
        #expect(try await shelf.held() === store)
        shelf.optional.register { MemoryLinkStore() }
        #expect(try await shelf.optional() != nil)
    }

    @Test
    func
        `an asynchronous factory applies decorators, contexts, scopes, once() and the time to live`()
        async throws
    {
        let record = Record()
        let time = ManualTime()
        shelf.manager.now = { time.now }
        shelf.cached.timeToLive(10).decorator { record.add("\($0.name) \($1)") }
        for seconds in [0, 10, 11] {
            time.advance(by: seconds)
            _ = try await shelf.cached()
        }
        #expect(record.lines == ["1 true", "1 false", "2 true"])
        shelf.plain.onArg(presentArgument) { EmptyLinkStore() }
        #expect(try await shelf.plain().name == "empty")
        #expect(try await shelf.first.isKept)
        shelf.first.scope(.unique)
        #expect(try await !shelf.first.isKept)
    }

    @Test func `passes the parameter to the closure, and can store an instance for each parameter`()
        async throws
    {
        #expect(try await shelf.named("a").name == "a")
        #expect(try await shelf.named.cached("b").name == "b")
        #expect(try await shelf.named.cached("c").name == "b")
        shelf.named.register { MemoryLinkStore("registered \($0)") }
        #expect(try await shelf.named.resolve("d").name == "registered d")
        let factory = shelf.named.scopeOnParameters.cached
        let a = try await factory("a")
        let b = try await factory("b")
        #expect(a.name == "registered a")
        #expect(b.name == "registered b")
        #expect(try await factory("a") === a)
        #expect(try await factory("b") === b)
        shelf.named.reset()
        #expect(try await factory("a") !== a)
    }

    @MainActor @Test
    func `resolving an existing instance does not suspend the task`() async throws {
        let record = Record()
        _ = try await shelf.cached()
        let other = Task { @MainActor in record.add("other") }
        _ = try await shelf.cached()
        record.add("resolved")
        await other.value
        #expect(record.lines == ["resolved", "other"])
    }
}

extension SharedContainer {
    fileprivate var asyncEverywhere: AsyncFactory<any LinkStore> {
        self { MemoryLinkStore() }.singleton
    }
}

extension AsyncShelf {
    fileprivate var synchronous: Factory<Int> { self { 1 }.cached }
    fileprivate var quick: AsyncFactory<Int> { self { 2 }.cached }
    fileprivate var awaiting: AsyncFactory<Int> { self { await Task { 3 }.value }.cached }
    fileprivate var throwing: AsyncFactory<Int> { self { throw ShelfLockedError() } }
    fileprivate var doubled: AsyncParameterFactory<Int, Int> { self { 2 * $0 }.unique }
    fileprivate var first: AsyncFactory<any LinkStore> { self { MemoryLinkStore() }.cached.once() }
}
