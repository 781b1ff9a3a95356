import Foundation

/// The measurements of one run, each set beside shelf's and against its goal.
struct Report {
    /// What was measured, where and how.
    let heading: String
    private(set) var table: [Line] = []
    /// What shelf got wrong, a line each.
    private(set) var problems: [String] = []
    private var start = 0.0

    enum Line {
        case title(String)
        case cells(what: String, program: String, figures: [String], remark: String)
    }

    init(programs: [Contender: Program], rounds: Int) {
        let versions = Contender.allCases.compactMap { contender in
            programs[contender].map { "\(contender) \($0.version)" }
        }
        let runs = rounds == 1 ? "one run each" : "medians of \(rounds) runs"
        let processors = ProcessInfo.processInfo.activeProcessorCount
        heading = "\(versions.joined(separator: ", ")); \(runs), \(processors) processors"
    }

    mutating func add(_ section: Section) { table.append(.title(section.title)) }

    mutating func add(_ measurements: [Measurement], of row: Row) {
        let shelf = measurements.first { $0.call.contender == .shelf }
        if case .start = row.goal { start = shelf?.seconds ?? 0 }
        if let problem = shelf?.problem { problems.append("\(row.title): \(problem)") }
        for (index, measurement) in measurements.enumerated() {
            let ratio = measurement.call.contender == .shelf ? nil : shelf.map { measurement.seconds / $0.seconds }
            table.append(
                .cells(
                    what: index == 0 ? row.title : "", program: measurement.call.contender.rawValue,
                    figures: measurement.problem == nil ? Self.figures(measurement, ratio: ratio) : [],
                    remark: measurement.problem.map { "WRONG: \($0)" } ?? remark(measurement, row, measurements)))
        }
    }

    private static func figures(_ measurement: Measurement, ratio: Double?) -> [String] {
        [
            measurement.seconds.time, measurement.processorSeconds.time, measurement.megabytes.rounded(1) + " MB",
            ratio.map { $0.rounded($0 < 10 ? 2 : 0) + "×" } ?? "",
        ]
    }

    private func remark(_ measurement: Measurement, _ row: Row, _ others: [Measurement]) -> String {
        let rate = row.visit.map { "\(Int(Double($0.pages) / measurement.seconds).grouped)/s" }
        let isShelf = measurement.call.contender == .shelf
        return [
            rate, share(measurement, row), isShelf ? verdict(measurement, row.goal, others) : nil,
            measurement.isSlow ? "one run" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }

    private func share(_ measurement: Measurement, _ row: Row) -> String? {
        guard case .share(_, let ideal) = row.goal else { return nil }
        return "\((100 * ideal / measurement.seconds).rounded(1)) % of the best"
    }

    private func verdict(_ measurement: Measurement, _ goal: Goal?, _ others: [Measurement]) -> String? {
        let seconds = measurement.seconds
        switch goal {
        case nil: return nil
        case .atMost(let limit), .start(let limit): return Self.verdict("≤ \(limit.time)", seconds <= limit)
        case .beyondStart(let limit):
            return Self.verdict("start + \((seconds - start).time) ≤ \(limit.time)", seconds - start <= limit)
        case .share(let share, let ideal):
            return Self.verdict("≥ \((100 * share).rounded(0)) %", ideal / seconds >= share)
        case .ahead(let contender):
            guard let other = others.first(where: { $0.call.contender == contender }), other.problem == nil else {
                return "ahead of \(contender): not measured"
            }
            return Self.verdict("ahead of \(contender)", seconds < other.seconds)
        }
    }

    private static func verdict(_ goal: String, _ isReached: Bool) -> String {
        "\(goal) \(isReached ? "✓ met" : "✗ missed")"
    }
}
