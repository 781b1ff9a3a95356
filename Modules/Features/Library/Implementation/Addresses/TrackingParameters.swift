/// The parameters of queries that tell a site where its readers come from, and nothing about the page.
enum TrackingParameters {
    /// Whether a parameter, with its value, is one; the case of its name does not count.
    static func contain(_ parameter: ArraySlice<UInt8>) -> Bool {
        let name = String(
            decoding: parameter.prefix { $0 != UInt8(ascii: "=") }.map(\.lowercased), as: UTF8.self)
        return names.contains(name) || prefixes.contains(where: name.hasPrefix)
    }

    /// Campaigns of Google Analytics, HubSpot and Matomo.
    private static let prefixes = ["utm_", "hsa_", "mtm_", "pk_"]

    private static let names: Set<String> = [
        // Clicks on advertisements: Google, Meta, Microsoft, Yandex, X, TikTok, LinkedIn, Pinterest, Snapchat
        "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "srsltid", "fbclid", "igsh", "igshid", "msclkid", "yclid",
        "ysclid", "twclid", "ttclid", "li_fat_id", "epik", "sccid",
        // Visitors across sites: Google Analytics, Openstat
        "_ga", "_gl", "_openstat",
        // Readers of letters: Mailchimp, HubSpot, Marketo, Omeda, Vero, Klaviyo
        "mc_cid", "mc_eid", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "mkt_tok", "oly_anon_id",
        "oly_enc_id", "vero_conv", "vero_id", "_kx",
    ]
}
