import Library
import LibraryInterface
import Testing

struct WebAddressTests {
    @Test(arguments: AddressVectors.web)
    func `an address has one normal form`(_ written: String, _ normal: String) throws {
        #expect(try WebAddress(written).text == normal)
        #expect(try WebAddress(normal).text == normal)
    }

    @Test(arguments: AddressVectors.refused)
    func `what names no host that can be is refused, with the reason`(_ text: String, _ problem: AddressProblem) {
        #expect(throws: problem) { try WebAddress(text) }
    }

    @Test(arguments: [
        ("", AddressProblem.empty), (" \n", .empty), ("\u{0}", .empty), ("example.org", .noScheme),
        ("example.org/a", .noScheme), ("example.org:8080/a", .noScheme), ("example.org:80?a", .noScheme),
        ("localhost:3000", .noScheme), ("localhost:65535/a", .noScheme),
        ("localhost:123456", .unsupportedScheme("localhost")), ("just words", .noScheme), ("//example.org", .noScheme),
        ("/a", .noScheme),
        ("?a", .noScheme), ("#a", .noScheme), ("://a", .noScheme), ("1a:b", .noScheme), ("a_b:c", .noScheme),
        ("\u{A0}https://example.org", .noScheme), ("javascript:alert(1)", .unsupportedScheme("javascript")),
        ("JavaScript:alert(1)", .unsupportedScheme("javascript")), ("place:sort=8", .unsupportedScheme("place")),
        ("file:///etc/passwd", .unsupportedScheme("file")), ("data:text/html,x", .unsupportedScheme("data")),
        ("mailto:a@example.org", .unsupportedScheme("mailto")), ("ftp://example.org", .unsupportedScheme("ftp")),
        ("tel:112", .unsupportedScheme("tel")), ("wss://example.org", .unsupportedScheme("wss")),
        ("java\nscript:alert(1)", .unsupportedScheme("javascript")),
    ])
    func `what is no address of the web is refused, with the reason`(_ text: String, _ problem: AddressProblem) {
        #expect(throws: problem) { try WebAddress(text) }
    }

    @Test func `an address has an end`() throws {
        let start = "https://example.org/"
        let longest = start + String(repeating: "a", count: 524_288 - start.utf8.count)
        #expect(try WebAddress(longest).text == longest)
        #expect(throws: AddressProblem.tooLong) { try WebAddress(longest + "a") }
    }

    @Test func `a part of a text can be read`() throws {
        #expect(try WebAddress("<https://Example.org>".dropFirst().dropLast()).text == "https://example.org/")
    }
}
