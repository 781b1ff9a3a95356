import Foundation

/// The measurements of one run, each set beside shelf's and against its goal.
struct Report {
    /// What was measured, where and how.
    let heading: String
    private(set) var table: [Line] = []
    /// What shelf got wrong, a line each.
    private(set) var problems: [String] = []

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

    mutating func add(_ result: RowMeasurement, in section: Section) {
        if let problem = result.shelf?.problem { problems.append("\(section.title), \(result.row.title): \(problem)") }
        for (index, measurement) in result.measurements.enumerated() {
            table.append(
                .cells(
                    what: index == 0 ? result.row.title : "", program: measurement.call.contender.rawValue,
                    figures: measurement.problem == nil ? Self.figures(measurement, beside: result.shelf) : [],
                    remark: measurement.problem.map { "WRONG: \($0)" } ?? result.remark(on: measurement)))
        }
    }

    private static func figures(_ measurement: Measurement, beside shelf: Measurement?) -> [String] {
        let other = measurement.call.contender == .shelf || shelf?.problem != nil ? nil : shelf
        return [
            measurement.seconds.time, other.map { (measurement.seconds / $0.seconds).times } ?? "",
            measurement.processorSeconds.time,
            other.map { (measurement.processorSeconds / $0.processorSeconds).times } ?? "",
            "\(Int(measurement.megabytes.rounded())) MB",
        ]
    }
}
