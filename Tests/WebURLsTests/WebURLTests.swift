import Testing
import WebURLs

struct WebURLTests {
    private func expect(
        _ text: String,
        toNormalizeTo normalized: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try WebURL(normalizing: text).text == normalized, sourceLocation: location)
        #expect(try WebURL(normalizing: normalized).text == normalized, sourceLocation: location)
    }

    private static func unchanged(_ texts: [String]) -> [(String, String)] {
        texts.map { ($0, $0) }
    }

    private static let hosts =
        HostVectors.names + HostVectors.internationalNames
        + HostVectors.ipv4Addresses + HostVectors.ipv6Addresses
        + unchanged(HostVectors.normalNames) + unchanged(HostVectors.normalInternationalNames)
        + unchanged(HostVectors.namesResemblingIPv4Addresses)
        + unchanged(HostVectors.normalIPv6Addresses)

    @Test(arguments: hosts)
    func `normalizes a host`(host: String, normalized: String) throws {
        try expect("http://\(host)", toNormalizeTo: "http://\(normalized)/")
    }

    private static let invalidHosts =
        HostVectors.invalidNames + HostVectors.invalidInternationalNames
        + HostVectors.invalidIPv4Addresses
        + HostVectors.invalidIPv6Addresses + HostVectors.longNames

    @Test(
        arguments: invalidHosts.map { ("http", $0) }
            + URLVectors.invalidOpaqueHosts.map { ("foo", $0) }
    )
    func `refuses an invalid host`(scheme: String, host: String) {
        #expect(throws: WebURLError.invalidHost(host)) {
            try WebURL(normalizing: "\(scheme)://\(host)")
        }
    }

    @Test(
        arguments: URLVectors.paths + URLVectors.queries
            + unchanged(URLVectors.normalPaths + URLVectors.normalQueries)
    )
    func `normalizes a path, a query and a fragment`(text: String, normalized: String) throws {
        try expect("http://example.org\(text)", toNormalizeTo: "http://example.org\(normalized)")
    }

    @Test(
        arguments: URLVectors.web + URLVectors.otherSchemes
            + unchanged(URLVectors.normalWeb + URLVectors.normalOtherSchemes)
    )
    func `normalizes a whole URL`(text: String, normalized: String) throws {
        try expect(text, toNormalizeTo: normalized)
    }

    @Test(arguments: [("À", "%C3%80"), ("€", "%E2%82%AC"), ("𠀀", "%F0%A0%80%80")])
    func `encodes a non-ASCII character in a host whose scheme is not special`(
        character: String,
        encoded: String
    ) throws {
        try expect("foo://\(character)", toNormalizeTo: "foo://\(encoded)")
    }

    @Test(arguments: [
        (WebURLError.empty, "the URL is empty; specify a URL that begins with http:// or https://"),
        (.tooLong(limit: 1 << 19), "the URL is longer than 512 KiB; shorten it"),
        (.noScheme, "the URL must begin with http:// or https://"),
        (.unsupportedScheme("ftp"), "unsupported scheme 'ftp:'; specify an http or https URL"),
        (.noHost, "the URL has no host; add one, as in http://example.com/"),
        (.invalidHost("a b"), "invalid host 'a b'; check its spelling"),
        (
            .invalidHost(String(repeating: "a", count: 201)),
            "invalid host '\(String(repeating: "a", count: 200))'; check its spelling"
        ),
        (
            .invalidPort("123456789012345678901"),
            "invalid port '12345678901234567890'; specify a number from 0 to 65535"
        ),
    ])
    func `every error has an explanation of one line`(error: WebURLError, explanation: String) {
        #expect(error.explanation == explanation)
    }

    @Test(arguments: URLVectors.invalid)
    func `the error for a string that is not a URL contains the reason`(
        text: String,
        error: WebURLError
    ) {
        #expect(throws: error) { try WebURL(normalizing: text) }
    }

    private static let otherSchemes =
        table(
            """
            javascript:alert(1) → javascript
            JavaScript:alert(1) → javascript
            place:sort=8 → place
            file:///etc/passwd → file
            data:text/html,x → data
            mailto:a@example.org → mailto
            ftp://example.org → ftp
            tel:112 → tel
            wss://example.org → wss
            localhost:123456 → localhost
            foo://:80 → foo
            """
        ) + [("java\nscript:alert(1)", "javascript")]

    @Test(arguments: otherSchemes)
    func `refuses a scheme that is not accepted, even in an invalid URL`(
        text: String,
        scheme: String
    ) {
        #expect(throws: WebURLError.unsupportedScheme(scheme)) {
            try WebURL(normalizing: text, schemes: ["http", "https"])
        }
    }

    @Test func `normalizes a substring, and prints the normal form`() throws {
        let url = try WebURL(
            normalizing: "<HTTPS://Example.org>".dropFirst().dropLast(),
            schemes: ["https"]
        )
        #expect("\(url)" == "https://example.org/")
        #expect(url.scheme == "https")
    }

    @Test(
        arguments: table(
            """
            /?x → /
            /?x=a → /
            /?x=a&x=b → /
            /?a=b&x=c → /?a=b
            /?x=a&b=c → /?b=c
            /?a&x&b → /?a&b
            /?x=a#b → /#b
            /?a=&x=b&&c → /?a=&&c
            /?%78=a → /
            /?a=x → /?a=x
            /?a=x=b → /?a=x=b
            /?xa=b → /?xa=b
            /#x=a → /#x=a
            /#?x=a → /#?x=a
            /x=a → /x=a
            /? → /?
            /?&& → /?&&
            /?a=1&& → /?a=1&&
            """
        )
    )
    func `removes query parameters by name`(text: String, rest: String) throws {
        let url = try WebURL(normalizing: "https://example.org\(text)").removingQueryParameters {
            $0 == "x"
        }
        #expect(url.text == "https://example.org\(rest)")
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `normalizing a normal form does not change it`(seed: UInt64) throws {
        var mutations = URLMutations(seed: seed)
        var valid = 0
        for _ in 0..<3_000 {
            let text = mutations.next()
            guard let url = try? WebURL(normalizing: text) else {
                continue
            }
            valid += 1
            let input = Comment(rawValue: text.debugDescription)
            #expect(try WebURL(normalizing: url.text) == url, input)
            guard ["http", "https"].contains(url.scheme) else {
                continue
            }
            #expect(url.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, input)
            let untracked = url.removingQueryParameters { $0.hasPrefix("utm_") }
            #expect(try WebURL(normalizing: untracked.text) == untracked, input)
        }
        #expect(valid > 1_000)
    }

    @Test func `the example in the README compiles and runs`() throws {
        let url = try WebURL(
            normalizing: "HTTPS://München.example:443/a/../b?utm_source=x&q=1",
            schemes: ["http", "https"]
        )
        #expect("\(url)" == "https://xn--mnchen-3ya.example/b?utm_source=x&q=1")
        let untracked = url.removingQueryParameters { $0.hasPrefix("utm_") }
        #expect("\(untracked)" == "https://xn--mnchen-3ya.example/b?q=1")
        let searchText = "https://xn--mnchen-3ya.example/%C3%A9".urlSearchText
        #expect(searchText.contains("https://münchen.example/é"))
    }
}

