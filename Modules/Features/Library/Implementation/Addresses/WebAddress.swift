package import LibraryInterface

/// An address in the normal form by which the library tells duplicates: one form for one resource.
///
/// The form is that of the URL Standard (https://url.spec.whatwg.org), which browsers write too, and beyond it:
/// - Percent-encoded bytes have one form (RFC 3986, section 6.2.2): upper-case digits, and none for letters, digits,
///   `-`, `.`, `_` and `~`.
/// - A fragment stays, since it may be another page, unless it is empty. What it says about text to highlight (from
///   `:~:` on) goes.
/// - An empty query stays: a server may tell `/?` from `/`, and to keep two links of one page loses less than one of two.
/// - Parameters that track readers go if the rules say so, and with the last of them the `?`.
package struct WebAddress: Sendable, Hashable {
    /// The normal form, in ASCII.
    package let text: String

    /// The longest address; bytes.
    private static let limit = 1 << 19

    /// Reads an address as people and files write it; spaces around it and line breaks in it do not count.
    ///
    /// Linear in the length of the text.
    package init(
        _ text: some StringProtocol, rules: AddressRules = AddressRules()
    ) throws(AddressProblem) {
        let input = AddressInput(text)
        guard !input.bytes.isEmpty else { throw .empty }
        guard let scheme = AddressScheme(of: input) else { throw .noScheme }
        guard scheme.isFetched || rules.keepsAnyScheme else { throw .unsupportedScheme(scheme.name) }
        var writer = AddressWriter(input, scheme: scheme, removesTracking: rules.removesTracking)
        try writer.write()
        guard writer.output.count <= Self.limit else { throw .tooLong }
        self.text = String(decoding: writer.output, as: UTF8.self)
    }
}
