import Foundation
import PagesInterface
import PagesTesting
import Testing

struct MockPageReaderTests {
    private let known = URL(string: "https://example.com/")!
    private let broken = URL(string: "https://example.org/")!

    @Test func `a mock returns the given pages and errors, and records requests`() async throws {
        let reader = MockPageReader(
            [known.absoluteString: Page(title: "A")],
            errors: [broken.absoluteString: .status(500)]
        )
        #expect(try await reader.page(at: known) == Page(title: "A"))
        await #expect(throws: PageError.status(500)) {
            try await reader.page(at: broken)
        }
        #expect(reader.requests == [known, broken])
    }

    @Test func `a mock records an issue for a URL without a page`() async {
        // An error that the closure throws would also be a known issue.
        await withKnownIssue {
            _ = try? await MockPageReader().page(at: known)
        }
        await withKnownIssue {
            _ = try? await MockPageReader([:]).page(at: known)
        }
    }
}
