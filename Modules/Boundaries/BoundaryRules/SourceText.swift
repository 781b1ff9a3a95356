import SwiftSource

/// A file that is searched rather than read, such as a manifest.
struct SourceText: Sendable {
    let path: String
    let text: String

    /// Where a target's name first stands in quotes; the whole file when the manifest makes the name up.
    func place(of target: String) -> Place {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let range = line.firstRange(of: "\"\(target)\"") {
                let column = line.utf8.distance(from: line.startIndex, to: range.lowerBound) + 1
                return Place(path: path, location: SourceLocation(line: number + 1, column: column))
            }
        }
        return Place(path: path, location: nil)
    }
}
