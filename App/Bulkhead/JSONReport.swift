import BoundaryRules
import Foundation
import PackageManifest
import SwiftSource

/// The result of a check for programs.
struct JSONReport: Encodable {
    struct Entry: Encodable {
        let rule: Rule
        let severity: Severity
        let module: String
        let subject: String?
        let file: String
        let line: Int?
        let column: Int?
        let message: String
        let statement: String
        let reason: String
        let chain: [String]
        let remedy: String
    }

    let package: String
    let modules: Int
    let files: Int
    let imports: Int
    let errors: Int
    let warnings: Int
    let violations: [Entry]

    init(_ report: BoundaryReport) {
        package = report.manifest.name
        modules = report.modules.count
        files = report.fileCount
        imports = report.importCount
        errors = report.count(.error)
        warnings = report.count(.warning)
        violations = report.violations.map { violation in
            Entry(
                rule: violation.rule, severity: violation.rule.severity, module: violation.module,
                subject: violation.subject, file: violation.path, line: violation.location?.line,
                column: violation.location?.column, message: violation.message, statement: violation.statement,
                reason: violation.reason, chain: violation.chain, remedy: violation.remedy)
        }
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
