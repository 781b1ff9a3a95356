import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container)
struct DecoratorTests {
    let shelf = Shelf()
    let seen = Record()

    @Test func `a factory's decorator sees each instance, new or kept`() {
        shelf.cached.decorator { [seen] store in seen.add(store.name) }
        let store = shelf.cached()
        #expect(shelf.cached() === store)
        #expect(seen.lines == ["memory", "memory"])
    }

    @Test func `a decorator gets whether the instance is new`() {
        shelf.cached.decorator { [seen] store, isNew in seen.add("\(store.name) \(isNew)") }
        _ = (shelf.cached(), shelf.cached())
        shelf.cached.register { EmptyLinkStore() }
        _ = (shelf.cached(), shelf.cached())
        #expect(seen.lines == ["memory true", "memory false", "empty true", "empty false"])
    }

    @Test func `a decorator sees what a factory with a parameter makes`() {
        shelf.named.decorator { [seen] store in seen.add(store.name) }
        _ = (shelf.named("a"), shelf.named("b"))
        #expect(seen.lines == ["a", "b"])
    }

    @Test func `a container's decorator sees what all its factories make`() {
        shelf.decorator { [seen] instance in seen.add((instance as? any LinkStore)?.name ?? "\(instance)") }
        _ = (shelf.plain(), shelf.named("a"), shelf.pair(("b", 2)), Shelf().plain())
        #expect(seen.lines == ["memory", "a", "b 2"])
    }

    @Test func `a container's decorator gets whether the instance is new`() {
        shelf.manager.decorator { [seen] _, isNew in seen.add("\(isNew)") }
        _ = (shelf.cached(), shelf.cached(), shelf.single(), shelf.single(), shelf.held(), shelf.plain())
        #expect(seen.lines == ["true", "false", "true", "false", "true", "true"])
    }

    @Test func `a container itself takes the decorator, too`() {
        shelf.decorator { [seen] instance, isNew in seen.add("\(instance) \(isNew)") }
        _ = shelf.pair(("a", 1))
        #expect(seen.lines == ["a 1 true"])
    }

    @Test func `the factory's decorator comes before the container's`() {
        shelf.decorator { [seen] _ in seen.add("container") }
        shelf.plain.decorator { [seen] _ in seen.add("factory") }
        _ = shelf.plain()
        #expect(seen.lines == ["factory", "container"])
    }

    @Test func `what an instance needs is decorated before it`() {
        shelf.decorator { [seen] in seen.add(($0 as? any LinkStore)?.name ?? "other") }
        shelf.named.register { [shelf] name in
            _ = shelf.plain()
            return MemoryLinkStore(name)
        }
        _ = shelf.named("outer")
        #expect(seen.lines == ["memory", "outer"])
    }

    @Test func `another decorator takes the place of the one before`() {
        shelf.plain.decorator { [seen] _ in seen.add("first") }.decorator { [seen] _ in seen.add("second") }
        shelf.decorator { [seen] _ in seen.add("third") }
        shelf.decorator { [seen] _ in seen.add("fourth") }
        _ = shelf.plain()
        shelf.decorator(nil)
        _ = shelf.plain()
        #expect(seen.lines == ["second", "fourth", "second"])
    }

    @Test func `a decorator in the definition wins`() {
        let factory = { [shelf, seen] in
            Factory(shelf, key: "decorated") { 1 }.decorator { _ in seen.add("definition") }
        }
        factory().decorator { [seen] _ in seen.add("elsewhere") }
        _ = factory()()
        #expect(seen.lines == ["definition"])
    }

    @Test func `a decorator stays when what was registered or kept is reset, and goes with all`() {
        shelf.plain.decorator { [seen] _ in seen.add("seen") }
        shelf.plain.reset(.registration).reset(.scope).reset(.context)
        _ = shelf.plain()
        shelf.plain.reset()
        _ = shelf.plain()
        #expect(seen.lines == ["seen"])
    }

    @Test func `a decorator may use the container`() {
        shelf.plain.decorator { [shelf, seen] _ in seen.add(shelf.named("inner").name) }
        _ = shelf.plain()
        #expect(seen.lines == ["inner"])
    }

    @Test func `only one of the threads that ask first sees a new instance`() async {
        let (new, kept) = (Counter(), Counter())
        shelf.cached.decorator { _, isNew in (isNew ? new : kept).increment() }
        _ = await onThreads(6) { [shelf] _ in shelf.cached().name }
        #expect(new.value == 1)
        #expect(kept.value == 5)
    }
}
