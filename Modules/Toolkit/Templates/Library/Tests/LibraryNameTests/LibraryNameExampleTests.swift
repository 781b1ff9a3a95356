import LibraryName
import Testing

struct LibraryNameExampleTests {
    @Test func `the example returns its argument`() {
        #expect(libraryNameExample("text") == "text")
    }
}
