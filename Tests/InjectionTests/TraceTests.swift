import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container)
struct TraceTests {
    let shelf = Shelf()
    let record = Record()

    init() {
        shelf.manager.logger = { [record] in record.add($0) }
        shelf.manager.trace = true
        shelf.named.register { [shelf] name in
            _ = (shelf.cached(), Container.shared.linkStore())
            return MemoryLinkStore(name)
        }
    }

    @Test func `a trace is the tree of a resolution`() {
        let named = shelf.named("a")
        let address = UInt(bitPattern: ObjectIdentifier(named))
        #expect(record.lines.count == 3)
        #expect(record.lines.first == "0: Shelf.named<\(anyWord)LinkStore> = R:\(address)")
        #expect(record.lines.dropFirst().first?.hasPrefix("1:     Shelf.cached<\(anyWord)LinkStore> = O:") == true)
        #expect(record.lines.last?.hasPrefix("1:     Container.linkStore<\(anyWord)LinkStore> = O:") == true)
    }

    @Test func `a trace tells what was kept from what is new`() {
        let store = shelf.cached()
        _ = shelf.cached()
        let address = UInt(bitPattern: ObjectIdentifier(store))
        let name = "0: Shelf.cached<\(anyWord)LinkStore>"
        #expect(record.lines == ["\(name) = O:\(address)", "\(name) = C:\(address)"])
    }

    @Test func `a trace names values and nil`() {
        _ = (shelf.pair(("a", 1)), Factory<Int?>(shelf, key: "nothing") { nil }())
        #expect(record.lines == ["0: Shelf.pair<String> = F:value", "0: Shelf.nothing<Optional<Int>> = O:nil"])
    }

    @Test func `a trace ends when it is switched off`() {
        #expect(shelf.manager.trace)
        shelf.manager.trace = false
        _ = shelf.named("a")
        #expect(record.lines == [])
    }

    @Test func `another container is traced only on behalf of a traced one`() {
        _ = (Container.shared.linkStore(), Shelf().plain())
        #expect(record.lines == [])
    }

    /// What the compiler puts before a protocol's name, if anything.
    private var anyWord: String { "\((any LinkStore).self)".hasPrefix("any ") ? "any " : "" }
}
