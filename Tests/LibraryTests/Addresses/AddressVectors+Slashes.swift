import LibraryInterface

extension AddressVectors {
    /// What stands around an address and between its scheme and its host.
    static let slashes: [(String, String)] = [
        ("https://example.org", "https://example.org/"),
        ("https:example.org", "https://example.org/"),
        ("https:/example.org", "https://example.org/"),
        ("https:///example.org", "https://example.org/"),
        ("https:////example.org/a", "https://example.org/a"),
        ("https:\\\\example.org\\a\\b", "https://example.org/a/b"),
        ("http:\\/example.org", "http://example.org/"),
        ("http:/\\\\/example.org", "http://example.org/"),
        ("HTTPS://example.org", "https://example.org/"),
        ("hTTp://example.org/A", "http://example.org/A"),
        ("  https://example.org/a \n", "https://example.org/a"),
        ("\u{0}\u{1F} https://example.org \u{0}\u{1F}", "https://example.org/"),
        ("ht\ntp://example.org", "http://example.org/"),
        ("h\tt\rt\np\n:\t//exa\tmple.org", "http://example.org/"),
        ("https://exam\nple.org/a\tb\rc", "https://example.org/abc"),
        ("https:\n//example.org?a\nb#c\td", "https://example.org/?ab#cd"),
        ("https://example.org\n", "https://example.org/"),
        ("http:example.org/a?b#c", "http://example.org/a?b#c"),
        ("http:a", "http://a/"),
        ("http://a:80\\b", "http://a/b"),
        ("https://example.org/a\u{A0}", "https://example.org/a%C2%A0"),
        ("http://example.org/\u{FEFF}", "http://example.org/%EF%BB%BF"),
    ]

    static let refusedSlashes: [(String, AddressProblem)] = [
        ("http:////", .noHost),
        ("http:\\\\", .noHost),
        ("http://example.org\u{A0}", .invalidHost("example.org\u{A0}")),
        ("http:?q", .noHost),
        ("http:#f", .noHost),
        ("http:", .noHost),
        ("https:/", .noHost),
        ("https://", .noHost),
        ("https:///", .noHost),
        ("https://?a", .noHost),
        ("https://#a", .noHost),
        ("http:\\\\?a", .noHost),
    ]
}
