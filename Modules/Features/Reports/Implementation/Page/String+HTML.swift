extension String {
    /// The text as HTML writes it between tags and in quoted attributes.
    var escapedForHTML: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// JSON as a script element holds it: without the one character that could end the element.
    ///
    /// In JSON it stands in texts alone, where it may be written by its number.
    var escapedForScript: String {
        guard utf8.contains(UInt8(ascii: "<")) else { return self }
        return split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
    }
}
