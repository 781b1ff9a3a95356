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
            let text = String(decoding: data, as: UTF8.self)
            throw LayerRulesError(
                BaselineConflict.isPresent(in: text)
                    ? "contains Git conflict markers; run 'bulkhead baseline merge'"
                    : "not a valid baseline; restore it, for example with 'git checkout HEAD \(Self.fileName)'"
            )
        }
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
