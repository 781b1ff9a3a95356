import SwiftSource
import Testing
@Test func a() { #expect(SourceFile(path: "a", text: "import A").imports.map(\.module) == ["A"]) }
