import SwiftSource

struct Place {
    let path: String
    let location: SourceLocation?
}

struct ManifestText: Sendable {
    let path: String
    let text: String
    let mentions: [ManifestMention]
    var fileName: Substring { path.split(separator: "/").last ?? "" }

    init(path: String, text: String) {
        self.path = path
        self.text = text
        mentions = ManifestMention.list(in: text)
    }

    /// Returns the place of a target in the manifest, which is the first of these that exists:
    ///
    /// - the declaration of the target
    /// - a call whose first argument is the name of the target
    /// - the first occurrence of the name in quotes
    /// - a call whose first argument is the longest possible prefix of the name, such as
    ///   `Feature("Home")` for `HomeTests`
    /// - the whole file
    func place(of target: String) -> Place {
        let occurrences = text.ranges(of: "\"\(target)\"")
        let occurrence =
            occurrences.first(where: isDeclaration) ?? occurrences.first(where: isFirstArgument)
            ?? occurrences.first
        return (occurrence ?? call(creating: target)).map { place(at: $0.lowerBound) }
            ?? Place(path: path, location: nil)
    }

    private func call(creating target: String) -> Range<String.Index>? {
        var name = target.dropLast()
        while !name.isEmpty {
            if let call = text.ranges(of: "\"\(name)\"").first(where: isFirstArgument) {
                return call
            }
            name.removeLast()
        }
        return nil
    }

    private func place(at index: String.Index) -> Place {
        let before = text[..<index]
        let line = before.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        let start =
            before.utf8.lastIndex(of: UInt8(ascii: "\n")).map { text.utf8.index(after: $0) }
            ?? text.startIndex
        let column = text.utf8.distance(from: start, to: index) + 1
        return Place(path: path, location: SourceLocation(line: line, column: column))
    }

    /// Whether a name belongs to the declaration of a target, not of a product or a dependency.
    private func isDeclaration(_ name: Range<String.Index>) -> Bool {
        let before = text[..<name.lowerBound].suffix(80).filter { !$0.isWhitespace }
        let after = text[name.upperBound...].prefix(80).filter { !$0.isWhitespace }
        return ["arget(name:", ".macro(name:", ".systemLibrary(name:"].contains(
            where: before.hasSuffix
        )
            && after.hasPrefix(",") && !after.hasPrefix(",condition:")
    }

    /// Whether a name follows an opening parenthesis, as in `.app("Shop", …)`. The function that is
    /// called may create the target.
    private func isFirstArgument(_ name: Range<String.Index>) -> Bool {
        text[..<name.lowerBound].suffix(80).filter { !$0.isWhitespace }.hasSuffix("(")
    }
}
