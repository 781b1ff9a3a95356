/// The page with its gaps, made of the HTML, the style and the script beside this file, which the build puts into the program.
struct PageTemplate {
    /// A part of the template.
    enum Part: Equatable {
        /// What stands on every page.
        case text(String)
        /// What differs from page to page.
        case gap(Gap)
    }

    /// What a page fills in; written `{{name}}` in the HTML.
    enum Gap: String, CaseIterable {
        case nonce, count, moment, date, style, script, shares, verdicts, tags, links
    }

    /// The parts in their order.
    let parts: [Part]

    /// Takes HTML apart; `{{word}}` that names no gap is text like any other.
    init(_ html: String) {
        var parts: [Part] = []
        var text = ""
        for (index, piece) in html.split(separator: "{{", omittingEmptySubsequences: false).enumerated() {
            let halves = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
            guard index > 0, halves.count == 2, let gap = Gap(rawValue: String(halves[0])) else {
                text += (index > 0 ? "{{" : "") + piece
                continue
            }
            parts += [.text(text), .gap(gap)]
            text = String(halves[1])
        }
        self.parts = parts + [.text(text)]
    }

    /// The template of the report.
    static var report: PageTemplate { PageTemplate(text(PackageResources.page_html)) }

    /// How the page looks.
    static var style: String { text(PackageResources.page_css) }

    /// What the page does.
    static var script: String { text(PackageResources.page_js) }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
