import SwiftSource

/// A file that is searched rather than read, such as a manifest.
struct SourceText: Sendable {
    let path: String
    let text: String

    /// Returns the place where a target is declared, or else the first place of its name in quotes.
    ///
    /// A manifest may make several targets of one name, such as `HomeInterface` and `HomeTests` of `Feature("Home")`. Where the name of a target
    /// is not in the manifest, the place is that of the longest beginning of it that is the first argument of a call. Without such a call, it is
    /// the whole file.
    func place(of target: String) -> Place {
        let mentions = text.ranges(of: "\"\(target)\"")
        let declared = mentions.first(where: isDeclaration) ?? mentions.first(where: isFirstArgument) ?? mentions.first
        return (declared ?? call(makingPartOf: target)).map { place(at: $0.lowerBound) }
            ?? Place(path: path, location: nil)
    }

    private func call(makingPartOf target: String) -> Range<String.Index>? {
        var name = target.dropLast()
        while !name.isEmpty {
            if let call = text.ranges(of: "\"\(name)\"").first(where: isFirstArgument) { return call }
            name.removeLast()
        }
        return nil
    }

    private func place(at mention: String.Index) -> Place {
        let before = text[..<mention]
        let line = before.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.utf8.lastIndex(of: UInt8(ascii: "\n")).map { text.utf8.index(after: $0) } ?? text.startIndex
        let column = text.utf8.distance(from: start, to: mention) + 1
        return Place(path: path, location: SourceLocation(line: line, column: column))
    }

    /// Whether a name is that of a target with arguments, rather than of a product or a dependency.
    private func isDeclaration(_ name: Range<String.Index>) -> Bool {
        let before = text[..<name.lowerBound].suffix(80).filter { !$0.isWhitespace }
        let behind = text[name.upperBound...].prefix(80).filter { !$0.isWhitespace }
        return ["arget(name:", ".macro(name:", ".systemLibrary(name:"].contains(where: before.hasSuffix)
            && behind.hasPrefix(",") && !behind.hasPrefix(",condition:")
    }

    /// Whether a name is given to a function that makes targets, such as `.app("Shop", …)`.
    private func isFirstArgument(_ name: Range<String.Index>) -> Bool {
        text[..<name.lowerBound].suffix(80).filter { !$0.isWhitespace }.hasSuffix("(")
    }
}
