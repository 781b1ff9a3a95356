import Core
import CoreTesting
import Library
import LibraryInterface
import LibraryTesting
import PagesInterface
import PagesTesting
import SearchText
import Testing
import WebURLs

struct URLPolicyTests {
    private let untracked = URLPolicy(removesTracking: true)
    private let anyScheme = URLPolicy(allowsAnyScheme: true)

    private func library(
        _ policy: URLPolicy,
        pages: MockPageReader = MockPageReader()
    ) -> StoredLinkLibrary {
        StoredLinkLibrary(
            store: InMemoryLinkStore(),
            pages: pages,
            clock: ManualClock(),
            urlPolicy: policy
        )
    }

    private func add(_ url: String, to library: StoredLinkLibrary) async throws -> Addition {
        try await library.add(LinkDraft(url: url), fetching: false)
    }

    @Test(arguments: [
        ("MAILTO:a@example.org", "mailto:a@example.org"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("file:/a", "file:///a"),
        ("https://Example.org", "https://example.org/"),
        ("mailto:a?utm_source=b", "mailto:a?utm_source=b"),
    ])
    func `allows any scheme on request, and keeps all parameters of URLs with other schemes`(
        text: String,
        normalized: String
    ) throws {
        let policy = URLPolicy(removesTracking: true, allowsAnyScheme: true)
        #expect(try policy.normalize(text) == normalized)
    }

    @Test func `limits the length of a URL to 512 KiB`() throws {
        let start = "https://example.org/"
        let longest = start + String(repeating: "a", count: 524_288 - start.utf8.count)
        #expect(try URLPolicy().normalize(longest) == longest)
        #expect(throws: WebURLError.tooLong(limit: 1 << 19)) {
            try URLPolicy().normalize(longest + "a")
        }
        #expect(try untracked.normalize(longest + "?gclid=a") == longest)
    }

    private static let trackers = """
        gclid gclsrc dclid gbraid wbraid srsltid fbclid igsh igshid msclkid yclid ysclid twclid
        ttclid li_fat_id epik sccid _ga _gl _openstat mc_cid mc_eid _hsenc _hsmi __hssc __hstc
        __hsfp hsctatracking mkt_tok oly_anon_id oly_enc_id vero_conv vero_id _kx
        utm_a hsa_a mtm_a pk_a UTM_Source utm%5Fa ScCid hsCtaTracking
        """.split { $0.isWhitespace }

    @Test(arguments: trackers)
    func `removes each tracking parameter on request`(name: Substring) throws {
        let page = "https://example.org/"
        #expect(try untracked.normalize("\(page)?\(name)=c") == page)
        #expect(try untracked.normalize("\(page)?a=b&\(name)=c#d") == "\(page)?a=b#d")
        let kept = name.replacing("%5F", with: "_")
        #expect(try URLPolicy().normalize("\(page)?\(name)") == "\(page)?\(kept)")
    }

    private static let otherParameters = """
        ?utm=a ?gclids=a ?xutm_source=a ?xgclid=a ?a=gclid ?a=utm_source=b #utm_source=a
        utm_source=a ? ?&& ?id=1&& ?source=a&ref=b
        """.split { $0.isWhitespace }

    @Test(arguments: otherParameters)
    func `leaves a URL without tracking parameters unchanged`(text: Substring) throws {
        let url = "https://example.org/\(text)"
        #expect(try untracked.normalize(url) == url)
    }

    @Test func `adding and merging use the same policy to find duplicates`() async throws {
        let library = library(untracked)
        let first = try await add("https://example.org/?gclid=a", to: library)
        let second = try await add("https://example.org/?gclid=b", to: library)
        #expect(first.isNew)
        #expect(!second.isNew)
        #expect(first.link == second.link)
        #expect(first.link.url == "https://example.org/")
        let report = try await library.merge(isDryRun: false) { merge in
            for url in ["https://example.org/?utm_source=a", "https://example.org/?gclid=c"] {
                try merge(SourcedDraft(LinkDraft(url: url), line: 1))
            }
        }
        #expect(report.unchanged == 2)
    }

    @Test(arguments: [
        "file:///etc/passwd", "javascript:alert(1)", "data:text/html,a", "mailto:a@example.org",
    ])
    func `never requests a URL whose scheme is not http or https`(url: String) async throws {
        let pages = MockPageReader([url: Page(title: "a")])
        let addition = try await library(anyScheme, pages: pages).add(
            LinkDraft(url: url),
            fetching: true
        )
        #expect(addition.isNew)
        #expect(addition.link.url == url)
        #expect(addition.link.title == nil)
        #expect(addition.pageError == nil)
        #expect(pages.requests.isEmpty)
    }

    @Test(arguments: [
        "https://xn--mnchen-3ya.example/C++?q=1#a",
        "HTTPS://münchen.example:443/x/../C++?utm_source=b&q=1#a",
        "https://MÜNCHEN.example/C",
    ])
    func `a search finds a link by any spelling of its URL`(text: String) async throws {
        let library = library(untracked)
        let url = "https://münchen.example/C++?q=1#a"
        let link = try await add(url, to: library).link
        _ = try await add("https://münchen.test/", to: library)
        let query = LinkQuery(terms: SearchTerms(text))
        #expect(try await library.links(matching: query) == [link])
        #expect(try await library.batches(matching: query)() == [link])
    }

    @Test func `a search can exclude a link by any spelling of its URL`() async throws {
        let library = library(untracked)
        for url in ["https://münchen.example/a", "https://münchen.example/b"] {
            _ = try await add(url, to: library)
        }
        let query = LinkQuery(terms: SearchTerms("münchen -HTTPS://MÜNCHEN.example:443/x/../a"))
        let found = try await library.links(matching: query)
        #expect(found.map(\.url) == ["https://xn--mnchen-3ya.example/b"])
    }

    @Test func `a search does not change a word that is not a URL`() async throws {
        let library = library(untracked)
        let link = try await library.add(
            LinkDraft(url: "https://a.example", title: "a://b https://"),
            fetching: false
        )
        _ = try await add("https://c.example", to: library)
        let query = LinkQuery(terms: SearchTerms("a://b https://"))
        #expect(try await library.links(matching: query) == [link.link])
    }
}
