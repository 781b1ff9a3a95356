/// Text from the network, made fit for one line.
enum PlainText {
    /// The text with white space collapsed and control characters removed, or nil when nothing is left.
    ///
    /// - Parameter limit: The most Unicode scalars; a longer text is cut and ends in an ellipsis.
    static func line(_ text: String, limit: Int) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).compactMap { word -> String? in
            let scalars = word.unicodeScalars.filter { $0.properties.generalCategory != .control }
            return scalars.isEmpty ? nil : String(scalars)
        }
        let line = words.joined(separator: " ")
        guard line.unicodeScalars.count > limit else { return line.isEmpty ? nil : line }
        var length = 0
        let beginning = line.prefix { character in
            length += character.unicodeScalars.count
            return length < limit
        }
        return beginning + "…"
    }
}
