/// Returns the words of a text. Spaces and line breaks separate them, even before a combining
/// character.
func words(_ text: String) -> [String] {
    text.unicodeScalars.split { $0 == " " || $0 == "\n" }.map { String($0) }
}

/// Returns the rows of a table with one row per line: an input, an arrow and the expected result.
func table(_ text: String) -> [(String, String)] {
    text.unicodeScalars.split(separator: "\n").map { row in
        let cells = row.split(separator: "→").map { String($0) }
        precondition(cells.count == 2, "a row without an arrow: \(String(row))")
        return (
            String(cells[0].unicodeScalars.dropLast()), String(cells[1].unicodeScalars.dropFirst())
        )
    }
}
