import CAllocationCounter
import Foundation

struct Report {
    fileprivate struct Entry {
        let section: String
        let name: String
        let nanoseconds: Double
        /// The time relative to the reference, or with several threads, the throughput relative to
        /// one thread.
        let ratio: Double
        let allocations: Double?
        let allocationsOfEngine: Double?
        /// The number of allocations by the engine that the row states in Rows.swift.
        let statedAllocations: Int?
        /// The goal, and whether the row reaches it.
        let verdict: String
    }

    private let isOptimized: Bool
    private let batches: Int
    private let entries: [Entry]

    init(_ measurements: [Measurement], plan: SamplingPlan) {
        #if DEBUG
            isOptimized = false
        #else
            isOptimized = true
        #endif
        batches = plan.batches
        let byName = Dictionary(
            measurements.map { ($0.row.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        entries = Section.all.flatMap { section in
            section.rows.compactMap { row in
                byName[row.name].map { Entry($0, section: section.title, others: byName) }
            }
        }
    }
}

extension Report {
    /// Messages about rows whose allocations differ from Rows.swift, with the remedy. An
    /// unoptimized build allocates more, so its rows are not compared.
    var changedAllocations: [String] {
        guard isOptimized else {
            return []
        }
        return entries.compactMap { entry in
            guard let stated = entry.statedAllocations, let counted = entry.allocationsOfEngine,
                counted != Double(stated)
            else {
                return nil
            }
            let remedy =
                counted < Double(stated)
                ? "update the number in Rows.swift" : "find and remove the additional allocation"
            return "row '\(entry.name)': allocations by the engine: \(counted.count) "
                + "instead of \(stated); \(remedy)"
        }
    }
}

extension Report.Entry {
    fileprivate init(_ measurement: Measurement, section: String, others: [String: Measurement]) {
        let row = measurement.row
        self.section = section
        name = row.name
        nanoseconds = measurement.nanoseconds
        ratio = measurement.ratio(in: others)
        allocations = measurement.allocations
        allocationsOfEngine = measurement.allocations.map { $0 - Double(row.objects) }
        statedAllocations = row.engineAllocations
        switch row.goal {
        case nil:
            verdict = ""
        case .ratio(let limit):
            verdict = Self.verdict(ratio, atMost: limit, "\(limit.times)")
        case .nanoseconds(let limit):
            verdict = Self.verdict(nanoseconds, atMost: limit, "\(limit.grouped) ns")
        case .throughput(let floor):
            let least = others[floor]?.ratio(in: others) ?? 0
            let outcome = ratio >= least ? "✓" : "\((ratio / least).times) the goal"
            verdict = "≥ \(least.times)  \(outcome)"
        }
    }

    private static func verdict(_ value: Double, atMost limit: Double, _ text: String) -> String {
        let outcome = value <= limit ? "✓" : "\((value / limit).times) the limit"
        return "≤ \(text)  \(outcome)"
    }
}

extension Measurement {
    /// Returns the ratio to the reference: a ratio of throughputs for a row with several threads,
    /// otherwise a ratio of times.
    fileprivate func ratio(in others: [String: Measurement]) -> Double {
        guard let reference = others[row.reference]?.nanoseconds else {
            return 1
        }
        return row.threads > 1 ? reference / nanoseconds : nanoseconds / reference
    }
}

extension Report {
    var table: String {
        let header = Self.line("", goal: "goal", "ns", "ratio", "allocates", "engine")
        let sections = Section.all.compactMap { section -> String? in
            let rows = entries.filter { $0.section == section.title }
            guard !rows.isEmpty else { return nil }
            return "\(section.title)\n" + rows.map(Self.line).joined()
        }
        return (notes + [header] + sections).joined(separator: "\n").trimmed
    }

    private var notes: [String] {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        var notes = [
            "medians of \(batches) batches, \(processors) processors; ratios to '\(Row.directInit)' or the direct graph"
        ]
        if !isOptimized {
            notes.append(
                "built without optimization; for meaningful figures, use 'swift run -c release'"
            )
        }
        if !allocation_counter_is_available() {
            notes.append("allocations are counted only on glibc and without a sanitizer")
        }
        return notes
    }

    private static func line(_ entry: Entry) -> String {
        line(
            "  \(entry.name)",
            goal: entry.verdict,
            entry.nanoseconds.grouped,
            entry.ratio.times,
            entry.allocations?.count ?? "",
            entry.allocationsOfEngine?.count ?? ""
        )
    }

    private static func line(_ name: String, goal: String, _ figures: String...) -> String {
        let title = name.padding(toLength: 26, withPad: " ", startingAt: 0)
        let columns = zip(figures, [12, 10, 11, 8]).map { $0.leading($1) }
        return "\(title)\(columns.joined())  \(goal)".trimmed + "\n"
    }
}

extension Double {
    var times: String { String(format: "%.2f×", self) }

    /// The number as text. A number less than 1,000 has one decimal place. The digits of any other
    /// number are in groups of three.
    var grouped: String {
        if self < 1000 {
            return String(format: "%.1f", self)
        }
        return formatted(
            .number.precision(.fractionLength(0)).grouping(.automatic).locale(
                Locale(identifier: "en")
            )
        )
    }

    var count: String {
        self == rounded() ? String(Int(self)) : String(format: "%.1f", self)
    }
}

extension String {
    fileprivate func leading(_ width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }

    fileprivate var trimmed: String {
        String(self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)])
    }
}
