/// Paths as a short tree; what lies deep is counted.
public enum FileTree {
    /// Draws it, in lines.
    ///
    /// - Parameters:
    ///   - root: What stands at the top.
    ///   - files: Paths from there, with slashes.
    ///   - depth: How many levels are drawn.
    public static func text(_ root: String, _ files: [String], depth: Int = 2) -> String {
        let paths = files.map { $0.split(separator: "/")[...] }
        return ([root] + lines(paths, depth: depth)).joined(separator: "\n")
    }

    private static func lines(_ paths: [ArraySlice<Substring>], depth: Int) -> [String] {
        let groups = Dictionary(grouping: paths) { $0.first ?? "" }.sorted { $0.key < $1.key }
        return groups.enumerated().flatMap { index, group in
            let isLast = index == groups.count - 1
            let below = group.value.map { $0.dropFirst() }.filter { !$0.isEmpty }
            let count = depth > 1 || below.isEmpty ? "" : " (\(below.count) \(below.count == 1 ? "file" : "files"))"
            let name = "\(isLast ? "└── " : "├── ")\(group.key)\(below.isEmpty ? "" : "/")\(count)"
            guard depth > 1 else { return [name] }
            return [name] + lines(below, depth: depth - 1).map { (isLast ? "    " : "│   ") + $0 }
        }
    }
}
