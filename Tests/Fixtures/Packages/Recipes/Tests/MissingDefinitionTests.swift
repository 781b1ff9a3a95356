import Bootstrap
import Injection
import SearchInterface
import Testing

/// The code that uses the feature.
private struct SearchCommand {
    @Injected(\ShelfContainer.linkSearch) private var search
    func run(_ word: String) -> String {
        search.links(with: word).joined(separator: "\n")
    }
}

struct MissingDefinitionTests {
    @Test func `a registered feature is injected`() {
        #expect(SearchCommand().run("swift") == "swift.org")
        #expect(SearchCommand().run("ruby").isEmpty)
    }
}
