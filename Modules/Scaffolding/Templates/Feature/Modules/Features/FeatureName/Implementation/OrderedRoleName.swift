package import FeatureNameInterface
import Foundation

/// Keeps entries in memory; whoever adds at the same time waits for the other.
package actor OrderedRoleName: RoleName {
    private var kept: [FeatureNameEntry] = []

    /// Makes one without entries.
    package init() {}

    package func add(_ text: String) throws(FeatureNameError) -> FeatureNameEntry {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw .noText }
        let entry = FeatureNameEntry(number: kept.count + 1, text: text)
        kept.append(entry)
        return entry
    }

    package func entries() -> [FeatureNameEntry] { kept }
}
