package import Core
package import Foundation
package import SampleInterface

package struct SampleArchive: Sendable, Codable, Hashable {
    package struct Section: Sendable, Codable, Hashable {
        package var state: SampleState
        package var entries: [SampleEntry]
        package var total: Amount
    }

    package private(set) var version = 2
    package private(set) var sections: [Section] = []

    package init(_ entries: [SampleEntry]) {
        for state in SampleState.allCases {
            let entries = entries.filter { $0.state == state }
            if entries.isEmpty { continue }
            let total = entries.map(\.amount).reduce(.zero, +)
            sections.append(Section(state: state, entries: entries, total: total))
        }
    }

    package func data() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return try encoder.encode(self)
    }

    package func entries(containing word: String) -> [SampleEntry] {
        sections.flatMap(\.entries).filter { entry in
            ([entry.title] + entry.labels).contains { $0.localizedCaseInsensitiveContains(word) }
        }
    }
}
