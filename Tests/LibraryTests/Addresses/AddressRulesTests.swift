import Core
import CoreTesting
import Library
import LibraryInterface
import PagesInterface
import PagesTesting
import Testing

struct AddressRulesTests {
    private let store = InMemoryLinkStore()

    private func library(
        _ rules: AddressRules, pages: ScriptedPageReader = ScriptedPageReader()
    ) -> StoredLinkLibrary {
        StoredLinkLibrary(store: store, pages: pages, clock: ManualClock(), addresses: rules)
    }

    @Test(arguments: AddressVectors.otherSchemes)
    func `addresses of any scheme are kept if asked`(_ written: String, _ normal: String) throws {
        let rules = AddressRules(keepsAnyScheme: true)
        #expect(try WebAddress(written, rules: rules).text == normal)
        #expect(try WebAddress(normal, rules: rules).text == normal)
    }

    @Test(arguments: AddressVectors.refusedOtherSchemes)
    func `what is no address of any scheme is refused`(_ text: String, _ problem: AddressProblem) {
        #expect(throws: problem) { try WebAddress(text, rules: AddressRules(keepsAnyScheme: true)) }
    }

    @Test(arguments: AddressVectors.web)
    func `addresses of the web are the same whether others are kept or not`(_ written: String, _ normal: String) throws
    {
        #expect(try WebAddress(written, rules: AddressRules(keepsAnyScheme: true)).text == normal)
    }

    @Test(arguments: [
        ("?utm_source=a", ""), ("?utm_source=a&utm_medium=b", ""), ("?UTM_Source=a", ""), ("?utm%5Fsource=a", ""),
        ("?a=b&utm_source=c", "?a=b"), ("?utm_source=a&b=c", "?b=c"), ("?a&utm_term&b", "?a&b"),
        ("?fbclid=a", ""), ("?gclid=a", ""), ("?dclid=a", ""), ("?msclkid=a", ""), ("?yclid=a", ""), ("?igshid=a", ""),
        ("?mc_eid=a&mc_cid=b", ""), ("?_hsenc=a&_hsmi=b", ""), ("?hsCtaTracking=a", ""), ("?mkt_tok=a", ""),
        ("?pk_campaign=a", ""), ("?mtm_source=a", ""), ("?_ga=a&_gl=b", ""), ("?ScCid=a", ""), ("?gclid=a#b", "#b"),
        ("?a=&gclid=b&&c", "?a=&&c"), ("?gclid", ""), ("?gclid=", ""), ("?gclid=a&gclid=b", ""),
        // What only looks like one stays, and a query that holds none stays to the letter.
        ("?utm=a", "?utm=a"), ("?gclids=a", "?gclids=a"), ("?a=gclid", "?a=gclid"),
        ("?a=utm_source=b", "?a=utm_source=b"),
        ("?xutm_source=a", "?xutm_source=a"), ("#utm_source=a", "#utm_source=a"), ("utm_source=a", "utm_source=a"),
        ("?", "?"), ("?&&", "?&&"), ("?id=1&&", "?id=1&&"), ("?source=a&ref=b", "?source=a&ref=b"),
    ])
    func `parameters that track readers go if asked`(_ written: String, _ kept: String) throws {
        let rules = AddressRules(removesTracking: true)
        #expect(try WebAddress("https://example.org/" + written, rules: rules).text == "https://example.org/" + kept)
    }

    @Test(arguments: [
        "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "srsltid", "fbclid", "igsh", "igshid", "msclkid", "yclid",
        "ysclid", "twclid", "ttclid", "li_fat_id", "epik", "sccid", "_ga", "_gl", "_openstat", "mc_cid", "mc_eid",
        "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "mkt_tok", "oly_anon_id", "oly_enc_id",
        "vero_conv", "vero_id", "_kx", "utm_a", "hsa_a", "mtm_a", "pk_a",
    ])
    func `each parameter that tracks readers goes`(name: String) throws {
        let rules = AddressRules(removesTracking: true)
        #expect(try WebAddress("https://example.org/?a=b&\(name)=c", rules: rules).text == "https://example.org/?a=b")
        #expect(
            try WebAddress("https://example.org/?x\(name)=c", rules: rules).text == "https://example.org/?x\(name)=c")
    }

    @Test func `parameters that track readers stay unless asked`() throws {
        let address = "https://example.org/?utm_source=a&fbclid=b"
        #expect(try WebAddress(address).text == address)
    }

    @Test func `parameters that track readers stay where the scheme is none of the web's`() throws {
        let rules = AddressRules(removesTracking: true, keepsAnyScheme: true)
        #expect(try WebAddress("mailto:a?utm_source=b", rules: rules).text == "mailto:a?utm_source=b")
    }

    @Test func `a library finds duplicates by its rules`() async throws {
        let addresses = ["https://example.org/", "https://example.org/?utm_source=a", "https://example.org/#:~:text=b"]
        let report = try await library(AddressRules(removesTracking: true)).merge(isDryRun: false) { merge in
            for address in addresses { try merge(SourcedDraft(LinkDraft(url: address), line: 1)) }
        }
        #expect(report.added == 1 && report.unchanged == 2)
    }

    @Test func `what is added is compared by the same rules as what is merged`() async throws {
        let library = library(AddressRules(removesTracking: true))
        let first = try await library.add(LinkDraft(url: "https://example.org/?gclid=a"), fetching: false)
        let second = try await library.add(LinkDraft(url: "https://example.org/?gclid=b"), fetching: false)
        #expect(first.isNew && !second.isNew && first.link == second.link)
        #expect(first.link.url == "https://example.org/")
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,a", "mailto:a@example.org"])
    func `what is kept beyond the web is never fetched`(_ address: String) async throws {
        let pages = ScriptedPageReader([address: Page(title: "a")])
        let addition = try await library(AddressRules(keepsAnyScheme: true), pages: pages)
            .add(LinkDraft(url: address), fetching: true)
        #expect(addition.isNew && addition.link.url == address && addition.link.title == nil)
        #expect(addition.pageError == nil)
        #expect(await pages.requests.isEmpty)
    }
}
