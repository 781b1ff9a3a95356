import Core
import Foundation
package import SampleInterface

package struct SampleRules: Sendable {
    package init() {}

    package func problems(of draft: SampleDraft) -> [SampleProblem] {
        let limit = 100
        var problems: [SampleProblem] = []
        let title = draft.title.trimmingCharacters(in: .whitespaces)
        if title.isEmpty { problems.append(.untitled) }
        if title.count > limit { problems.append(.titleTooLong(limit: limit)) }
        if draft.amount < .zero { problems.append(.negativeAmount) }
        var seen: Set<String> = []
        for label in draft.labels where !seen.insert(label.lowercased()).inserted {
            problems.append(.repeatedLabel(label))
        }
        return problems
    }

    package func tidied(_ draft: SampleDraft) -> SampleDraft {
        var tidy = draft
        tidy.title = draft.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        tidy.labels = draft.labels.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.sorted()
        return tidy
    }

    package func state(after state: SampleState) -> SampleState? {
        guard let place = SampleState.allCases.firstIndex(of: state) else { return nil }
        return SampleState.allCases.dropFirst(place + 1).first
    }
}
