import ProgramTesting
import SwiftSource
import Testing

struct TypeTests {
    private func types(_ text: String) -> [TypeDeclaration] {
        SourceFile(path: "", text: text).types
    }

    /// A row contains a declaration, its kind, its name, and the inherited types.
    @Test(
        arguments: Row.table(
            """
            struct S {} → struct → S
            public final class C: Base, @unchecked Sendable, P {} → class → C → Base → Sendable → P
            actor A: P where A: Q {} → actor → A → P
            enum E<T: X, U>: String, Codable {} → enum → E → String → Codable
            extension A.B: C.D & E {} → extension → A.B → C.D → E
            extension Array<Int>: P<(Int) -> Void, String>, Q {} → extension → Array → P → Q
            struct S: nonisolated P, any Q {} → struct → S → P → Q
            @MainActor⏎indirect public enum `default`: P {} → enum → default → P
            """
        )
    )
    func `reads the kind, the name and the inherited types`(row: Row) {
        let found = types(row.lines(0))
        #expect(found.map { [$0.kind.rawValue, $0.name] + $0.inherited } == [row[1...]])
    }

    @Test(arguments: ["final class", "indirect enum", "distributed actor", "nonisolated class"])
    func `skips a modifier between the access level and the keyword`(kind: String) {
        #expect(types("public \(kind) T {}").map(\.accessLevel) == ["public"])
    }

    @Test(arguments: ["public", "package", "internal", "fileprivate", "private", "open"])
    func `reads each access level`(level: String) {
        #expect(types("\(level) class C {}").map(\.accessLevel) == [level])
    }

    @Test func `reads the properties that a protocol requires`() throws {
        let found = types(
            """
            public protocol CheckingProviding: SharedContainer {
                /// A checker.
                var linkChecker: Factory<any LinkChecker> { get }
                func f(_ x: Int) async throws
                var policy: Factory<CheckPolicy> { get }
            }
            struct Next {}
            """
        )
        #expect(found.map(\.name) == ["CheckingProviding", "Next"])
        #expect(found.map(\.isPublic) == [true, false])
        let first = try #require(found.first)
        #expect(first.properties.map(\.name) == ["linkChecker", "policy"])
        let words = [["Factory", "any", "LinkChecker"], ["Factory", "CheckPolicy"]]
        #expect(first.properties.map(\.typeWords) == words)
        #expect(first.location == SourceLocation(line: 1, column: 17))
    }

    @Test func `skips nested types, members and other declarations`() {
        let found = types(
            """
            struct Outer { struct Inner {} ; class func f() {} }
            func f() { enum Local {} }
            let actor = 1
            public private(set) var x = 2
            private extension Outer { protocol P {} }
            """
        )
        #expect(found.map(\.name) == ["Outer", "Outer"])
        #expect(found.map(\.accessLevel) == [nil, "private"])
    }

    @Test(arguments: [
        ("public ", true), ("open ", true), ("package ", false), ("", false), ("private ", false),
    ])
    func `only public and open types are public`(access: String, isPublic: Bool) {
        #expect(types("\(access)class A {}").map(\.isPublic) == [isPublic])
    }

    @Test func `reads imports that follow a type`() {
        let file = SourceFile(
            path: "",
            text: "extension A: B { var x: Int { 1 } }\nimport C\nstruct D {}"
        )
        #expect(file.imports.map(\.module) == ["C"])
        #expect(file.types.map(\.name) == ["A", "D"])
    }
}
