import SwiftSource

/// A name in the manifest that may be a dependency, on a line whose comment contains "keep".
struct ManifestMention: Sendable, Hashable {
    let name: String
    /// The first literal argument of each enclosing call, such as `Home` in
    /// `.target(name: "Home", …)`, outermost first.
    private let callers: [String]
    /// Whether the outermost call declares a target.
    private let isInTarget: Bool

    /// Whether the name can be a dependency of a target. A name outside all calls can belong to any
    /// target.
    func belongs(to target: String) -> Bool {
        if isInTarget {
            return callers.first == target
        }
        return callers.isEmpty || callers.contains(where: target.hasPrefix)
    }

    /// Returns the names in a manifest that have a comment with the word "keep".
    static func list(in text: [UInt8], _ tokens: [Token]) -> [ManifestMention] {
        let keptLines = linesToKeep(in: text, tokens)
        var mentions: [ManifestMention] = []
        var calls: [Call] = []
        for (index, token) in tokens.enumerated() {
            if token.nestingChange > 0 {
                calls.append(Call(opening: index, of: tokens, in: text))
            } else if token.nestingChange < 0 {
                _ = calls.popLast()
            }
            guard let name = token.literal(in: text), keptLines.contains(token.location.line)
            else { continue }
            // If the literal is the name of a call, as in `.target(name: "Core", condition: …)`,
            // this call does not count as an enclosing call.
            let named = calls.filter { $0.name != nil && $0.nameIndex != index }
            mentions.append(
                ManifestMention(
                    name: name,
                    callers: named.compactMap(\.name),
                    isInTarget: named.first?.isTarget == true
                )
            )
        }
        return mentions
    }

    /// Returns the numbers of the lines with a comment that contains the word "keep".
    private static func linesToKeep(in text: [UInt8], _ tokens: [Token]) -> Set<Int> {
        var lines: Set<Int> = []
        var line = 1
        var end = 0
        for token in tokens {
            line += collect(text[end..<token.range.lowerBound], from: line, into: &lines)
            line += text[token.range].count { $0 == UInt8(ascii: "\n") }
            end = token.range.upperBound
        }
        _ = collect(text[end...], from: line, into: &lines)
        return lines
    }

    /// Adds the numbers of the lines with the word "keep" in the gap between two tokens. Returns
    /// the number of line breaks in the gap.
    private static func collect(
        _ gap: ArraySlice<UInt8>,
        from line: Int,
        into lines: inout Set<Int>
    ) -> Int {
        let parts = gap.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where part.count >= 4 {
            let words = String(decoding: part, as: UTF8.self).lowercased().split { !$0.isLetter }
            if words.contains("keep") {
                lines.insert(line + index)
            }
        }
        return parts.count - 1
    }

    private struct Call {
        var name: String?
        var nameIndex: Int?
        var isTarget = false

        /// Creates a call from its opening bracket. If the bracket does not open a call, the name
        /// is `nil`.
        init(opening index: Int, of tokens: [Token], in text: [UInt8]) {
            guard tokens[index].isPunctuation("("), index > 0, let function = tokens[index - 1].word
            else { return }
            // Arguments without literals, such as `kind: .library`, can precede the name.
            var first = index + 1
            while first + 1 < tokens.count,
                tokens[first].word != nil || tokens[first].isPunctuation(".")
            {
                let isLabel = tokens[first + 1].isPunctuation(":")
                first += isLabel || tokens[first + 1].isPunctuation(",") ? 2 : 1
            }
            guard first < tokens.count, let literal = tokens[first].literal(in: text) else {
                return
            }
            name = literal
            nameIndex = first
            isTarget = ["target", "testTarget", "executableTarget", "macro"].contains(function)
        }
    }
}
