import SwiftSource
import Testing

/// How imports are written, and what must not be taken for one.
struct ImportTests {
    @Test(
        arguments: [
            ("import A", ["A"]),
            ("  import   A  ", ["A"]),
            ("import A; import B", ["A", "B"]),
            ("import A;import B;", ["A", "B"]),
            ("import A.B.C", ["A"]),
            ("import A . B", ["A"]),
            ("import struct A.T", ["A"]),
            ("import class A.T\nimport enum B.T\nimport protocol C.T\nimport typealias D.T", ["A", "B", "C", "D"]),
            ("import let A.x\nimport var B.x\nimport func C.f\nimport func D.+", ["A", "B", "C", "D"]),
            ("import actor", ["actor"]),
            ("import `class`", ["class"]),
            ("import `A`.`B`", ["A"]),
            ("import Ünïcödé", ["Ünïcödé"]),
            ("@testable import A", ["A"]),
            ("@testable\nimport A", ["A"]),
            ("@testable // why\n\nimport\n  A", ["A"]),
            ("@_exported public import A", ["A"]),
            ("@_spi(X) import A", ["A"]),
            ("@_spi(X) @preconcurrency internal import struct A.T", ["A"]),
            ("@_implementationOnly import A", ["A"]),
            (
                "public import A\npackage import B\ninternal import C\nfileprivate import D\nprivate import E",
                ["A", "B", "C", "D", "E"]
            ),
            ("import/* c */A", ["A"]),
            ("/* c */ import A // c", ["A"]),
            ("/* /* nested */ import X */ import A", ["A"]),
            ("import A\r\nimport B\r\n", ["A", "B"]),
            ("import A\rimport B", ["A", "B"]),
            ("\u{FEFF}import A", ["A"]),
            ("#!/usr/bin/env swift\nimport A", ["A"]),
            ("let x = 1\nimport A", ["A"]),
            ("let r = 1...\nimport A", ["A"]),
            ("import\u{A0}A\n\u{A0}import B\u{A0}\n@preconcurrency\u{A0}import C", ["A", "B", "C"]),
            ("#if swift(>=99)\nit's (a [test {\n#endif\nimport A", ["A"]),
            ("#if compiler(>=99)\n}}}\n#else\nimport A\n#endif\nimport B", ["A", "B"]),
            ("struct S {\n#if compiler(>=99)\n}}{\n#endif\n}\nimport A", ["A"]),
            ("struct S {}; import A", ["A"]),
            ("func f() { }\nimport A", ["A"]),
            ("#sourceLocation(file: \"x\", line: 1)\nimport A", ["A"]),
            ("@available(macOS 10, *)\nfunc f() {}\nimport A", ["A"]),
        ])
    func `reads every way to write an import`(text: String, modules: [String]) {
        #expect(SourceFile(path: "", text: text).imports.map(\.module) == modules)
    }

    @Test(
        arguments: [
            "// import X",
            "/// import X",
            "/* import X */",
            "/*\nimport X\n*/",
            "/* /* */ import X */",
            "\"import X\"",
            "let s = \"\"\"\nimport X\n\"\"\"",
            "let s = \"\"\"\n\\\"\"\"\nimport X\n\"\"\"",
            "let s = #\"\"\"\nimport X\n\"\"\"\nimport X\n\"\"\"#",
            "let s = ##\"\"\"\n\"\"\"#\nimport X\n\"\"\"##",
            "let s = \"\\(f(\"import X\"))\"",
            "let s = \"\"\"\n\\(f(\"\"\"\nimport X\n\"\"\"))\nimport X\n\"\"\"",
            "let r = #/\nimport X\n/#",
            "let r = ##/\n/#\nimport X\n/##",
            "f(import: X)",
            "x.import\n",
            "x\n  .import\nX",
            "`import` X",
            "func f() {\n import X\n}",
            "#if canImport(X)\n#endif",
            "#if compiler(>=6) && canImport(X, _version: 2)\n#endif",
            "@attribute(import) func f() {}",
            "reimport X",
            "import",
        ])
    func `takes nothing else for an import`(text: String) {
        #expect(SourceFile(path: "", text: text).imports == [])
    }

    @Test(
        arguments: [
            "let r = /[{\"]/",
            "let r = /\\/{/",
            "let r = /[[a](\"{]/",
            "let r = /\\Q(\\E\"{/",
            "let r = /][(]{\"/",
            "let q = a / b + \"{\" / c",
            "let f: (Int, Int) -> Int = (/)",
            "let q = x /y",
            "f(/{/, /\"/)",
            "let r = #/{\"/#",
            "let s = #\"\"\"#",
            "let s = #\"\\\"#",
            "let s = #\"\\#(f(\"{\"))\"#",
            "let s = \"\\\\\"",
            "let s = \"a\\(b[\"}\"] ?? \"{\")c\"",
            "let s = \"unclosed {",
            "let s = \"{\"",
            "let n = 0x1F_FF + 1e-5 + 1...2",
            "let c = \"\\u{1F600}\"",
            "let s = \"\"\"\n  {\n  \\(x)\n  \"\"\"",
            "let x = a ?? /{/",
        ])
    func `goes on after literals that look like source`(text: String) {
        #expect(SourceFile(path: "", text: text + "\nimport A").imports.map(\.module) == ["A"])
    }

    @Test func `imports of every branch count, and are marked`() {
        let text = """
            import A
            #if os(Linux)
            import B
            #elseif os(macOS)
              #if DEBUG
            import C
              #endif
            #else
            import D
            #endif
            import E
            """
        let imports = SourceFile(path: "", text: text).imports
        #expect(imports.map(\.module) == ["A", "B", "C", "D", "E"])
        #expect(imports.map(\.isConditional) == [false, true, true, true, false])
    }

    @Test func `attributes and reach belong to one import`() {
        let imports = SourceFile(path: "", text: "@_exported @_spi(X) public import A\nimport B").imports
        #expect(imports.map(\.attributes) == [["_exported", "_spi"], []])
        #expect(imports.map(\.accessLevel) == ["public", nil])
        #expect(imports.map(\.isReexport) == [true, false])
    }

    @Test(
        arguments: [
            ("import A", 1, 8),
            ("\n\n  @testable import struct A.T", 3, 27),
            ("/* a\n b */ import A", 2, 14),
            ("let s = \"\"\"\n\\(1)\n\"\"\"; import A", 3, 13),
            ("let ü = \"ü\"; import A", 1, 23),
            ("import\r\n  A", 2, 3),
            ("\u{FEFF}import A", 1, 8),
        ])
    func `a place is counted as the compiler counts it`(text: String, line: Int, column: Int) {
        #expect(
            SourceFile(path: "", text: text).imports.map(\.location) == [SourceLocation(line: line, column: column)])
    }
}
