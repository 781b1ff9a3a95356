import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container) struct DecoratorTests {
    let shelf = Shelf()
    let seen = Record()

    @Test func `a factory's decorator receives each instance, and whether the instance is new`() {
        shelf.named.decorator { store in seen.add(store.name) }
        _ = (shelf.named("a"), shelf.named("b"))
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
        _ = (shelf.plain(), shelf.named("a"), shelf.pair(("b", 2)), Shelf().plain())
        #expect(seen.lines == ["memory", "a", "b 2"])
        shelf.decorator { _, isNew in seen.add("\(isNew)") }
        _ = (
            shelf.cached(), shelf.cached(), shelf.single(), shelf.single(), shelf.held(),
            shelf.plain()
        )
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
        shelf.cached.decorator { _, isNew in (isNew ? new : kept).increment() }
        _ = await onThreads(6) { _ in shelf.cached().name }
        #expect((new.value, kept.value) == (1, 5))
    }
}

@Suite(.container) struct TraceTests {
    @Test
    func `a trace shows the tree of a resolution and the source of each instance`() throws {
        let (shelf, record) = traced()
        let cached = shelf.cached()
        let again = shelf.cached()
        let named = shelf.named("a")
        shelf.named.register { [shelf] name in
            _ = shelf.cached()
            _ = Container.shared.linkStore()
            return MemoryLinkStore(name)
        }
        let registered = shelf.named("registered")
        shelf.plain.onTest { MemoryLinkStore("test") }
        let test = shelf.plain()
        _ = shelf.pair(("a", 1))
        _ = Factory<Int?>(shelf, key: "nothing") { nil }()

        var lines = record.lines
        try #require(lines.count == 9)
        // The address of this instance is unknown, so only the start of the line is compared.
        #expect(lines.remove(at: 5).hasPrefix("1:     Container.linkStore<\(store)> = F:"))
        func line(_ factory: String, _ source: String, _ instance: any LinkStore) -> String {
            "\(factory)<\(store)> = \(source):\(address(of: instance))"
        }
        let expected = [
            line("0: Shelf.cached", "F", cached),
            line("0: Shelf.cached", "C", again),
            line("0: Shelf.named", "F", named),
            line("0: Shelf.named", "R", registered),
            line("1:     Shelf.cached", "C", again),
            line("0: Shelf.plain", "O", test),
            "0: Shelf.pair<String> = F:value",
            "0: Shelf.nothing<Optional<Int>> = F:nil",
        ]
        #expect(lines == expected)
    }

    // In another process, because a trace of any container affects all resolutions.
    @Test func `a unique factory without changes takes the fast path unless a trace is running`()
        async
    {
        await #expect(processExitsWith: .success) {
            let shelf = Shelf()
            precondition(shelf.takesFastPath)
            let (traced, record) = traced()
            traced.named.register { name in
                precondition(!shelf.takesFastPath)
                return MemoryLinkStore(name)
            }
            _ = traced.named("a")
            precondition(record.lines.count == 2)
            precondition(shelf.takesFastPath)
            shelf(key: "path") { true }.decorator { _ in }
            precondition(!shelf.takesFastPath)
        }
    }

    @Test func `a running trace contains a stored instance for a parameter of another container`() {
        let (shelf, record) = traced()
        let other = Shelf()
        let page = other.page("/")
        let resolvesPage = shelf(key: "outer") { other.page("/") === page }
        #expect(resolvesPage())
        #expect(record.lines.count == 2)
    }

    @Test func `turning tracing on or off affects the next resolution of the container`() {
        let (shelf, record) = traced(false)
        for _ in 0..<5 {
            _ = shelf.plain()
            _ = shelf.cached()
        }
        #expect(!shelf.manager.trace)
        shelf.manager.trace = true
        #expect(shelf.manager.trace)
        _ = shelf.plain()
        _ = shelf.cached()
        _ = Container.shared.linkStore()
        _ = Shelf().plain()
        #expect(record.lines.count == 2)
        shelf.manager.trace = false
        _ = shelf.named("a")
        #expect(record.lines.count == 2)
    }
}

extension Shelf {
    /// Whether a factory runs without a key. The keys of such a factory are created when they are
    /// read.
    fileprivate var takesFastPath: Bool {
        self(key: "path") {
            ThreadState.current.keys.last !== ThreadState.current.keys.last
        }()
    }
}

private func traced(_ isTraced: Bool = true) -> (shelf: Shelf, record: Record) {
    let shelf = Shelf()
    let record = Record()
    shelf.manager.logger = { record.add($0) }
    let logger = shelf.manager.logger
    shelf.manager.logger = logger
    shelf.manager.trace = isTraced
    return (shelf, record)
}

/// The name of the protocol `LinkStore`, as Swift prints it.
private let store = "\((any LinkStore).self)"

private func address(of store: any LinkStore) -> UInt {
    UInt(bitPattern: ObjectIdentifier(store))
}
