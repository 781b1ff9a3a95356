import Foundation
import TerminalText

struct Report {
    private let heading: String
    /// The cells of the table. The heading of a section is a row with one cell.
    private var rows: [[String]] = []
    /// The real time of each program, by row.
    private var times: [(title: String, cells: [Contender: String])] = []
    private let contenders: [Contender]
    private(set) var problems: [String] = []

    private static let titles = [
        "what", "program", "wall", "to shelf's", "CPU", "to shelf's", "memory", "goals and remarks",
    ]

    init(programs: [Contender: Program], rounds: Int) {
        contenders = Contender.allCases.filter { programs[$0] != nil }
        let versions = contenders.compactMap { contender in
            programs[contender].map { "\(contender) \($0.version)" }
        }
        let runs = rounds == 1 ? "one run each" : "medians of \(rounds) runs"
        let processors = ProcessInfo.processInfo.activeProcessorCount
        heading = "\(versions.joined(separator: ", ")); \(runs), \(processors) processors"
    }

    mutating func add(_ section: Section) {
        rows.append([section.title])
    }

    mutating func add(_ result: RowMeasurement, in section: Section) {
        if let problem = result.shelf?.problem {
            problems.append("\(section.title), \(result.row.title): \(problem)")
        }
        let cells = result.measurements.map {
            ($0.call.contender, $0.problem == nil ? $0.seconds.time : "WRONG")
        }
        times.append(("\(section.title): \(result.row.title)", Dictionary(cells) { $1 }))
        for (index, measurement) in result.measurements.enumerated() {
            let names = [index == 0 ? result.row.title : "", measurement.call.contender.rawValue]
            if let problem = measurement.problem {
                rows.append(names + ["", "", "", "", "", "WRONG: \(problem)"])
            } else {
                let figures = Self.figures(measurement, comparedWith: result.shelf)
                rows.append(names + figures + [result.remark(on: measurement)])
            }
        }
    }

    private static func figures(
        _ measurement: Measurement,
        comparedWith shelf: Measurement?
    ) -> [String] {
        let other = measurement.call.contender == .shelf || shelf?.problem != nil ? nil : shelf
        return [
            measurement.seconds.time,
            other.map { (measurement.seconds / $0.seconds).ratio } ?? "",
            measurement.processorSeconds.time,
            other.map { (measurement.processorSeconds / $0.processorSeconds).ratio } ?? "",
            "\(Int(measurement.megabytes.rounded())) MB",
        ]
    }

    var text: String {
        var table = TextTable(
            Self.titles.enumerated().map { (2...6).contains($0) ? .right($1) : .left($1) }
        )
        for row in rows {
            let cells =
                row.count == 1
                ? row + Self.titles.dropFirst().map { _ in "" } : ["  \(row[0])"] + row.dropFirst()
            table.append(cells.map { TextTable.Cell($0) })
        }
        return "\(heading)\n\n\(table.text(width: nil))"
    }

    /// The real times as a table in Markdown, without goals.
    var markdown: String {
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
        let titles = line([""] + contenders.map(\.rawValue))
        let rule = "|---|" + contenders.map { _ in "--:|" }.joined()
        let lines = times.map { title, cells in line([title] + contenders.map { cells[$0] ?? "" }) }
        return ([heading, "", titles, rule] + lines).joined(separator: "\n")
    }
}

extension Double {
    private func rounded(_ digits: Int) -> String {
        String(format: "%.\(digits)f", self)
    }
    fileprivate var ratio: String { "\(rounded(self < 9.95 ? 1 : 0))×" }
    var percent: String {
        "\((self * 100).rounded(self * 100 == (self * 100).rounded() ? 0 : 1)) %"
    }
    var time: String {
        self < 0.9995 ? "\((self * 1000).rounded(self < 0.0995 ? 1 : 0)) ms" : "\(rounded(2)) s"
    }
}

extension Int {
    var grouped: String { formatted(.number.locale(Locale(identifier: "en"))) }
}
