import Core
package import LibraryInterface
import SearchText
package import WebURLs

extension URLPolicy {
    /// Returns the form in which the library saves and compares a URL.
    ///
    /// This is the normal form, without tracking parameters if the policy removes them. Only `http`
    /// and `https` URLs are ever requested, so the policy must explicitly allow other schemes.
    package func normalize(_ text: some StringProtocol) throws(WebURLError) -> String {
        var url = try WebURL(normalizing: text, schemes: allowsAnyScheme ? nil : Self.webSchemes)
        if removesTracking, Self.webSchemes.contains(url.scheme) {
            url = url.removingQueryParameters(where: Self.isTracking)
        }
        guard url.text.utf8.count <= Self.lengthLimit else {
            throw .tooLong(limit: Self.lengthLimit)
        }
        return url.text
    }

    private static let webSchemes: Set = ["http", "https"]
    /// The maximum length of a URL, in bytes. Every file format supports URLs up to this length.
    private static let lengthLimit = 1 << 19

    /// Returns whether a query parameter only identifies the origin of a visit. The case of the
    /// parameter's name is ignored.
    private static func isTracking(_ parameter: Substring) -> Bool {
        let name = parameter.lowercased()
        return trackingParameters.contains(name) || trackingPrefixes.contains(where: name.hasPrefix)
    }

    /// The prefixes of the campaign parameters that Google Analytics, HubSpot and Matomo use.
    private static let trackingPrefixes = ["utm_", "hsa_", "mtm_", "pk_"]

    private static let trackingParameters: Set = [
        // These parameters identify clicks on advertisements: Google, Meta, Microsoft, Yandex, X,
        // TikTok, LinkedIn, Pinterest, Snapchat.
        "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "srsltid", "fbclid", "igsh", "igshid",
        "msclkid", "yclid",
        "ysclid", "twclid", "ttclid", "li_fat_id", "epik", "sccid",
        // These parameters identify visitors across sites: Google Analytics, Openstat.
        "_ga", "_gl", "_openstat",
        // These parameters identify readers of newsletters: Mailchimp, HubSpot, Marketo, Omeda,
        // Vero, Klaviyo.
        "mc_cid", "mc_eid", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking",
        "mkt_tok", "oly_anon_id",
        "oly_enc_id", "vero_conv", "vero_id", "_kx",
    ]

    /// Returns the query in the form that stores expect.
    ///
    /// URLs among the words of the query are in normal form, so that a search finds a link by any
    /// spelling of its URL.
    func normalize(_ query: LinkQuery) -> LinkQuery {
        var query = query
        query.terms.required = query.terms.required.map { $0.map(normalize) }
        query.terms.excluded = query.terms.excluded.map(normalize)
        return query
    }

    private func normalize(_ term: SearchTerm) -> SearchTerm {
        guard case .word(let text) = term, text.contains("://"), let url = try? normalize(text)
        else {
            return term
        }
        return .word(url)
    }

    /// Returns the draft with its URL in normal form, and without an empty title or note.
    ///
    /// A title that repeats the URL is removed, because some programs export such titles for pages
    /// without a title.
    func normalize(_ draft: LinkDraft) throws(WebURLError) -> LinkDraft {
        let url = try normalize(draft.url)
        let title = draft.title?.trimmedOrNil.flatMap { $0 == draft.url || $0 == url ? nil : $0 }
        var normalized = draft
        normalized.url = url
        normalized.title = title
        normalized.note = draft.note?.trimmedOrNil
        return normalized
    }
}
