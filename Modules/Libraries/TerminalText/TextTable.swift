/// A table of text whose columns are as wide as their widest cell.
public struct TextTable: Sendable {
    /// A column, with the title in its first row.
    public enum Column: Sendable {
        case left(String)
        case right(String)
        /// A column that is shortened if the table is too wide; a table has at most one.
        case cut(String)

        fileprivate var title: String {
            switch self {
            case .left(let title), .right(let title), .cut(let title): title
            }
        }
    }

    /// The text of a cell, and a style that does not change its width.
    public struct Cell: Sendable, ExpressibleByStringInterpolation {
        fileprivate let text: String
        fileprivate let style: @Sendable (String) -> String

        public init(_ text: String, style: @escaping @Sendable (String) -> String = { $0 }) {
            self.text = text
            self.style = style
        }

        public init(stringLiteral text: String) { self.init(text) }
    }

    private let columns: [Column]
    private var rows: [[Cell]] = []

    /// Creates an empty table. It has a title row unless all titles are empty.
    public init(_ columns: [Column]) {
        self.columns = columns
        if columns.contains(where: { !$0.title.isEmpty }) { rows.append(columns.map { Cell($0.title) }) }
    }

    public mutating func append(_ row: [Cell]) { rows.append(row) }

    /// Returns the rows as lines of at most `width` columns, or of any width if `width` is nil.
    public func text(width: Int?) -> String {
        var widths = columns.indices.map { index in rows.map { $0[index].text.columns }.max() ?? 0 }
        if let width, let cut = columns.firstIndex(where: { if case .cut = $0 { true } else { false } }) {
            let others = widths.reduce(0, +) - widths[cut] + 2 * (columns.count - 1)
            widths[cut] = min(widths[cut], max(8, width - others))
        }
        return rows.map { row in
            var line = ""
            for (index, (column, cell)) in zip(columns, row).enumerated() {
                let text = cell.text.fitted(to: widths[index])
                let space = String(repeating: " ", count: widths[index] - text.columns)
                if index > 0 { line += "  " }
                if case .right = column { line += space + cell.style(text) } else { line += cell.style(text) + space }
            }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
