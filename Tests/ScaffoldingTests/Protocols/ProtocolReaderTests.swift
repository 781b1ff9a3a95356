import Scaffolding
import Testing

struct ProtocolReaderTests {
    private func read(_ body: String, file: String = "") throws -> ProtocolDeclaration {
        let text = "public import Foundation\n\(file)\npublic protocol Shelf: Sendable {\n\(body)\n}\n"
        let reader = ProtocolReader(sources: ["Shelf.swift": text], remedy: "write it by hand")
        return try #require(try reader.read("Shelf"))
    }

    @Test(
        arguments: [
            ("func open()", "open()", "", nil),
            ("func link(id: Link.ID) throws -> Link?", "link(id:)", "throws", "Link?"),
            (
                "func send(_ request: Request) async throws(HTTPError) -> Response", "send(_:)",
                "async throws(HTTPError)", "Response"
            ),
            ("func latest() async -> [Link.ID: CheckRecord]", "latest()", "async", "[Link.ID: CheckRecord]"),
            ("func f() -> @Sendable (Int) async throws -> Void", "f()", "", "@Sendable (Int) async throws -> Void"),
            ("func f() -> (any A & B)?", "f()", "", "(any A & B)?"),
            ("func f() -> any A & B", "f()", "", "any A & B"),
            (
                "func f(\n        // why\n        in a: [ String : Int ], /* not */ _ b: (\n            Int, String\n        ) -> Void\n    ) -> Result<Int, any Error>",
                "f(in:_:)", "", "Result<Int, any Error>"
            ),
            ("var now: Date { get }", "now", "", "Date"),
            (
                "var now: [String: (Int) -> Bool] { get async throws(E) }", "now", "async throws(E)",
                "[String: (Int) -> Bool]"
            ),
        ] as [(String, String, String, String?)])
    func `a requirement is read whole`(_ text: String, _ signature: String, _ effects: String, _ type: String?) throws {
        let requirement = try #require(try read(text).requirements.first)
        #expect(requirement.signature == signature)
        let words = [requirement.isAsync ? "async" : nil, requirement.throwing].compactMap(\.self)
        #expect(words.joined(separator: " ") == effects)
        #expect(requirement.type == type)
    }

    @Test(
        arguments: [
            ("_ a: Int", nil, "a", "Int"),
            ("a: Int", "a", "a", "Int"),
            ("in a: inout [Int]", "in", "a", "inout [Int]"),
            ("in: Int", "in", "`in`", "Int"),
            ("_: Int", nil, "argument1", "Int"),
            ("a _: Int", "a", "argument1", "Int"),
            ("`for` a: Int", "`for`", "a", "Int"),
            (
                "_ body: @escaping @Sendable (_ a: (Int) throws -> Void) throws -> Void", nil, "body",
                "@escaping @Sendable (_ a: (Int) throws -> Void) throws -> Void"
            ),
            ("_ a: sending Box<[Int], (String) -> Int>", nil, "a", "sending Box<[Int], (String) -> Int>"),
            ("_ a: (Int, String)?", nil, "a", "(Int, String)?"),
        ] as [(String, String?, String, String)])
    func `a parameter is read whole`(_ text: String, _ label: String?, _ name: String, _ type: String) throws {
        let parameter = try #require(try read("func f(\(text))").requirements.first?.method?.parameters.first)
        #expect((parameter.label, parameter.name, parameter.type) == (label, name, type))
        #expect(parameter.isInout == type.hasPrefix("inout"))
    }

    @Test func `requirements come in their order, on one line or on many`() throws {
        let shelf = try read(
            """
            /// Comments are no matter: func no()
            @discardableResult func a() -> Int; func b() -> Int
            var c: Int { get set }
            func d<T: Sendable>(_ body: (T) -> Void) async -> T where T: Hashable, T.ID == Int
            func e(_ x: some Sequence<Int>)
            func f()
            """)
        #expect(shelf.requirements.map(\.signature) == ["a()", "b()", "c", "d(_:)", "e(_:)", "f()"])
        #expect(shelf.requirements.map(\.kind).contains(.property(isSettable: true)))
        #expect(shelf.requirements.map { $0.method?.isDiscardable } == [true, false, nil, false, false, false])
        #expect(shelf.requirements.map { $0.method?.isGeneric } == [false, false, nil, true, true, false])
        #expect(shelf.requirements[3].method?.genericClause == "<T: Sendable>")
        #expect(shelf.requirements[3].method?.whereClause == "where T: Hashable, T.ID == Int")
        #expect((shelf.name, shelf.isPublic, shelf.imports) == ("Shelf", true, ["Foundation"]))
    }

