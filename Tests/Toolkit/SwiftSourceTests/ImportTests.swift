import ProgramTesting
import SwiftSource
import Testing

/// Returns the names of the modules that a source imports.
func imports(_ text: String) -> [String] {
    SourceFile(path: "", text: text).imports.map(\.module)
}

struct ImportTests {
    @Test(
        arguments: Row.table(
            #"""
            import A → A
            import A; import B → A B
            import A;import B; → A B
            import A.B.C → A
            import A . B → A
            import struct A.T → A
            import class A.T⏎import enum B.T⏎import protocol C.T⏎import typealias D.T → A B C D
            import let A.x⏎import var B.x⏎import func C.f⏎import func D.+ → A B C D
            import actor → actor
            import `class` → class
            import `A`.`B` → A
            import Ànïcödé → Ànïcödé
            @testable import A → A
            @testable⏎import A → A
            @testable // why⏎⏎import⏎  A → A
            @_exported public import A → A
            @_spi(X) import A → A
            @_spi(X) @preconcurrency internal import struct A.T → A
            @_implementationOnly import A → A
            public import A⏎package import B⏎internal import C⏎fileprivate import D⏎private import E → A B C D E
            import/* c */A → A
            /* c */ import A // c → A
            /* /* nested */ import X */ import A → A
            /**/import A → A
            #!/usr/bin/env swift⏎import A → A
            let x = 1⏎import A → A
            let r = 1...⏎import A → A
            #if swift(>=99)⏎it's (a [test {⏎#endif⏎import A → A
            #if compiler(>=99)⏎}}}⏎#else⏎import A⏎#endif⏎import B → A B
            struct S {⏎#if compiler(>=99)⏎}}{⏎#endif⏎}⏎import A → A
            struct S {⏎#if compiler(>=99)⏎{{⏎#else⏎}⏎import A⏎#endif → A
            struct S {⏎#if compiler(>=99)⏎{{⏎#elseif B⏎}⏎import A⏎#endif → A
            struct S {⏎#if B⏎func f() {⏎#if C⏎#endif⏎}⏎import X⏎#endif⏎}⏎import A → A
            struct S {}; import A → A
            func f() { }⏎import A → A
            #sourceLocation(file: "x", line: 1)⏎import A → A
            @available(macOS 10, *)⏎func f() {}⏎import A → A
            """#
        )
    )
    func `reads every form of an import`(row: Row) {
        #expect(imports(row.lines(0)).joined(separator: " ") == row[1])
    }

    @Test(arguments: [
        ("  import   A  ", ["A"]),
        ("import A\r\nimport B\r\n", ["A", "B"]),
        ("import A\rimport B", ["A", "B"]),
        ("\u{FEFF}import A", ["A"]),
        ("import\u{A0}A\n\u{A0}import B\u{A0}\n@preconcurrency\u{A0}import C", ["A", "B", "C"]),
    ])
    func `reads imports with unusual spaces and line endings`(text: String, modules: [String]) {
        #expect(imports(text) == modules)
    }

    /// A row without a reason has a comment that does not belong to the last import, or none.
    @Test(
        arguments: Row.table(
            """
            import A
            import A  // boundaries:allow moves → moves
            import A.B // boundaries:allow x → x
            import struct A.T // boundaries:allow x → x
            import A.B⏎// boundaries:allow x
             // boundaries:allow x⏎import A → x
            ⏎  // boundaries:allow x\r⏎  @testable import struct A.T\r⏎ → x
            import A // boundaries:allow →
            import B⏎import A // boundaries:allow: since 2020 → since 2020
             // boundaries:allow x⏎⏎import A → x
            let s = "// boundaries:allow x"⏎import A
            import A⏎// boundaries:allow x⏎
             // boundaries:allow x⏎// y⏎import A
             // boundaries:allow x⏎import B; import A
            """
        )
    )
    func `reads the reason in a comment that allows an import`(row: Row) throws {
        let imports = SourceFile(path: "", text: row.lines(0)).imports
        let last = try #require(imports.last)
        #expect(last.allowance == row[1...].first)
    }

    @Test(arguments: [
        "// import X", "/// import X", "/* import X */", "/*\nimport X\n*/", "/* /* */ import X */",
        "\"import X\"",
        "let s = \"\"\"\nimport X\n\"\"\"", "let s = \"\"\"\n\\\"\"\"\nimport X\n\"\"\"",
        "let s = #\"\"\"\nimport X\n\"\"\"\nimport X\n\"\"\"#",
        "let s = ##\"\"\"\n\"\"\"#\nimport X\n\"\"\"##",
        "let s = \"\\(f(\"import X\"))\"",
        "let s = \"\"\"\n\\(f(\"\"\"\nimport X\n\"\"\"))\nimport X\n\"\"\"",
        "let r = #/\nimport X\n/#", "let r = ##/\n/#\nimport X\n/##",
        "let r = #/ \t\nimport X\n/#", "f(import X)", "x\n  .import\nX",
        "`import` X", "func f() {\n import X\n}", "#if canImport(X)\n#endif",
        "#if compiler(>=6) && canImport(X, _version: 2)\n#endif",
        "@attribute(import X) func f() {}", "reimport X",
        "import",
    ])
    func `ignores text that only resembles an import`(text: String) {
        #expect(imports(text) == [])
    }

    @Test(arguments: [
        "let r = /[{\"]/", "let r = /\\/{/", "let r = /[[a](\"{]/", "let r = /\\Q(\\E\"{/",
        "let r = /][(]{\"/", "let r = /({)/", "let q = a / b + \"{\" / c",
        "let f: (Int, Int) -> Int = (/)", "let q = x /y", "f(/{/, /\"/)", "let r = #/{\"/#",
        "let r = #/a#{\"/#", "let r = #/#{\"/#", "let r = /\\Q\\E{\"/",
        "let r = ##/a/#{\"/##", "let r = #/\\/#{\"/#", "let s = #\"\"\"#", "let s = #\"\\\"#",
        "let s = #\"\\#(f(\"{\"))\"#", "let s = \"\\\\\"", "let s = \"a\\(b[\"}\"] ?? \"{\")c\"",
        "let s = \"unclosed {", "let s = \"{\"", "let n = 0x1F_FF + 1e-5 + 1...2",
        "let c = \"\\u{1F600}\"", "let s = \"\"\"\n  {\n  \\(x)\n  \"\"\"", "let x = a ?? /{/",
    ])
    func `continues after a literal whose contents look like source`(text: String) {
        #expect(imports(text + "\nimport A") == ["A"])
    }

    @Test func `reads the imports of every branch and marks them as conditional`() {
        let text = """
            import A
            #if os(Linux)
              #if COCOAPODS
                #if DEBUG
                #endif
              #endif
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

    @Test func `an import is optional if a condition tests for its module`() {
        let text = """
            #if os(Linux) && canImport(A)
            import A
            import B
            #elseif !canImport(C, _version: 2)
            import D
            #else
              #if DEBUG
            import C
              #endif
            #endif
            import A
            """
        let file = SourceFile(path: "", text: text)
        #expect(file.imports.map(\.isOptional) == [true, false, false, true, false])
        #expect(file.optionalModules == ["A", "C"])
    }

    /// The conditions are those of a package that defines `ON` and never defines `OFF`.
    @Test(
        arguments: Row.table(
            """
            #if SWIFT_PACKAGE⏎import A⏎#else⏎import B⏎#endif → A
            #if COCOAPODS⏎import A⏎#elseif OTHER⏎import B⏎#else⏎import C⏎#endif → B C
            #if OTHER⏎import A⏎#elseif ON⏎import B⏎#else⏎import C⏎#endif → A B
            #if ON⏎import A⏎#elseif ON⏎import B⏎#endif⏎import C → A C
            #if OFF⏎#if ON⏎import A⏎#else⏎import B⏎#endif⏎import C⏎#endif →
            #if !OFF⏎import A⏎#else⏎import B⏎#endif → A
            #if OFF && OTHER⏎import A⏎#endif →
            #if OTHER && OFF⏎import A⏎#endif →
            #if ON || OTHER⏎import A⏎#else⏎import B⏎#endif → A
            #if OTHER || ON⏎import A⏎#else⏎import B⏎#endif → A
            #if OFF || OTHER⏎import A⏎#else⏎import B⏎#endif → A B
            #if ON && OTHER⏎import A⏎#else⏎import B⏎#endif → A B
            #if OFF && OTHER || ON⏎import A⏎#else⏎import B⏎#endif → A
            #if ON && (OFF || OFF)⏎import A⏎#else⏎import B⏎#endif → B
            #if !(OFF ||⏎ OFF)⏎import A⏎#else⏎import B⏎#endif → A
            #if os(ON)⏎import A⏎#else⏎import B⏎#endif → A B
            #if os(ON) && OFF⏎import A⏎#endif →
            #if compiler(>=6) || ON⏎import A⏎#else⏎import B⏎#endif → A
            #if false⏎import A⏎#elseif true⏎import B⏎#else⏎import C⏎#endif → B
            #if 0⏎import A⏎#else⏎import B⏎#endif → B
            #else⏎import A⏎#endif⏎#if OFF → A
            """
        )
    )
    func `omits branches that are never compiled`(row: Row) {
        let conditions = CompilationConditions.package.merging(["ON": true, "OFF": false])
        let file = SourceFile(path: "", text: row.lines(0), conditions: conditions)
        #expect(file.imports.map(\.module).joined(separator: " ") == row[1])
    }

    @Test func `declarations in branches that are never compiled do not count`() {
        let text = """
            #if COCOAPODS
            struct A {
            #else
            struct B {
            #endif
                func f() {
                    #if COCOAPODS
                    dlsym(a)
                    #endif
                }
            }
            struct C {}
            """
        let file = SourceFile(path: "", text: text)
        #expect(file.types.map(\.name) == ["B", "C"])
        #expect(file.links == [])
    }

    @Test func `reads canImport conditions in functions`() {
        let file = SourceFile(path: "", text: "func f() {\n#if canImport(A)\n#endif\n}\nimport A")
        #expect(file.optionalModules == ["A"])
        #expect(file.imports.map(\.isOptional) == [false])
    }

    @Test(
        arguments: Row.table(
            """
            → false
             // let a = 1 → false
            @_exported public import struct A.T → false
            #if os(Linux) && canImport(A)⏎import A⏎#endif → false
            let a = 1 → true
            public enum E {} → true
            #Preview { } → true
            @main struct S {} → true
            """
        )
    )
    func `a file that contains only imports and conditions has no declarations`(row: Row) {
        #expect(SourceFile(path: "", text: row.lines(0)).hasDeclarations == (row[1] == "true"))
    }

    @Test(
        arguments: Row.table(
            """
            @_cdecl("a") func a() {} → definesSymbol
            @cdecl("a") func a() {} → definesSymbol
            @c func a() {} → definesSymbol
            @_expose(Cxx) func a() {} → definesSymbol
            @_section("a") let a = 1 → definesSymbol
            @section("a") let a = 1 → definesSymbol
            @_used let a = 1 → definesSymbol
            @used let a = 1 → definesSymbol
            @_extern(c) func a() → usesSymbol
            @Suite struct S {} → definesTest
            struct S { @_silgen_name("a") func a() } → usesSymbol
            func f() { _ = dlsym(nil, "a") } → usesSymbol
            func f() { _ = dlopen("a", 0) } → usesSymbol
            extension S { @Test func a() {} } → definesTest
            final class A: XCTestCase {} → definesTest
            extension XCTestCase { func help() {} }
            let test = "@Test"
            @testable import A
            """
        )
    )
    func `finds connections to other modules through the linker`(row: Row) {
        #expect(SourceFile(path: "", text: row[0]).links.map { "\($0)" } == row[1...])
    }

    @Test func `an attribute applies only to the import that follows it`() {
        let imports = SourceFile(path: "", text: "@_exported @_spi(X) public import A\nimport B")
            .imports
        #expect(imports.map(\.attributes) == [["_exported", "_spi"], []])
        #expect(imports.map(\.isReexport) == [true, false])
        let closure = SourceFile(path: "", text: "let f = @Sendable { 1 }\nimport A")
        #expect(closure.imports.map(\.attributes) == [[]])
    }

    @Test(arguments: [
        ("import A", 1, 8),
        ("\n\n  @testable import struct A.T", 3, 27),
        ("/* a\n b */ import A", 2, 14),
        ("let s = \"\"\"\n\\(1)\n\"\"\"; import A", 3, 13),
        ("let ü = \"ü\"; import A", 1, 23),
        ("import\r\n  A", 2, 3),
        ("\nimport A", 2, 8),
        ("\u{FEFF}import A", 1, 8),
    ])
    func `reports the same locations as the compiler`(text: String, line: Int, column: Int) {
        #expect(
            SourceFile(path: "", text: text).imports.map(\.location) == [
                SourceLocation(line: line, column: column)
            ]
        )
    }
}
