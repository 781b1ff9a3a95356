public import BoundaryRules
public import SwiftSource

/// A package held against its rules.
public struct BoundaryReport: Sendable {
    /// The package.
    public let manifest: PackageManifest
    /// The rules that it was held against.
    public let rules: LayerRules
    /// What breaks a rule, module by module.
    public let violations: [Violation]
    /// How many files were read, and how many imports were found in them.
    public let (fileCount, importCount): (Int, Int)

    /// Holds a package against rules; `manifestPath` is how places in the manifest are reported.
    public init(manifest: PackageManifest, rules: LayerRules, sources: [String: [SourceFile]], manifestPath: String) {
        let checker = BoundaryChecker(
            graph: manifest.graph, rules: rules, manifest: (manifestPath, manifest.text)
        ) { sources[$0.name] ?? [] }
        self.manifest = manifest
        self.rules = rules
        violations = manifest.graph.modules.flatMap(checker.violations) + checker.violationsOfPackage()
        let files = sources.values.joined()
        (fileCount, importCount) = (files.count, files.reduce(0) { $0 + $1.imports.count })
    }

    /// How many violations are of a severity.
    public func count(_ severity: Severity) -> Int { violations.count { $0.rule.severity == severity } }

    /// The modules that were checked.
    public var modules: [Module] { manifest.graph.modules.filter(\.isSwift) }

    /// What was checked, and what came out.
    public var summary: String {
        "\(manifest.name): \(modules.count) modules, \(fileCount) files, \(importCount) imports; "
            + "\(count(.error)) errors, \(count(.warning)) warnings (\(rules.source))"
    }
}
