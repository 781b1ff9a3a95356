import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container) struct DecoratorTests {
    let shelf = Shelf()
    let seen = Record()

    @Test func `a factory's decorator receives each instance, and whether the instance is new`() {
        shelf.named.decorator { store in seen.add(store.name) }
        _ = shelf.named("a")
        _ = shelf.named("b")
        shelf.cached.decorator { store, isNew in seen.add("\(store.name) \(isNew)") }
        _ = (shelf.cached(), shelf.cached())
        shelf.cached.register { EmptyLinkStore() }
        _ = (shelf.cached(), shelf.cached())
        #expect(
            seen.lines == ["a", "b", "memory true", "memory false", "empty true", "empty false"]
        )
    }

    @Test
    func
        `a container's decorator receives the instances of all its factories, and whether they are new`()
    {
        shelf.decorator { instance in
            seen.add((instance as? any LinkStore)?.name ?? "\(instance)")
        }
        _ = shelf.plain()
        _ = shelf.named("a")
        _ = shelf.pair(("b", 2))
        _ = Shelf().plain()
        #expect(seen.lines == ["memory", "a", "b 2"])
        shelf.decorator { _, isNew in seen.add("\(isNew)") }
        _ = (shelf.cached(), shelf.cached())
        _ = (shelf.single(), shelf.single())
        _ = shelf.held()
        _ = shelf.plain()
        #expect(seen.lines.dropFirst(3) == ["true", "false", "true", "false", "true", "true"])
        shelf.decorator { instance, isNew in seen.add("\(instance) \(isNew)") }
        _ = shelf.pair(("a", 1))
        #expect(seen.lines.last == "a 1 true")
    }

    @Test func `decorators run for dependencies first, and can resolve`() {
        shelf.decorator { seen.add(($0 as? any LinkStore)?.name ?? "other") }
        shelf.plain.decorator { _ in seen.add("plain, \(shelf.pair(("inner", 1)))") }
        shelf.named.register { name in
            _ = shelf.plain()
            return MemoryLinkStore(name)
        }
        _ = shelf.named("outer")
        #expect(seen.lines == ["other", "plain, inner 1", "outer"])
    }

    @Test
    func `a factory's decorator replaces the container's decorator until a reset of everything`() {
        shelf.decorator { _ in seen.add("container") }
        shelf.plain.decorator { _ in seen.add("factory") }
        shelf.plain.reset(.registration).reset(.scope).reset(.context)
        _ = shelf.plain()
        _ = shelf.named("a")
        shelf.plain.reset()
        _ = shelf.plain()
        #expect(seen.lines == ["factory", "container", "container"])
    }

    @Test func `a decorator replaces the previous decorator, but not the definition's decorator`() {
        shelf.plain.decorator { _ in seen.add("first") }.decorator { _ in
            seen.add("second")
        }
        shelf.decorator { _ in seen.add("third") }
        shelf.decorator { _ in seen.add("fourth") }
        _ = shelf.plain()
        _ = shelf.unique()
        shelf.decorator(nil)
        _ = shelf.plain()
        _ = shelf.unique()
        #expect(seen.lines == ["second", "fourth", "second"])
        let factory = {
            Factory(shelf, key: "decorated") { 1 }.decorator { _ in seen.add("definition") }
        }
        factory().decorator { _ in seen.add("elsewhere") }
        _ = factory()()
        #expect(seen.lines.dropFirst(3) == ["definition"])
    }

    @Test func `a decorator receives one new instance if several threads resolve concurrently`()
        async
    {
        let new = Counter()
        let kept = Counter()
        let arrived = Counter()
        shelf.cached.register {
            arrived.wait(for: 6)
            return MemoryLinkStore()
        }
        shelf.cached.decorator { _, isNew in (isNew ? new : kept).increment() }
        _ = await onThreads(6, arrivals: arrived) { _ in shelf.cached().name }
        #expect(new.value == 1)
        #expect(kept.value == 5)
    }
}
