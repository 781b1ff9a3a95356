import CheckingInterface
import CommandLineArguments
import Core
import JSONText
import TerminalText

extension Console {
    /// Prints an outcome as a line that fits the terminal, or with `--json` as an object.
    ///
    /// - Parameters:
    ///   - archivedCopy: The URL of the archived copy to show, if any.
    ///   - showsPrevious: Whether the line contains the previous verdict.
    func print(
        _ outcome: CheckOutcome,
        archivedCopy: String?,
        showsPrevious: Bool
    ) throws(OutputError) {
        if isJSON {
            return try print(json: .check(outcome, archivedCopy))
        }
        let details = outcome.details(showsPrevious: showsPrevious).joined(separator: ", ")
        let suffix = details.isEmpty ? "" : "  (\(details.safeForTerminal))"
        let line = "\(outcome.link.id)  \(outcome.link.url.safeForTerminal)\(suffix)"
        let verdict = outcome.record?.verdict
        let label = verdict.map { self.label(of: $0) } ?? "-"
        let column = Verdict.columns + 2
        let padding = (verdict?.rawValue ?? "-").padding(to: column)
        try print(label + padding + (width.map { line.fitted(to: $0 - column) } ?? line))
        if let archivedCopy {
            try print("".padding(to: column) + "archived at \(archivedCopy.safeForTerminal)")
        }
    }
}

extension Verdict {
    /// The number of terminal columns that the longest verdict occupies.
    static let columns = allCases.map(\.rawValue.columns).max() ?? 0
}

extension CheckOutcome {
    /// The reasons for the verdict, and the new URL.
    fileprivate func details(showsPrevious: Bool) -> [String] {
        switch self {
        case .checked(_, let record, let previous):
            [
                showsPrevious ? previous.map { "was \($0.rawValue)" } : nil,
                record.reason,
                record.location.map { "now at \($0)" },
            ].compactMap(\.self)
        case .notRequested(_, let reason): ["not requested", reason]
        }
    }
}

extension JSONValue {
    fileprivate static func check(_ outcome: CheckOutcome, _ archivedCopy: String?) -> JSONValue {
        let link = outcome.link
        let record = outcome.record
        var reason = record?.reason
        if case .notRequested(_, let why) = outcome {
            reason = why
        }
        return [
            "id": .integer(link.id),
            "url": .string(link.url),
            "verdict": .optional(record?.verdict.rawValue),
            "status": .optional(record?.status),
            "location": .optional(record?.location),
            "attempts": .integer(record?.attempts ?? 0),
            "milliseconds": .integer(record?.milliseconds ?? 0),
            "reason": .optional(reason),
            "archived": .optional(archivedCopy),
        ]
    }
}

extension CheckDelays {
    /// The note of the progress line about hosts that delay the check, or `nil` if there are none.
    var progressNote: String? {
        Self.note(slowHosts, one: "limits requests", several: "limit requests")
            ?? Self.note(
                awaitedHosts,
                one: "is checked by another program",
                several: "are checked by other programs"
            )
    }

    private static func note(_ hosts: Set<String>, one: String, several: String) -> String? {
        switch hosts.count {
        case 0: nil
        case 1: hosts.first.map { "\($0.safeForTerminal) \(one)" }
        default: "\(hosts.count) hosts \(several)"
        }
    }
}
