import BoundaryRules
import Foundation
import SwiftSource

/// The log of one check in SARIF 2.1.0.
struct SARIFLog: Encodable {
    private struct Run: Encodable {
        let tool: [String: Driver]
        let columnKind = "unicodeCodePoints"
        let results: [Result]
    }

    private struct Driver: Encodable {
        let name = "bulkhead"
        let version: String
        let rules = Rule.allCases.map(Descriptor.init)
    }

    private struct Descriptor: Encodable {
        let id: Rule
        let shortDescription: Message
        let fullDescription: Message
        let defaultConfiguration: [String: String]

        init(_ rule: Rule) {
            id = rule
            shortDescription = Message(text: rule.statement)
            fullDescription = Message(text: rule.reason)
            let level = rule.severity == .off ? "none" : rule.severity.rawValue
            defaultConfiguration = ["level": level]
        }
    }

    private struct Message: Encodable {
        let text: String
    }

    private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    private let version = "2.1.0"
    private let runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    init(version: String, results: [Result]) {
        runs = [Run(tool: ["driver": Driver(version: version)], results: results)]
    }
}

// MARK: - Results

extension SARIFLog {
    /// A violation in a log.
    struct Result: Encodable {
        /// How a result differs from those of an earlier run.
        enum BaselineState: String, Encodable {
            case new, absent
        }

        private struct Location: Encodable {
            let artifactLocation: [String: String]
            let region: [String: Int]?
        }

        private struct Suppression: Encodable {
            let kind: Violation.Suppression.Kind
            let status = "accepted"
            let justification: String
        }

        private let ruleId: Rule
        private let level: Severity
        private let message: Message
        private let locations: [[String: Location]]
        private let partialFingerprints: [String: String]
        /// If any result of a run has this property, all results must have it (SARIF 2.1.0, section
        /// 3.27.23). A result that is not suppressed has an empty array.
        private let suppressions: [Suppression]
        private let baselineState: BaselineState?

        init(_ violation: Violation, baselineState: BaselineState? = nil) {
            let path = violation.path
            let uri =
                path.hasPrefix("/")
                ? URL(filePath: path).absoluteString
                : path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
            let region = violation.location.map {
                ["startLine": $0.line, "startColumn": $0.column]
            }
            let place = Location(artifactLocation: ["uri": uri], region: region)
            let identity = [violation.rule.rawValue, violation.module, violation.other ?? ""]
            ruleId = violation.rule
            level = violation.severity
            message = Message(text: "\(violation.message); \(violation.remedy)")
            locations = [["physicalLocation": place]]
            partialFingerprints = ["modules/v1": identity.joined(separator: " ")]
            suppressions = [violation.suppression].compactMap(\.self).map {
                Suppression(kind: $0.kind, justification: $0.justification)
            }
            self.baselineState = baselineState
        }
    }
}

extension Violation.Suppression {
    /// The kind of the suppression in SARIF.
    enum Kind: String, Encodable {
        case inSource, external
    }

    var kind: Kind { self == .baseline ? .external : .inSource }
}
