public import SwiftSource

/// One place where a rule is broken.
public struct Violation: Sendable, Hashable {
    /// The rule.
    public let rule: Rule
    /// The name of the module that breaks it.
    public let module: String
    /// The name of the other module or type that it is about, if any.
    public let subject: String?
    /// The path of the file.
    public let path: String
    /// The place in the file; nil when the whole file is meant.
    public let location: SourceLocation?
    /// What is wrong, in one line.
    public let message: String
    /// What the rule demands here.
    public let statement: String
    /// Why.
    public let reason: String
    /// How the module reaches what it must not see; empty when it does not, or when that says nothing.
    public let chain: [String]
    /// What to do.
    public let remedy: String

    /// The violation as a compiler writes it, with notes for the rule, the reason, the chain and the remedy.
    public var text: String {
        let place = location.map { "\(path):\($0.line):\($0.column)" } ?? path
        var lines = ["\(place): \(rule.severity.rawValue): \(message)", "note: rule: \(rule.rawValue): \(statement)"]
        lines.append("note: reason: \(reason)")
        if !chain.isEmpty { lines.append("note: reachable: \(chain.joined(separator: " → "))") }
        lines.append("note: remedy: \(remedy)")
        return lines.joined(separator: "\n")
    }
}
