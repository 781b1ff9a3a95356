import BoundaryRules
import Foundation

/// The generated section of a page. It lists the rules in `boundaries.json`. The rest of the page
/// belongs to the owner of the workspace.
struct RulesSection {
    static let page = "AGENTS.md"

    /// The rules and the markers around them.
    let text: String

    private static let start =
        "<!-- Generated from boundaries.json; 'bulkhead upgrade' replaces the text up to the next mark. -->\n"
    private static let end = "<!-- The end of the generated text. -->\n"

    /// Creates the section from a page. Returns `nil` if the page contains no section.
    init?(in page: String) {
        guard let start = page.firstRange(of: Self.start),
            let end = page[start.upperBound...].firstRange(of: Self.end)
        else { return nil }
        text = String(page[start.lowerBound..<end.upperBound])
    }

    /// Creates the section from the contents of `boundaries.json`.
    init(of rules: String) throws(ScaffoldingError) {
        do {
            text = Self.start + "\n\(try LayerRules(json: Data(rules.utf8)).guide)\n" + Self.end
        } catch {
            throw .unsupportedSource(
                path: Workspace.rules,
                reason: "\(error)",
                remedy: "correct the file"
            )
        }
    }

    /// Returns a copy of a page in which this section replaces the existing section, or is appended
    /// if the page has none.
    func replacing(in page: String) -> String {
        guard let old = RulesSection(in: page) else {
            return page.isEmpty ? text : "\(page)\n\(text)"
        }
        return page.replacing(old.text, with: text)
    }
}
