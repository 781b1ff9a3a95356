import ProgramTesting
import SwiftSource
import Testing

/// Returns the names of the modules that a source imports.
private func imports(_ text: String) -> [String] {
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
    func `reads the reason in a comment that allows an import`(row: Row) {
        let imports = SourceFile(path: "", text: row.lines(0)).imports
        #expect(imports.last?.allowance == row[1...].first)
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
        "let r = #/ \t\nimport X\n/#", "f(import: X)", "x.import\n",
        "x\n  .import\nX",
        "`import` X", "func f() {\n import X\n}", "#if canImport(X)\n#endif",
        "#if compiler(>=6) && canImport(X, _version: 2)\n#endif", "@attribute(import) func f() {}",
        "reimport X",
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

struct HostileSourceTests {
    @Test(arguments: [
        "\"\\(", "#/\n", "#/ ", "#/\n/", "##/\n#/\n", "#\"\"\"", "\"\"\"\n\\(", "/*", "/(", " /(",
        "`", "@", "\\", "#", "import ", "extension A<", "protocol P { var x", "(", "[{", "\"",
    ])
    func `reading repeated text takes linear time`(piece: String) {
        let times = [1_000, 16_000].map { count in
            let text = String(repeating: piece, count: count)
            let start = processorTime()
            #expect(Set(imports(text)).isSubset(of: ["import"]))
            return processorTime() - start
        }
        // Linear time grows by a factor of 16, quadratic time by a factor of 256.
        #expect(times[1] < times[0] * 40 + 0.005)
    }

    @Test func `reads nested interpolations`() {
        let text =
            String(repeating: "\"\\(", count: 200) + "1" + String(repeating: ")\"", count: 200)
        #expect(
            imports("let s = \(text)\nimport A") == ["A"]
        )
    }

    @Test func `reads any number of consecutive interpolations`() {
        let text = String(repeating: "_ = \"\\(f(\"{\"))\"\n", count: 300) + "import A"
        #expect(imports(text) == ["A"])
    }

    @Test func `an unterminated regular expression does not hide a terminated one`() {
        let text = "let a = b#/ c /\nlet r = #/ {\" /#\nlet s = ##/\n{\" /#\n/##\nimport A"
        #expect(imports(text) == ["A"])
    }

    @Test(arguments: [("let q = /\\Q\nimport A// x", ["A"]), ("let q = /\\Q{/\nimport A", [])])
    func `quoted text in a regular expression ends at the end of the line`(
        text: String,
        modules: [String]
    ) {
        #expect(imports(text) == modules)
    }

    @Test(arguments: ["/[)]{\"/", "/[(]/", "/[^(]+[)]{/"])
    func `a parenthesis in the brackets of a regular expression opens no group`(regex: String) {
        #expect(
            imports("let r = \(regex)\nimport A") == ["A"]
        )
    }
}

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

    @Test func `reads the properties that a protocol requires`() {
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
        #expect(found[0].properties.map(\.name) == ["linkChecker", "policy"])
        #expect(found[0].properties[0].typeWords == ["Factory", "any", "LinkChecker"])
        #expect(found.map(\.isPublic) == [true, false])
        #expect(found[0].location == SourceLocation(line: 1, column: 17))
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
