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
        var mentions: [ManifestMention] = []
        var calls: [Call] = []
        for (index, token) in tokens.enumerated() {
            if token.nestingChange > 0 {
                calls.append(Call(opening: index, of: tokens, in: text))
            } else if token.nestingChange < 0 {
                _ = calls.popLast()
            }
            guard let name = token.literal(in: text), isKept(index, of: tokens, in: text) else {
                continue
            }
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

    /// Whether a comment after a token, on the same line, contains the word "keep".
    private static func isKept(_ index: Int, of tokens: [Token], in text: [UInt8]) -> Bool {
        let line = tokens[index].location.line
        let rest = tokens[index...].prefix { $0.location.line == line }
        let ends = rest.dropFirst().map(\.range.lowerBound) + [text.count]
        return zip(rest, ends).contains { token, end in
            let gap = text[token.range.upperBound..<end].prefix { !$0.endsLine }
            let words = String(decoding: gap, as: UTF8.self).lowercased().split { !$0.isLetter }
            return words.contains("keep")
        }
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
