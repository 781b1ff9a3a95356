import Core
import CoreTesting
import Library
import LibraryInterface
import PagesTesting
import Testing

struct SearchTests {
    private let library = StoredLinkLibrary(
        store: InMemoryLinkStore(), pages: ScriptedPageReader(), clock: ManualClock(),
        addresses: AddressRules(removesTracking: true))

    @Test(arguments: [
        "https://xn--mnchen-3ya.example/C++?q=1#a", "HTTPS://münchen.example:443/x/../C++?utm_source=b&q=1#a",
        "https://MÜNCHEN.example/C", "\"münchen example\"", "münchen C++",
    ])
    func `an address is found however it is written`(text: String) async throws {
        let address = "https://münchen.example/C++?q=1#a"
        let link = try await library.add(LinkDraft(url: address), fetching: false).link
        _ = try await library.add(LinkDraft(url: "https://münchen.example/"), fetching: false)
        let query = LinkQuery(terms: SearchTerm.parse(text), order: .added)
        #expect(try await library.links(matching: query).last == link)
        #expect(try await library.batches(matching: query).reduce([], +).last == link)
    }

    @Test func `what is no address is searched for as it is`() async throws {
        let link = try await library.add(LinkDraft(url: "https://a.example", title: "a://b https://"), fetching: false)
        let query = LinkQuery(terms: SearchTerm.parse("a://b https://"))
        #expect(try await library.links(matching: query) == [link.link])
    }
}
