import InjectionRegistry
import Testing

struct ArgumentTests {
    @Test func `any number of run-time arguments is matched by type`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() }.as { $0 as any LinkStore }
            New { (_, id: Int) in "one \(id)" }
            New { (_, id: Int, title: String) in "two \(id) \(title)" }
            New { (_, id: Int, title: String?) in "optional \(id) \(title ?? "-")" }
            New { (resolver, a: Int, b: Int, c: Double, d: Bool, e: String) in
                "five \(a) \(b) \(c) \(d) \(e) \(try resolver.resolve((any LinkStore).self).name)"
            }
        }
        #expect(try registry.resolve(String.self, 7) == "one 7")
        #expect(try registry.resolve(String.self, 7, "a") == "two 7 a")
        #expect(try registry.resolve(String.self, 7, nil as String?) == "optional 7 -")
        let five = try registry.resolve(String.self, 1, 2, 3.5, true, "e")
        #expect(five == "five 1 2 3.5 true e memory")
    }

    @Test func `a tuple is one argument`() throws {
        let registry = Registry {
            New { (_, pair: (Int, String)) in "pair \(pair.0) \(pair.1)" }
            New { (_, id: Int, title: String) in "two \(id) \(title)" }
        }
        #expect(try registry.resolve(String.self, (7, "a")) == "pair 7 a")
        #expect(try registry.resolve(String.self, 7, "a") == "two 7 a")
    }

    @Test func `an initializer receives run-time arguments at any position`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() as any LinkStore }
            New(LinkDetails.init, arguments: Int.self, String.self)
            New({ (a: Int, b: Int) in "\(a - b)" }, arguments: Int.self, Int.self)
        }
        let details = try registry.resolve(LinkDetails.self, 7, "Swift")
        #expect(details.id == 7)
        #expect(details.title == "Swift")
        #expect(details.store === (try registry.resolve((any LinkStore).self)))
        #expect(try registry.resolve(String.self, 1, 2) == "-1")
    }
}
