import ProgramTesting
import SwiftSource
import Testing

/// Tests tokens, and declarations that depend on a single token.
struct TokenTests {
    @Test(
        arguments: Row.table(
            ##"""
            "a b" → a b
            "" →
            "a\n"
            #"a"#
            /a/
            name
            (
            """##
        )
    )
    func `only a string literal that contains no escapes has a value`(row: Row) throws {
        let source = Array("f(\(row[0]))".utf8)
        let token = try #require(Token.list(of: source).dropFirst(2).first)
        #expect(token.literal(in: source) == row[1...].first)
    }

    /// Literals of all forms.
    static let literals = [
        #""a""#, #""\"""#, #""\\""#, #""a\(f("b", ("c")))d""#, "#\"a\\\"#",
        "#\"\\#(f(#\"a\"#))\"#", "##\"a\"#b\"##", "#\"\"\"#", "#\"\"\"ab\"#",
        "\"\"\"\n\"a\"\n\"\"\"", "#\"\"\"\n\"\"\"\n\"\"\"#", "/a/", "/a b/", #"/a\//"#, #"/a\(/"#,
        "/[(]/", "/[[a](]/", "/(a)(b)/", #"/\Q(\E/"#, "#/a/#", "#/#/#", #"#/\/#/#"#, "##/a/#b/##",
        "#/ \t\na/b\n/#", "0x1F_FF",
    ]

    @Test(arguments: literals) func `a literal is one token`(literal: String) {
        #expect(Token.list(of: Array(literal.utf8)).map(\.kind) == [.literal])
        let call = Token.list(of: Array("f(\(literal))".utf8))
        let kinds: [Token.Kind] = [.word("f"), .punctuation("("), .literal, .punctuation(")")]
        #expect(call.map(\.kind) == kinds)
    }

    @Test(
        arguments: literals + [
            "f(#if A\n#endif", "/* a /* b */ c */", "// a", "#!a\nb", "\u{FEFF}a", "`a`",
            "a\u{A0}b", "a /b(c)/", #""a\"#, #"/\Qa"#,
        ]
    )
    func `the tokens of an incomplete text end within the text`(text: String) {
        let bytes = Array(text.utf8)
        for count in bytes.indices {
            let tokens = Token.list(of: Array(bytes.prefix(count)))
            #expect(tokens.allSatisfy { $0.range.upperBound <= count })
        }
    }

    @Test(arguments: [
        "f(/a/)", "[/a/]", "{/a/}", "f(b,/a/)", "b;/a/", "f(b:/a/)", "b = /a/", "b =\t/a/",
        "b =\n/a/",
    ])
    func `a regular expression can follow an opening bracket, a separator or a space`(text: String)
    {
        #expect(Token.list(of: Array(text.utf8)).contains { $0.kind == .literal })
    }

    @Test(arguments: [
        "a/b/c", "f(a)/b/c", "a / b / c", "(/ a/)", "(/a /)", "f(/, /)", "f(/a)/ b", "f(/[a])/ b",
        "f(/(a/)", "f(/a\n/)", "#/ a #/ b",
    ])
    func `a slash is an operator if it cannot be part of a regular expression`(text: String) {
        #expect(!Token.list(of: Array(text.utf8)).contains { $0.kind == .literal })
    }

    @Test func `all keywords but two are reserved by the compiler everywhere`() async throws {
        let source = SwiftKeyword.all.map { "func \($0)() {}\n" }.joined()
        let outcome = try await Subprocess.run(
            "swiftc",
            ["-frontend", "-parse", "-"],
            input: source
        )
        let reserved = outcome.errors.matches(of: /error: keyword '(\w+)'/).map { String($0.1) }
        #expect(SwiftKeyword.all.subtracting(reserved) == ["await", "open"])
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
