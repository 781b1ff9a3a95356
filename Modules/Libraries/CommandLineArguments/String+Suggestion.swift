extension String {
    /// Returns a question with the candidate nearest to this string, such as `did you mean
    /// 'list'?`, or `nil` if this string resembles none of the candidates.
    public func suggestion(among candidates: [String]) -> String? {
        closest(among: candidates).map { "did you mean '\($0)'?" }
    }

    /// Returns the nearest candidate, or `nil` if this string is unlikely to be a misspelling or an
    /// abbreviation of a candidate.
    private func closest(among candidates: [String]) -> String? {
        let limit = Swift.max(1, count / 3)
        var closest: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(to: candidate)
            let isAbbreviation = count > 1 && candidate.hasPrefix(self)
            guard isAbbreviation || distance <= limit else { continue }
            if closest.map({ distance < $0.distance }) ?? true {
                closest = (candidate, distance)
            }
        }
        return closest?.candidate
    }

    /// Returns the optimal string alignment distance: the minimum number of edits that turn this
    /// string into `other`. An edit inserts, removes or replaces a letter, or swaps two adjacent
    /// letters.
    ///
    /// - Complexity: O(*n* · *m*), where *n* and *m* are the numbers of letters.
    private func distance(to other: String) -> Int {
        let a = Array(self)
        let b = Array(other)
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let replacement = rows[i][j] + (a[i] == b[j] ? 0 : 1)
                var best = Swift.min(row[j] + 1, rows[i][j + 1] + 1, replacement)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    best = Swift.min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
