import SwiftSource
import Testing

/// What is read of types, protocols and extensions.
struct TypeTests {
    private func types(_ text: String) -> [TypeDeclaration] { SourceFile(path: "", text: text).types }

    @Test(
        arguments: [
            ("struct S {}", .struct, "S", []),
            ("public final class C: Base, @unchecked Sendable, P {}", .class, "C", ["Base", "Sendable", "P"]),
            ("actor A: P where A: Q {}", .actor, "A", ["P"]),
            ("enum E<T: X, U>: String, Codable {}", .enum, "E", ["String", "Codable"]),
            ("extension A.B: C.D & E {}", .extension, "A.B", ["C.D", "E"]),
            ("extension Array<Int>: P<(Int) -> Void, String>, Q {}", .extension, "Array", ["P", "Q"]),
            ("struct S: nonisolated P, any Q {}", .struct, "S", ["P", "Q"]),
            ("@MainActor\nindirect public enum `default`: P {}", .enum, "default", ["P"]),
        ] as [(String, TypeDeclaration.Kind, String, [String])])
    func `reads kind, name and what is inherited`(
        text: String, kind: TypeDeclaration.Kind, name: String, inherited: [String]
    ) {
        let found = types(text)
        #expect(found.map(\.kind) == [kind])
        #expect(found.map(\.name) == [name])
        #expect(found.map(\.inherited) == [inherited])
    }

    @Test(arguments: ["final class", "indirect enum", "distributed actor", "nonisolated class"])
    func `a modifier between the access level and the keyword changes neither`(kind: String) {
        #expect(types("public \(kind) T {}").map(\.accessLevel) == ["public"])
    }

    @Test(arguments: ["public", "package", "internal", "fileprivate", "private", "open"])
    func `each access level is read`(level: String) {
        #expect(types("\(level) class C {}").map(\.accessLevel) == [level])
    }

    @Test func `reads what a protocol demands`() {
        let found = types(
            """
            public protocol CheckingProviding: SharedContainer {
                /// A checker.
                var linkChecker: Factory<any LinkChecker> { get }
                func f(_ x: Int) async throws
                var policy: Factory<CheckPolicy> { get }
            }
            struct Next {}
            """)
        #expect(found.map(\.name) == ["CheckingProviding", "Next"])
        #expect(found[0].properties.map(\.name) == ["linkChecker", "policy"])
        #expect(found[0].properties[0].typeWords == ["Factory", "any", "LinkChecker"])
        #expect(found[0].isPublic)
        #expect(found[0].location == SourceLocation(line: 1, column: 17))
    }

    @Test func `nested types, members and other declarations are passed over`() {
        let found = types(
            """
            struct Outer { struct Inner {} ; class func f() {} }
            func f() { enum Local {} }
            let actor = 1
            public private(set) var x = 2
            private extension Outer { protocol P {} }
            """)
        #expect(found.map(\.name) == ["Outer", "Outer"])
        #expect(found.map(\.accessLevel) == [nil, "private"])
    }

    @Test(arguments: [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
    ])
    func `each keyword of Swift is known`(word: String) {
        #expect(SwiftKeyword.all.contains(word))
    }

    @Test func `imports behind a type are read`() {
        let file = SourceFile(path: "", text: "extension A: B { var x: Int { 1 } }\nimport C\nstruct D {}")
        #expect(file.imports.map(\.module) == ["C"])
        #expect(file.types.map(\.name) == ["A", "D"])
    }
}
