import Foundation

extension Report {
    /// The report for people.
    var table: String {
        let header = Self.line("", "ns", "ratio", "allocates", "engine", "goal")
        let sections = Section.all.compactMap { section -> String? in
            let rows = entries.filter { $0.section == section.title }
            guard !rows.isEmpty else { return nil }
            return "\(section.title)\n" + rows.map(Self.line).joined()
        }
        return (notes + [header] + sections).joined(separator: "\n").trimmed
    }

    private var notes: [String] {
        var notes = [
            "medians of \(batches) batches, \(processors) processors; ratios to '\(Row.directInit)', graph to graph"
        ]
        if !isOptimized {
            notes.append("built without optimisation: only 'swift run -c release' gives figures that count")
        }
        if !countsAllocations { notes.append("allocations are counted on glibc alone, without a sanitizer") }
        return notes
    }

    private static func line(_ entry: Entry) -> String {
        line(
            "  \(entry.name)", entry.nanoseconds.grouped, entry.ratio.times, entry.allocations?.count ?? "",
            entry.allocationsOfEngine?.count ?? "", entry.verdict)
    }

    private static func line(
        _ name: String, _ nanoseconds: String, _ ratio: String, _ allocations: String, _ engine: String, _ goal: String
    ) -> String {
        let cells = [
            name.padding(toLength: 26, withPad: " ", startingAt: 0), nanoseconds.leading(12), ratio.leading(10),
            allocations.leading(11), engine.leading(8), "  \(goal)",
        ]
        return cells.joined().trimmed + "\n"
    }
}

extension Double {
    /// As a ratio: `1.25×`.
    var times: String { String(format: "%.2f×", self) }

    /// With one digit after the point where there are few before it, and else in groups of three.
    var grouped: String {
        if self < 1000 { return String(format: "%.1f", self) }
        return formatted(.number.precision(.fractionLength(0)).grouping(.automatic).locale(Locale(identifier: "en")))
    }

    /// As a number of things, which as a mean need not be whole.
    fileprivate var count: String { self == rounded() ? String(Int(self)) : String(format: "%.1f", self) }
}

extension String {
    /// With spaces in front, up to a width.
    fileprivate func leading(_ width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }

    /// Without white space at its end.
    fileprivate var trimmed: String {
        String(self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)])
    }
}
