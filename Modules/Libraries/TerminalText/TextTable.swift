/// Rows of text in columns that stand below each other, as wide as their widest cell.
public struct TextTable: Sendable {
    /// A column.
    public struct Column: Sendable {
        fileprivate let title: String
        fileprivate let isRight: Bool
        fileprivate let isCut: Bool

        /// A column whose cells begin below each other.
        public static func left(_ title: String = "") -> Column { Column(title: title, isRight: false, isCut: false) }

        /// A column whose cells end below each other, as numbers do.
        public static func right(_ title: String = "") -> Column { Column(title: title, isRight: true, isCut: false) }

        /// A column that is cut where the table would be wider than its space; a table has one at most.
        public static func cut(_ title: String = "") -> Column { Column(title: title, isRight: false, isCut: true) }
    }

    /// What stands in a cell, and how it looks; a style adds nothing that takes a column.
    public struct Cell: Sendable, ExpressibleByStringInterpolation {
        fileprivate let text: String
        fileprivate let style: @Sendable (String) -> String

        /// A cell with a look.
        public init(_ text: String, style: @escaping @Sendable (String) -> String = { $0 }) {
            self.text = text
            self.style = style
        }

        /// A cell without one.
        public init(stringLiteral text: String) { self.init(text) }
    }

    private let columns: [Column]
    private var rows: [[Cell]] = []

    /// An empty table.
    public init(_ columns: [Column]) {
        self.columns = columns
        if columns.contains(where: { !$0.title.isEmpty }) { rows.append(columns.map { Cell($0.title) }) }
    }

    /// Adds a row; it has a cell for each column.
    public mutating func append(_ row: [Cell]) { rows.append(row) }

    /// The rows as text.
    /// - Parameter width: The columns of the terminal; nil where nothing is to be cut.
    public func text(width: Int?) -> String {
        let widths = widths(in: width)
        return rows.map { row in
            var line = ""
            for (index, (column, cell)) in zip(columns, row).enumerated() {
                let text = column.isCut ? cell.text.fitted(to: widths[index]) : cell.text
                let space = String(repeating: " ", count: max(0, widths[index] - text.columns))
                if index > 0 { line += "  " }
                line += column.isRight ? space + cell.style(text) : cell.style(text) + space
            }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    private func widths(in width: Int?) -> [Int] {
        var widths = columns.indices.map { index in rows.map { $0[index].text.columns }.max() ?? 0 }
        if let width, let cut = columns.firstIndex(where: \.isCut) {
            let others = widths.reduce(0, +) - widths[cut] + 2 * (columns.count - 1)
            widths[cut] = min(widths[cut], max(8, width - others))
        }
        return widths
    }
}
