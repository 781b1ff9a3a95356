import Injection
import InjectionTesting
import Testing
import ThreadTesting

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
            #expect(shelf.takesFastPath)
            let (traced, record) = traced()
            traced.named.register { name in
                #expect(!shelf.takesFastPath)
                return MemoryLinkStore(name)
            }
            _ = traced.named("a")
            #expect(record.lines.count == 2)
            #expect(shelf.takesFastPath)
            shelf(key: "path") { true }.decorator { _ in }
            #expect(!shelf.takesFastPath)
        }
    }

    @Test func `a running trace contains a stored instance for a parameter of another container`() {
        let (shelf, record) = traced()
        let other = Shelf()
        let page = other.page("/")
        let resolvesPage = shelf(key: "outer") { other.page("/") === page }
        #expect(resolvesPage())
        let lines = ["0: Shelf.outer<Bool> = F:value", line("1:     Shelf.page", "C", page)]
        #expect(record.lines == lines)
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
        let plain = shelf.plain()
        let cached = shelf.cached()
        _ = Container.shared.linkStore()
        _ = Shelf().plain()
        shelf.manager.trace = false
        _ = shelf.named("a")
        let lines = [line("0: Shelf.plain", "F", plain), line("0: Shelf.cached", "C", cached)]
        #expect(record.lines == lines)
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
    // If the property returned another closure, no line would be recorded.
    let logger = shelf.manager.logger
    shelf.manager.logger = logger
    shelf.manager.trace = isTraced
    return (shelf, record)
}

/// The name of the protocol `LinkStore`, as Swift prints it.
private let store = "\((any LinkStore).self)"

/// The line of a trace for a factory that resolves to an instance from the given source.
private func line(_ factory: String, _ source: String, _ instance: any LinkStore) -> String {
    "\(factory)<\(store)> = \(source):\(UInt(bitPattern: ObjectIdentifier(instance)))"
}
