/// The measurements of a row.
struct RowMeasurement {
    let row: Row
    /// In the order of the row's calls, of those who are installed.
    private(set) var measurements: [Measurement]
    /// What it takes shelf to start, where that is left out of the figure.
    private var start: Measurement?

    /// Measures a row. All take turns, so that what disturbs the machine disturbs them all.
    init(_ row: Row, in section: Section, programs: [Contender: Program], rounds: Int) {
        func measurement(_ call: Call) -> Measurement? {
            programs[call.contender].map { Measurement(call, program: $0, folder: section.folder, visit: row.visit) }
        }
        self.row = row
        measurements = row.calls.compactMap(measurement)
        if case .beyondStart = row.goal { start = measurement(.start(.shelf)) }
        for _ in 0..<rounds {
            start?.run()
            for index in measurements.indices { measurements[index].run() }
        }
    }

    var shelf: Measurement? { measurements.first { $0.call.contender == .shelf } }

    /// How a program's rate is, and how shelf stands to its goal.
    func remark(on measurement: Measurement) -> String {
        let seconds = measurement.seconds
        var remarks: [String] = []
        if let visit = row.visit { remarks.append("\(Int(Double(visit.pages) / seconds).grouped)/s") }
        if case .share(_, let ideal) = row.goal { remarks.append("\((ideal / seconds).percent) of the best") }
        if measurement.call.contender == .shelf, let goal = row.goal { remarks.append(verdict(seconds, goal)) }
        if measurement.isSlow { remarks.append("one run") }
        return remarks.joined(separator: ", ")
    }

    private func verdict(_ seconds: Double, _ goal: Goal) -> String {
        switch goal {
        case .atMost(let limit): return "≤ \(limit.time)".judged(seconds <= limit)
        case .beyondStart(let limit):
            guard let start, start.problem == nil else { return "start: not measured" }
            let rest = seconds - start.seconds
            return "start and \(rest.time), ≤ \(limit.time)".judged(rest <= limit)
        case .share(let share, let ideal): return "≥ \(share.percent)".judged(ideal / seconds >= share)
        case .ahead(let contender):
            guard let other = measurements.first(where: { $0.call.contender == contender }), other.problem == nil else {
                return "\(contender): not measured"
            }
            return "ahead of \(contender)".judged(seconds < other.seconds)
        }
    }
}

extension String {
    fileprivate func judged(_ isReached: Bool) -> String { "\(self) \(isReached ? "✓ met" : "✗ missed")" }
}
