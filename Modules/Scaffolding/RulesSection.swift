import BoundaryRules
import Foundation

/// The part of a page that states the rules of `boundaries.json`. The rest of the page belongs to
/// its owner.
struct RulesSection {
    static let page = "AGENTS.md"

    /// The rules with the marks around them.
    let text: String

    private static let start =
        "<!-- Generated from boundaries.json; 'bulkhead upgrade' replaces the text up to the next mark. -->\n"
    private static let end = "<!-- The end of the generated text. -->\n"

    /// Finds the section of a page, or returns `nil` if the page has none.
    init?(in page: String) {
        guard let start = page.firstRange(of: Self.start),
            let end = page[start.upperBound...].firstRange(of: Self.end)
        else { return nil }
        text = String(page[start.lowerBound..<end.upperBound])
    }

    /// Creates the section for the text of `boundaries.json`.
    init(of rules: String) throws(ScaffoldingError) {
        do {
            text = Self.start + "\n\(try LayerRules(json: Data(rules.utf8)).guide)\n" + Self.end
        } catch {
            throw .unsupportedSource(
                path: Workspace.rules,
                reason: "\(error)",
                remedy: "correct it"
            )
        }
    }

    /// Returns a page with this section in place of its own, or at the end if it has none.
    func replacing(in page: String) -> String {
        guard let old = RulesSection(in: page) else {
            return page.isEmpty ? text : "\(page)\n\(text)"
        }
        return page.replacing(old.text, with: text)
    }
}
