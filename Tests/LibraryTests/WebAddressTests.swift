import Library
import LibraryInterface
import Testing

struct WebAddressTests {
    @Test(arguments: [
        ("https://example.org", "https://example.org/"),
        ("HTTPS://Example.ORG/Path?Q=1#Top", "https://example.org/Path?Q=1#Top"),
        ("  https://example.org/a \n", "https://example.org/a"),
        ("http://example.org:80/", "http://example.org/"),
        ("https://example.org:443/", "https://example.org/"),
        ("https://example.org:8443/", "https://example.org:8443/"),
        ("http://localhost:8080", "http://localhost:8080/"),
        ("http://[2001:DB8::1]/a", "http://[2001:db8::1]/a"),
        ("https://example.org?q=1", "https://example.org/?q=1"),
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("https://example.org/a%20b", "https://example.org/a%20b"),
        ("https://user@example.org/", "https://user@example.org/"),
        ("https://example.org/ä", "https://example.org/%C3%A4"),
    ])
    func `an address has one normal form`(_ written: String, _ normal: String) throws {
        #expect(try WebAddress(written).text == normal)
        #expect(try WebAddress(normal).text == normal)
    }

    @Test(arguments: [
        ("", AddressProblem.empty), ("   ", .empty), ("example.org", .noScheme), ("example.org:8080/a", .noScheme),
        ("localhost:3000", .noScheme), ("just words", .noScheme), ("//example.org", .noScheme),
        ("javascript:alert(1)", .unsupportedScheme("javascript")), ("place:sort=8", .unsupportedScheme("place")),
        ("file:///etc/passwd", .unsupportedScheme("file")), ("data:text/html,x", .unsupportedScheme("data")),
        ("mailto:a@example.org", .unsupportedScheme("mailto")), ("https://", .noHost), ("https:///path", .noHost),
        ("http://[::1", .malformed), ("http://example.org:99999/", .malformed),
    ])
    func `what is no address of the web is refused, with the reason`(_ text: String, _ problem: AddressProblem) {
        #expect(throws: problem) { try WebAddress(text) }
    }
}
