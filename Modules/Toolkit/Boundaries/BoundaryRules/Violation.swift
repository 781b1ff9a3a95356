public import SwiftSource

/// A place in the package that breaks a rule.
public struct Violation: Sendable, Hashable {
    public let rule: Rule
    public let severity: Severity
    /// The name of the module, layer or file that breaks the rule. The module need not exist if an
    /// exception or the baseline names it.
    public let module: String
    /// The name of the other module, on which the violating module depends, or another detail that
    /// identifies the violation.
    public let other: String?
    public let path: String
    /// The location in the file, or `nil` for the whole file.
    public let location: SourceLocation?
    public let message: String
    /// The requirement that the rule sets for this module.
    public let statement: String
    public let reason: String
    /// The chain of dependencies from the module to the other module. It is empty if there is no
    /// chain, or if the chain adds no information.
    public let chain: [String]
    public let remedy: String
    /// Whether the violation cannot be suppressed by a comment or the baseline.
    public internal(set) var isStrict = false
    /// The reason why the violation is not reported, or `nil` if it is reported.
    public internal(set) var suppression: Suppression?

    public enum Suppression: Sendable, Hashable {
        /// A comment at the import allows the import and states the reason.
        case inSource(reason: String)
        case baseline
        /// The dependency is not imported, but the module might still need it for the given reason.
        case needed(reason: String)

        public var isNeed: Bool {
            if case .needed = self { true } else { false }
        }

        /// A description of the reason for the user.
        public var justification: String {
            switch self {
            case .inSource(let reason), .needed(let reason): reason
            case .baseline: "in \(Baseline.fileName)"
            }
        }
    }

    /// The path, and the line and the column if there is a location.
    public var place: String { location.map { "\(path):\($0.line):\($0.column)" } ?? path }

    /// The violation in the format of compiler diagnostics, with notes for the rule, the reason,
    /// the chain and the remedy.
    public var text: String { text(explainsRule: true) }

    /// Returns the violation in the format of compiler diagnostics. The message is followed by
    /// `extent`. The rule and the reason are omitted if `explainsRule` is false.
    public func text(extent: String = "", explainsRule: Bool) -> String {
        var lines = ["\(place): \(severity.rawValue): \(message)\(extent)"]
        if explainsRule {
            lines.append("note: rule: \(rule.rawValue): \(statement)")
            lines.append("note: reason: \(reason)")
        }
        // A message about a forbidden chain already contains the chain.
        let modules = chain.joined(separator: " → ")
        if !chain.isEmpty, !message.contains(modules) {
            lines.append("note: chain: \(modules)")
        }
        if isStrict {
            lines.append("note: strict: neither a comment nor the baseline can allow this")
        }
        lines.append("note: remedy: \(remedy)")
        return lines.joined(separator: "\n")
    }
}