    @Test func `a protocol of the same module that is inherited from is read with it`() throws {
        let reader = ProtocolReader(
            sources: [
                "A.swift": "public protocol A: B & Sendable, AnyObject { func a(); func b() }",
                "B.swift": "public import Foundation\npublic protocol B { func b() }",
            ], remedy: "")
        let declaration = try #require(try reader.read("A"))
        #expect(declaration.requirements.map(\.name) == ["b", "a"])
        #expect(declaration.inherited == ["B", "Sendable", "AnyObject"])
        #expect(declaration.imports == ["Foundation"])
        #expect(declaration.isClassBound)
    }

    @Test func `only a protocol of that very name is found`() throws {
        let text = "import protocol M.Shelf\nstruct S { protocol Shelf {} }\nprotocol Shelves {}\n// protocol Shelf {}"
        #expect(try ProtocolReader(sources: ["A.swift": text], remedy: "").read("Shelf") == nil)
    }

    @Test(
        arguments: [
            ("associatedtype Item", "'Shelf' demands 'associatedtype Item'"),
            ("init(a: Int)", "'Shelf' demands 'init'"),
            ("static func make()", "'Shelf' demands 'static func'"),
            ("mutating func open()", "'Shelf' demands 'mutating func'"),
            ("subscript(a: Int) -> Int { get }", "'Shelf' demands 'subscript'"),
            ("#if os(Linux)\nfunc a()\n#endif", "'Shelf' demands '#if'"),
            ("func a() -> Self", "'Shelf.a()' speaks of 'Self'"),
            ("func a(_ b: [Self])", "'Shelf.a(_:)' speaks of 'Self'"),
            ("func a(_ b: @autoclosure () -> Int)", "'Shelf.a(_:)' speaks of 'autoclosure'"),
            ("func a(_ b: isolated (any Actor)?)", "'Shelf.a(_:)' speaks of 'isolated'"),
            ("func a(_ b: Int...)", "'Shelf.a' takes any number of arguments"),
            ("func a(_ b: () throws -> Void) rethrows", "'Shelf.a' rethrows"),
            ("@MainActor func a()", "a requirement of 'Shelf' has an attribute"),
            ("func + (a: Int)", "'Shelf' demands an operator"),
            ("var a: Int { mutating get }", "'Shelf.property' is written in a way"),
        ])
    func `what cannot be passed on is refused, with place and remedy`(_ body: String, _ reason: String) throws {
        let error = #expect(throws: ScaffoldingError.self) { try read("func first()\n" + body) }
        guard case .sourceNotUnderstood(let path, let said, "write it by hand") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path == "Shelf.swift:5")
        #expect(said.hasPrefix(reason), "\(said)")
    }

    @Test(
        arguments: [
            ("@MainActor public protocol Shelf {}", "'Shelf' has the attribute '@MainActor'"),
            ("public protocol Shelf<Item> {}", "'Shelf' has associated types"),
            ("public protocol Shelf: Actor {}", "'Shelf' inherits from 'Actor'"),
            ("public protocol Shelf where Self: A {}", "'Shelf' has a where clause"),
            ("#if DEBUG\npublic protocol Shelf {}\n#endif", "'Shelf' stands within #if"),
            ("public protocol Shelf {\nfunc a(", "'Shelf.a' is written in a way"),
        ])
    func `a protocol that cannot be wrapped is refused`(_ text: String, _ reason: String) throws {
        let reader = ProtocolReader(sources: ["Shelf.swift": text], remedy: "")
        let error = #expect(throws: ScaffoldingError.self) { try reader.read("Shelf") }
        guard case .sourceNotUnderstood(_, let said, _) = error else { return }
        #expect(said.hasPrefix(reason), "\(said)")
    }

    @Test func `a protocol within another branch does not hide one outside`() throws {
        let text = "#if os(Linux)\nimport Glibc\n#endif\nprotocol Shelf { func a() }"
        let shelf = try #require(try ProtocolReader(sources: ["A.swift": text], remedy: "").read("Shelf"))
        #expect(shelf.requirements.count == 1 && !shelf.isPublic)
    }
}
