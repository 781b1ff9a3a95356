import CommandLineArguments
import Core
import LibraryInterface

/// The IDs on a command line. An operand is a single ID, such as `12`, or a range, such as `1-3`.
struct LinkIDs: Sendable {
    private let ranges: [ClosedRange<Link.ID>]

    init(_ operands: [String]) throws(UsageError) {
        var ranges: [ClosedRange<Link.ID>] = []
        for operand in operands {
            guard let range = Self.range(operand) else {
                throw .custom(
                    "invalid ID '\(operand)'; 'shelf list' and 'shelf search' show the IDs"
                )
            }
            ranges.append(range)
        }
        self.ranges = ranges
    }

    /// Returns whether every operand is an ID or a range, rather than a word to search for.
    static func areNumbers(_ operands: [String]) -> Bool {
        !operands.isEmpty && operands.allSatisfy { $0.wholeMatch(of: /\d+(-\d+)?/) != nil }
    }

    var isEmpty: Bool { ranges.isEmpty }

    /// Whether there is only one ID.
    var isSingle: Bool { ranges.count == 1 && ranges[0].count == 1 }

    /// Returns the IDs in the given order, without duplicates. A range stands for the existing
    /// links in the range.
    ///
    /// - Throws: An error if a range contains no links.
    func resolved(in library: any LinkLibrary) async throws -> [Link.ID] {
        var ids: [Link.ID] = []
        for range in ranges {
            guard range.count > 1 else {
                ids.append(range.lowerBound)
                continue
            }
            let found = try await library.ids(matching: LinkQuery(ids: range))
            guard !found.isEmpty else {
                throw Failure(
                    "no link has an ID from \(range.lowerBound) to \(range.upperBound); "
                        + "list the links to see their IDs (shelf list)",
                    .negative
                )
            }
            ids += found.sorted()
        }
        var seen: Set<Link.ID> = []
        return ids.filter { seen.insert($0).inserted }
    }

    private static func range(_ operand: String) -> ClosedRange<Link.ID>? {
        guard let match = operand.wholeMatch(of: /(\d+)(?:-(\d+))?/),
            let first = Link.ID(match.1), first > 0
        else {
            return nil
        }
        guard let end = match.2 else { return first...first }
        guard let last = Link.ID(end), last >= first else {
            return nil
        }
        return first...last
    }
}
