import Foundation

extension Report {
    private static let head = [
        "what", "program", "wall", "to shelf's", "CPU", "to shelf's", "memory", "goals and remarks",
    ]
    private static let widths = [27, 12, 10, 11, 10, 11, 9, 0]

    /// The table for people.
    var text: String {
        ([heading, "", Self.padded(Self.head)]
            + table.map { line in
                switch line {
                case .title(let title): "\n\(title)"
                case .cells: Self.padded(Self.cells(line))
                }
            }).joined(separator: "\n")
    }

    /// The table for a page in Markdown.
    var markdown: String {
        ([heading, "", "| \(Self.head.joined(separator: " | ")) |", "|---|---|--:|--:|--:|--:|--:|---|"]
            + table.map { line in
                switch line {
                case .title(let title): "| **\(title)** | | | | | | | |"
                case .cells: "| \(Self.cells(line).joined(separator: " | ")) |"
                }
            }).joined(separator: "\n")
    }

    private static func cells(_ line: Line) -> [String] {
        guard case .cells(let what, let program, let figures, let remark) = line else { return [] }
        return [what, program] + (figures.isEmpty ? ["", "", "", "", ""] : figures) + [remark]
    }

    /// Words to the left, figures to the right.
    private static func padded(_ cells: [String]) -> String {
        let columns = zip(cells, widths).enumerated().map { index, column in
            let spaces = String(repeating: " ", count: max(0, column.1 - column.0.count))
            return (2...6).contains(index) ? spaces + column.0 : index == 7 ? "  " + column.0 : column.0 + spaces
        }
        let line = "  " + columns.joined()
        return String(line.prefix(upTo: line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex))
    }
}

extension Double {
    /// With so many digits after the point.
    func rounded(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }

    /// As a ratio.
    var times: String { "\(rounded(self < 9.95 ? 1 : 0))×" }

    /// As a part of a hundred.
    var percent: String { "\((self * 100).rounded(self * 100 == (self * 100).rounded() ? 0 : 1)) %" }

    /// As a time in milliseconds or seconds.
    var time: String { self < 0.9995 ? "\((self * 1000).rounded(self < 0.0995 ? 1 : 0)) ms" : "\(rounded(2)) s" }
}

extension Int {
    /// In groups of three digits.
    var grouped: String {
        let digits = Array(String(self))
        return digits.indices.map { index in
            (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digits[index])
        }.joined()
    }
}
