import Foundation
public import Testing

/// A row of a table in the text of a test, such as `before → after`.
public struct Row: Sendable, CustomTestStringConvertible {
    /// The cells without the whitespace around them.
    public let cells: [String]

    /// Returns the rows of a table. Each line is a row, and arrows separate its cells. Lines that
    /// begin with two slashes are comments.
    public static func table(_ text: String) -> [Row] {
        text.split(separator: "\n").filter { !$0.hasPrefix("// ") }.map { line in
            Row(
                cells: line.split(separator: "→", omittingEmptySubsequences: false).map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
            )
        }
    }

    public var testDescription: String { cells.joined(separator: " → ") }

    public subscript(_ index: Int) -> String { cells[index] }

    /// Returns a cell in which the symbol ⏎ stands for the end of a line.
    public func lines(_ index: Int) -> String {
        cells[index].replacing("⏎", with: "\n")
    }

    /// The cells from an index on, or an empty array if there are none.
    public subscript(_ range: PartialRangeFrom<Int>) -> [String] {
        Array(cells.dropFirst(range.lowerBound))
    }
}
