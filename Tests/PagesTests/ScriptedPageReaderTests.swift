import Foundation
import PagesInterface
import PagesTesting
import Testing

struct ScriptedPageReaderTests {
    private let known = URL(string: "https://example.com/")!
    private let broken = URL(string: "https://example.org/")!

    @Test func `it answers what was written down, and remembers what it was asked`() async throws {
        let reader = ScriptedPageReader(
            [known.absoluteString: Page(title: "A")], errors: [broken.absoluteString: .status(500)])
        #expect(try await reader.page(at: known) == Page(title: "A"))
        await #expect(throws: PageError.status(500)) { try await reader.page(at: broken) }
        #expect(await reader.requests == [known, broken])
    }

    @Test func `asking for what was not written down is an issue`() async {
        await withKnownIssue {
            _ = try await ScriptedPageReader().page(at: known)
        }
    }
}
