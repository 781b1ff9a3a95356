#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Baseline {
    /// Returns the result of merging the baselines of two branches.
    ///
    /// An entry that one side removed is removed, because its violation is fixed there. An entry
    /// that one side added is added. If `base` is `nil`, the result contains the entries of both
    /// sides. The next check reports the entries whose violations are fixed.
    public static func merging(base: Baseline?, ours: Baseline, theirs: Baseline) -> Baseline {
        let all = Set(ours.entries).union(theirs.entries)
        guard let base else { return Baseline(all) }
        let common = Set(ours.entries).intersection(theirs.entries)
        return Baseline(all.subtracting(base.entries).union(common))
    }

    /// Returns the baseline with `module` renamed in every entry.
    public func renaming(_ module: String, to newName: String) -> Baseline {
        Baseline(
            entries.map { entry in
                Entry(
                    rule: entry.rule,
                    module: entry.module == module ? newName : entry.module,
                    other: entry.other == module ? newName : entry.other
                )
            }
        )
    }

    /// Returns the baseline with added entries for the given violations.
    public func adding(_ violations: some Sequence<Violation>) -> Baseline {
        Baseline(entries + violations.map(\.identity))
    }

    /// Creates a baseline from one side of a merge.
    ///
    /// Git merges files line by line, so a comma between entries can be missing or superfluous. An
    /// empty file has no entries.
    public init(side text: String) throws(LayerRulesError) {
        if text.allSatisfy(\.isWhitespace) {
            self.init([])
            return
        }
        do {
            try self.init(json: Data(text.utf8))
        } catch {
            guard let entries = Self.entries(inLinesOf: text) else {
                throw error
            }
            self.init(entries)
        }
    }

    /// Parses the contents of a baseline line by line. Returns `nil` if a line cannot be parsed.
    private static func entries(inLinesOf text: String) -> [Entry]? {
        var entries: [Entry] = []
        for line in text.split(separator: "\n") {
            var entry = line.drop(while: \.isWhitespace)
            while let last = entry.last, last == "," || last.isWhitespace {
                entry.removeLast()
            }
            if entry.isEmpty || entry.hasPrefix(#"{"violations""#) || entry == "]}" {
                continue
            }
            let data = Data(entry.utf8)
            guard let parsed = try? JSONDecoder().decode(Entry.self, from: data) else {
                return nil
            }
            entries.append(parsed)
        }
        return entries
    }
}

/// The versions of a baseline in a file that contains Git conflict markers.
public struct BaselineConflict: Sendable, Hashable {
    public private(set) var ours = ""
    public private(set) var theirs = ""
    /// The common ancestor, or `nil` if the markers do not show it.
    ///
    /// Git includes the ancestor only with the conflict style `diff3` or `zdiff3`.
    public private(set) var base: String?

    private enum Part {
        case common, ours, base, theirs
    }

    /// Whether a string contains conflict markers.
    public static func isPresent(in text: String) -> Bool {
        text.split(separator: "\n").contains { $0.hasPrefix("<<<<<<< ") || $0 == "<<<<<<<" }
    }

    /// Creates the versions from the contents of a file with conflict markers. Returns `nil` if the
    /// file has no conflicts, or if the end marker of the last conflict is missing.
    public init?(_ text: String) {
        var base = ""
        var part = Part.common
        var conflicts = 0
        var conflictsWithBase = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            switch line.prefix(7) {
            case "<<<<<<<":
                part = .ours
                conflicts += 1
            case "|||||||":
                part = .base
                conflictsWithBase += 1
            case "=======": part = .theirs
            case ">>>>>>>": part = .common
            default:
                if part == .common || part == .ours {
                    ours += "\(line)\n"
                }
                if part == .common || part == .theirs {
                    theirs += "\(line)\n"
                }
                if part == .common || part == .base {
                    base += "\(line)\n"
                }
            }
        }
        guard conflicts > 0, part == .common else { return nil }
        self.base = conflictsWithBase == conflicts ? base : nil
    }
}
