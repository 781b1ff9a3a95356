import Foundation

/// The measurements of a benchmark, compared with shelf's measurements and goals.
struct Report {
    /// The programs, and how they were measured.
    private let heading: String
    private var lines: [Line] = []
    /// The wrong results of shelf, one per line.
    private(set) var problems: [String] = []

    private enum Line {
        case title(String)
        case cells([String])
    }

    private static let columns: [(title: String, width: Int)] = [
        ("what", 27), ("program", 12), ("wall", 10), ("to shelf's", 11), ("CPU", 10), ("to shelf's", 11),
        ("memory", 9), ("goals and remarks", 0),
    ]

    init(programs: [Contender: Program], rounds: Int) {
        let versions = Contender.allCases.compactMap { contender in
            programs[contender].map { "\(contender) \($0.version)" }
        }
        let runs = rounds == 1 ? "one run each" : "medians of \(rounds) runs"
        let processors = ProcessInfo.processInfo.activeProcessorCount
        heading = "\(versions.joined(separator: ", ")); \(runs), \(processors) processors"
    }

    mutating func add(_ section: Section) { lines.append(.title(section.title)) }

    mutating func add(_ result: RowMeasurement, in section: Section) {
        if let problem = result.shelf?.problem { problems.append("\(section.title), \(result.row.title): \(problem)") }
        for (index, measurement) in result.measurements.enumerated() {
            let names = [index == 0 ? result.row.title : "", measurement.call.contender.rawValue]
            if let problem = measurement.problem {
                lines.append(.cells(names + ["", "", "", "", "", "WRONG: \(problem)"]))
            } else {
                let figures = Self.figures(measurement, comparedWith: result.shelf)
                lines.append(.cells(names + figures + [result.remark(on: measurement)]))
            }
        }
    }

    private static func figures(_ measurement: Measurement, comparedWith shelf: Measurement?) -> [String] {
        let other = measurement.call.contender == .shelf || shelf?.problem != nil ? nil : shelf
        return [
            measurement.seconds.time, other.map { (measurement.seconds / $0.seconds).ratio } ?? "",
            measurement.processorSeconds.time,
            other.map { (measurement.processorSeconds / $0.processorSeconds).ratio } ?? "",
            "\(Int(measurement.megabytes.rounded())) MB",
        ]
    }

    /// The table as text.
    var text: String {
        let rows = lines.map { line in
            switch line {
            case .title(let title): "\n\(title)"
            case .cells(let cells): Self.padded(cells)
            }
        }
        return ([heading, "", Self.padded(Self.columns.map(\.title))] + rows).joined(separator: "\n")
    }

    /// The table in Markdown.
    var markdown: String {
        let rows = lines.map { line in
            switch line {
            case .title(let title): "| **\(title)** | | | | | | | |"
            case .cells(let cells): "| \(cells.joined(separator: " | ")) |"
            }
        }
        let titles = Self.columns.map(\.title).joined(separator: " | ")
        return ([heading, "", "| \(titles) |", "|---|---|--:|--:|--:|--:|--:|---|"] + rows).joined(separator: "\n")
    }

    /// Aligns words left and figures right.
    private static func padded(_ cells: [String]) -> String {
        let padded = zip(cells, columns).enumerated().map { index, cell in
            let spaces = String(repeating: " ", count: max(0, cell.1.width - cell.0.count))
            return (2...6).contains(index) ? spaces + cell.0 : index == 7 ? "  " + cell.0 : cell.0 + spaces
        }
        return "  " + padded.joined().replacing(/\s+$/, with: "")
    }
}

extension Double {
    private func rounded(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }

    fileprivate var ratio: String { "\(rounded(self < 9.95 ? 1 : 0))×" }

    var percent: String { "\((self * 100).rounded(self * 100 == (self * 100).rounded() ? 0 : 1)) %" }

    /// The text of a number of seconds.
    var time: String { self < 0.9995 ? "\((self * 1000).rounded(self < 0.0995 ? 1 : 0)) ms" : "\(rounded(2)) s" }
}

extension Int {
    /// The number in groups of three digits.
    var grouped: String {
        let digits = Array(String(self))
        return digits.indices.map { index in
            (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digits[index])
        }.joined()
    }
}
