extension String {
    /// The candidate that is nearest to the text, or nil when none is near enough to have been meant.
    public func closest(among candidates: [String]) -> String? {
        let limit = Swift.max(1, count / 3)
        let distances = candidates.map { ($0, distance(to: $0)) }
        return distances.filter { $0.1 <= limit || $0.0.hasPrefix(self) && count > 1 }.min { $0.1 < $1.1 }?.0
    }

    /// How many letters to insert, remove, replace or swap with a neighbour to get from one text to the other
    /// (optimal string alignment distance); O(n·m).
    private func distance(to other: String) -> Int {
        let (a, b) = (Array(self), Array(other))
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = Swift.min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = Swift.min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