/// A generator of random changes to the test vectors. The same seed always generates the same
/// changes.
private struct URLMutations {
    private var state: UInt64
    private let sources: [[Unicode.Scalar]]
    private let pieces = [
        "/", "\\", "?", "#", ":", "@", ".", "..", "%", "%2", "%2e", "%41", "%7C", "%25", "[", "]",
        "::", "0x", "1", "a", "C|", "ä", "xn--", "-", " ", "\t", "&", "utm_a=b", ":~:", "\u{5D0}",
        "\u{AD}", "\u{200D}", "é",
    ].map { Array($0.unicodeScalars) }

    init(seed: UInt64) {
        state = seed
        var hosts = HostVectors.names + HostVectors.internationalNames
        hosts += HostVectors.ipv4Addresses
        let paths = URLVectors.paths + URLVectors.queries
        var urls = (URLVectors.web + URLVectors.otherSchemes).map(\.0)
        urls += URLVectors.normalOtherSchemes
        urls += hosts.map { "http://\($0.0)" }
        urls += HostVectors.normalIPv6Addresses.map { "http://\($0)" }
        urls += ["http://[::1.2.3.4]"]
        urls += paths.map { "http://example.org\($0.0)" }
        sources = urls.map { Array($0.unicodeScalars) }
    }

    mutating func next() -> String {
        var scalars = sources[random(sources.count)]
        for _ in 0...random(4) {
            let place = random(scalars.count + 1)
            switch random(4) {
            case 0 where place < scalars.count:
                scalars.remove(at: place)
            case 1:
                let copy = scalars[place...].prefix(5)
                scalars.insert(contentsOf: copy, at: random(scalars.count + 1))
            case 2:
                let source = sources[random(sources.count)]
                scalars = scalars[..<place] + source.suffix(random(12))
            default:
                scalars.insert(contentsOf: pieces[random(pieces.count)], at: place)
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns a random number below a bound, using SplitMix64.
    private mutating func random(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(bound))
    }
}
