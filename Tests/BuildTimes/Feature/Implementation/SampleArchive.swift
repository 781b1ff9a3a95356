package import Core
package import Foundation
package import SampleInterface

/// Entries as they are written down.
package struct SampleArchive: Sendable, Codable, Hashable {
    /// Entries of one state, and what they come to.
    package struct Section: Sendable, Codable, Hashable {
        /// The state that they share.
        package var state: SampleState
        /// The entries.
        package var entries: [SampleEntry]
        /// What they come to.
        package var total: Amount
    }

    /// How the archive is laid out.
    package private(set) var version = 2
    /// One section for each state that occurs.
    package private(set) var sections: [Section] = []

    package init(_ entries: [SampleEntry]) {
        for state in SampleState.allCases {
            let entries = entries.filter { $0.state == state }
            if entries.isEmpty { continue }
            let total = entries.map(\.amount).reduce(.zero, +)
            sections.append(Section(state: state, entries: entries, total: total))
        }
    }

    /// The archive as JSON, always in the same order.
    package func data() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return try encoder.encode(self)
    }

    /// Entries whose title or labels contain the word, whatever its case.
    package func entries(containing word: String) -> [SampleEntry] {
        sections.flatMap(\.entries).filter { entry in
            ([entry.title] + entry.labels).contains { $0.localizedCaseInsensitiveContains(word) }
        }
    }
}
