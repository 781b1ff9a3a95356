/// Whole lines of the list of targets.
extension ManifestEditor {
    /// The groups of targets to which lines are added.
    package enum Group {
        case features, services

        /// How the comment begins under which the first lines of the group belong.
        fileprivate var title: String {
            switch self {
            case .features: "// Features"
            case .services: "// Services"
            }
        }

        fileprivate var verbs: Set<String> {
            switch self {
            case .features: ["interface", "implementation", "mocks", "featureTests", "example"]
            case .services: ["service"]
            }
        }
    }

    /// Adds targets behind the last ones of their group; features stand apart, with an empty line between.
    package mutating func insert(_ targets: [String], into group: Group) throws(ScaffoldingError) {
        let services = Set(entries.filter { $0.verb == "service" }.compactMap(\.name))
        let members = entries.filter { entry in
            group.verbs.contains(entry.verb)
                || group == .services && entry.verb == "tests" && services.contains(entry.name ?? "")
        }
        if let last = members.last {
            try insert(targets, behind: last, apart: group == .features)
        } else if let line = lineBehindComment(group.title) {
            try replace(line..<line, with: Self.block(targets, indentation))
        } else if let bootstrap = entry("bootstrap") {
            let line = startOfLeadingComments(bootstrap)
            try replace(line..<line, with: Self.block(targets, indentation) + "\n")
        } else {
            throw .manifestNotUnderstood(
                line: nil, reason: "it makes no target by '.bootstrap(…)'", remedy: "add one, as a new workspace has it"
            )
        }
    }

    /// Adds targets behind an entry.
    package mutating func insert(_ targets: [String], behind entry: Entry, apart: Bool = false) throws(ScaffoldingError)
    {
        var end = entry.range.upperBound
        let hasComma = end < bytes.count && bytes[end] == UInt8(ascii: ",")
        if hasComma { end += 1 }
        // A comment at the end of the line belongs to the line.
        let newline = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let rest = String(decoding: bytes[end..<newline], as: UTF8.self)
        let isComment = rest.drop { $0 == " " }.hasPrefix("//")
        guard rest.allSatisfy({ $0 == " " }) || isComment else {
            throw .manifestNotUnderstood(
                line: entry.line, reason: "several targets stand on one line", remedy: "give each a line of its own")
        }
        let lines = "\n" + (apart ? "\n" : "") + Self.block(targets, indentation).dropLast()
        if !hasComma {
            try replace(end..<newline, with: ",\(rest)\(lines)")
        } else {
            try replace(newline..<newline, with: lines)
        }
    }

    /// Takes an entry away with its line, with comments directly above that name it, and with an empty line that separated it.
    package mutating func remove(_ entry: Entry) throws(ScaffoldingError) {
        var start = startOfLine(entry.range.lowerBound)
        while let name = entry.name, let above = lineAbove(start), isComment(above), names(name, in: above) {
            start = above.lowerBound
        }
        var end = endOfLine(entry.range.upperBound)
        let above = lineAbove(start)
        let below = end..<endOfLine(end)
        if isBlank(below), !below.isEmpty {
            // One of two empty lines, or the one between a comment and what it heads.
            let isHead = above.map { isComment($0) && hasEntry(at: below.upperBound) } ?? true
            if isHead || above.map(isBlank) == true { end = below.upperBound }
        } else if let above, isBlank(above), closesList(at: end) {
            start = above.lowerBound
        }
        try replace(start..<end, with: "")
    }

    private var indentation: String {
        guard let first = entries.first else { return "        " }
        return String(decoding: bytes[startOfLine(first.range.lowerBound)..<first.range.lowerBound], as: UTF8.self)
    }

    private static func block(_ targets: [String], _ indentation: String) -> String {
        targets.map { "\(indentation)\($0),\n" }.joined()
    }
}

// MARK: - Lines

extension ManifestEditor {
    private func startOfLine(_ position: Int) -> Int {
        bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }

    /// The position behind the end of a line.
    private func endOfLine(_ position: Int) -> Int {
        bytes[position...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
    }

    private func lineAbove(_ start: Int) -> Range<Int>? {
        let above = startOfLine(start - 1)
        return above > list.lowerBound ? above..<start : nil
    }

    private func trimmed(_ line: Range<Int>) -> Substring {
        Substring(decoding: bytes[line], as: UTF8.self).trimming { $0.isWhitespace }
    }

    private func isBlank(_ line: Range<Int>) -> Bool { trimmed(line).isEmpty }
    private func isComment(_ line: Range<Int>) -> Bool { trimmed(line).hasPrefix("//") }
    private func closesList(at position: Int) -> Bool { trimmed(position..<endOfLine(position)).hasPrefix("]") }
    private func hasEntry(at position: Int) -> Bool { trimmed(position..<endOfLine(position)).hasPrefix(".") }

    private func names(_ name: String, in line: Range<Int>) -> Bool {
        trimmed(line).split { !$0.isLetter && !$0.isNumber }.contains(Substring(name))
    }

    /// Where the comments begin that stand directly above an entry, or the entry's line itself.
    private func startOfLeadingComments(_ entry: Entry) -> Int {
        var start = startOfLine(entry.range.lowerBound)
        while let above = lineAbove(start), isComment(above) { start = above.lowerBound }
        return start
    }

    /// The position behind the comment in the list that begins with a title, and with the lines by which it goes on.
    private func lineBehindComment(_ title: String) -> Int? {
        var start = endOfLine(list.lowerBound)
        while start < list.upperBound, !(trimmed(start..<endOfLine(start)).hasPrefix(title)) {
            start = endOfLine(start)
        }
        guard start < list.upperBound else { return nil }
        while start < list.upperBound, isComment(start..<endOfLine(start)) { start = endOfLine(start) }
        return start
    }
}

extension Substring {
    fileprivate func trimming(_ isOutside: (Character) -> Bool) -> Substring {
        guard let first = firstIndex(where: { !isOutside($0) }), let last = lastIndex(where: { !isOutside($0) }) else {
            return ""
        }
        return self[first...last]
    }
}
