/// Edits the map of modules in a README: a table with rows such as `| [Modules/Features/Payments](Modules/Features/Payments) | what it does |`.
package struct ModuleMap {
    /// The README as it is by now.
    package private(set) var text: String

    /// Reads a README.
    package init(_ text: String) { self.text = text }

    /// Adds a row behind the last one of the same folder, or of `Modules`; a README without such rows is left alone.
    package mutating func add(_ path: String, _ summary: String) {
        var lines = lines
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        let row = "| [\(path)](\(path)) | \(summary) |"
        guard
            let last = lines.lastIndex(where: { $0.hasPrefix("| [\(parent)/") })
                ?? lines.lastIndex(where: { $0.hasPrefix("| [Modules/Core](") })
                ?? lines.lastIndex(where: { $0.hasPrefix("| [Modules/") })
        else { return }
        lines.insert(row, at: last + 1)
        text = lines.joined(separator: "\n")
    }

    /// Removes the row of a module.
    package mutating func remove(_ path: String) {
        text = lines.filter { !$0.hasPrefix("| [\(path)](") }.joined(separator: "\n")
    }

    private var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
