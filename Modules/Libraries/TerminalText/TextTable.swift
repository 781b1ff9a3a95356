/// A table of text whose columns are as wide as their widest cell.
public struct TextTable: Sendable {
    /// A column with a title.
    public enum Column: Sendable {
        case left(String)
        case right(String)
        /// A column that is shortened if the table is too wide. A table has at most one such
        /// column.
        case cut(String)

        fileprivate var title: String {
            switch self {
            case .left(let title), .right(let title), .cut(let title):
                title
            }
        }

        fileprivate var canBeCut: Bool {
            if case .cut = self {
                true
            } else {
                false
            }
        }
    }

    /// A cell with text and a style. The style does not affect the width of the column.
    public struct Cell: Sendable, ExpressibleByStringInterpolation {
        fileprivate let text: String
        fileprivate let style: @Sendable (String) -> String

        public init(_ text: String, style: @escaping @Sendable (String) -> String = { $0 }) {
            self.text = text
            self.style = style
        }

        public init(stringLiteral text: String) {
            self.init(text)
        }
    }

    private let columns: [Column]
    private var rows: [[Cell]] = []

    /// Creates a table without rows, except for a title row if any title is not empty.
    public init(_ columns: [Column]) {
        self.columns = columns
        if columns.contains(where: { !$0.title.isEmpty }) {
            rows.append(columns.map { Cell($0.title) })
        }
    }

    /// Appends a row with a cell for each column.
    public mutating func append(_ row: [Cell]) {
        rows.append(row)
    }

    /// Returns the rows as lines of text.
    ///
    /// If the table is wider than `width` terminal columns, its ``Column/cut(_:)`` column is
    /// shortened, but not to less than eight terminal columns. If `width` is `nil`, no column is
    /// shortened.
    public func text(width: Int?) -> String {
        let widths = columnWidths(fitting: width)
        let lines = rows.map { line(of: $0, widths: widths) }
        return lines.joined(separator: "\n")
    }

    /// Returns the width of each column. The column that can be cut is narrowed if the table would
    /// otherwise be wider than `width` terminal columns.
    private func columnWidths(fitting width: Int?) -> [Int] {
        var widths = columns.map { _ in 0 }
        for row in rows {
            for index in columns.indices {
                widths[index] = max(widths[index], row[index].text.columns)
            }
        }
        guard let width, let cut = columns.firstIndex(where: \.canBeCut) else {
            return widths
        }
        let spaces = 2 * (columns.count - 1)
        let others = widths.reduce(0, +) - widths[cut] + spaces
        widths[cut] = min(widths[cut], max(8, width - others))
        return widths
    }

    private func line(of row: [Cell], widths: [Int]) -> String {
        var line = ""
        for (index, cell) in zip(columns.indices, row) {
            let text = cell.text.fitted(to: widths[index])
            let space = text.padding(to: widths[index])
            if index > 0 {
                line += "  "
            }
            if case .right = columns[index] {
                line += space + cell.style(text)
            } else {
                line += cell.style(text) + space
            }
        }
        while line.last == " " {
            line.removeLast()
        }
        return line
    }
}
