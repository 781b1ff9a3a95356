#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The violations that existed when the package adopted the rules, and that are not reported.
///
/// An entry names a rule and two modules, not a line, so editing a file does not affect it.
public struct Baseline: Sendable, Hashable {
    /// The name of the baseline file, which is next to the manifest.
    public static let fileName = "boundaries-baseline.json"

    /// An entry of the baseline, which stands for all violations of one rule between the same two
    /// modules.
    public struct Entry: Sendable, Hashable, Codable {
        public let rule: Rule
        public let module: String
        public let other: String?

        private enum CodingKeys: String, CodingKey {
            case rule, module
            case other = "subject"
        }

        public init(rule: Rule, module: String, other: String?) {
            self.rule = rule
            self.module = module
            self.other = other
        }

        fileprivate var order: (String, String, String) { (module, rule.rawValue, other ?? "") }

        /// A phrase such as "undeclared-import in 'Home' (concerning 'Net')".
        var description: String {
            let detail = other.map { " (concerning '\($0)')" } ?? ""
            return "\(rule.rawValue) in '\(module)'\(detail)"
        }
    }

    /// The entries in alphabetical order, without duplicates.
    public let entries: [Entry]

    public init(_ entries: some Sequence<Entry>) {
        self.entries = Set(entries).sorted { $0.order < $1.order }
    }

    /// Creates a baseline from the contents of its file.
    ///
    /// - Throws: An error if the data is not a baseline or names an unknown rule.
    public init(json data: Data) throws(LayerRulesError) {
        do {
            self.init(
                try JSONDecoder().decode([String: [Entry]].self, from: data)["violations"] ?? []
            )
        } catch {
            let isConflict = Self(conflict: String(decoding: data, as: UTF8.self)) != nil
            throw LayerRulesError(
                isConflict
                    ? "contains Git conflict markers; run 'bulkhead check --write-baseline'"
                    : "not a valid baseline; restore it from an earlier commit"
            )
        }
    }

    /// Creates a baseline with the entries of both sides of a Git conflict from the contents of
    /// the file. Returns `nil` if the file has no conflict markers.
    ///
    /// Commas are ignored, because Git merges the file line by line. A line that cannot be parsed
    /// is ignored, too: its violation is reported again.
    public init?(conflict text: String) {
        var isConflict = false
        var isAncestor = false
        var entries: [Entry] = []
        for line in text.split(separator: "\n") {
            switch line.prefix(7) {
            case "<<<<<<<": isConflict = true
            case "|||||||": isAncestor = true
            case "=======": isAncestor = false
            default:
                guard !isAncestor, let start = line.firstIndex(of: "{"),
                    let end = line.lastIndex(of: "}"), start < end,
                    let entry = try? JSONDecoder().decode(
                        Entry.self,
                        from: Data(line[start...end].utf8)
                    )
                else { continue }
                entries.append(entry)
            }
        }
        guard isConflict else { return nil }
        self.init(entries)
    }

    /// The contents of the file, with one line for each entry.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = entries.compactMap { try? encoder.encode($0) }.map {
            "\n  " + String(decoding: $0, as: UTF8.self)
        }
        return "{\"violations\": [\(lines.joined(separator: ","))\n]}\n"
    }

    /// Returns the violations, with those in the baseline marked as suppressed. Strict violations
    /// and violations that are already suppressed do not change.
    public func suppressing(_ violations: [Violation]) -> [Violation] {
        let entries = Set(entries)
        return violations.map { violation in
            guard violation.suppression == nil, !violation.isStrict,
                entries.contains(violation.identity)
            else { return violation }
            var violation = violation
            violation.suppression = .baseline
            return violation
        }
    }
}

extension Violation {
    public var identity: Baseline.Entry { .init(rule: rule, module: module, other: other) }
}
