import SwiftSource
import Testing

/// Tests tokens, and declarations that depend on a single token.
struct TokenTests {
    @Test(
        arguments: [
            ("\"a b\"", "a b"),
            ("\"\"", ""),
            ("\"a\\n\"", nil),
            ("#\"a\"#", nil),
            ("/a/", nil),
            ("name", nil),
            ("(", nil),
        ] as [(String, String?)]
    )
    func `only a string literal that contains no escapes has a value`(text: String, value: String?)
        throws
    {
        let source = Array("f(\(text))".utf8)
        let token = try #require(Token.list(of: source).dropFirst(2).first)
        #expect(token.literal(in: source) == value)
    }

    @Test(arguments: ["class func f() {}", "class var f: Int { 1 }"])
    func `a member declared with the keyword class is not a type`(member: String) {
        let file = SourceFile(path: "", text: "class A {}\n\(member)\nstruct B {}")
        #expect(file.types.map(\.name) == ["A", "B"])
    }

    @Test(arguments: [
        "f(\n#if compiler(>=99)\n((\n#endif\n)",
        "f(\n#if A\n(\n#if B\n#endif\n((\n#endif\n)",
        "f(\n#if A\n((\n#else\n(\n#endif\n)",
    ])
    func `an unbalanced branch in a group does not change the end of the group`(text: String) {
        let file = SourceFile(path: "", text: "\(text)\nimport A")
        #expect(file.imports.map(\.module) == ["A"])
    }
}
