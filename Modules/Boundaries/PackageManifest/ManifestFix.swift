public import BoundaryRules
import Foundation

/// Edits of a manifest that add the dependencies that a check found missing, and remove those that it found unused.
public struct ManifestFix: Sendable {
    public enum Action: Sendable, Hashable {
        case add(String, to: String)
        case remove(String, from: String)
    }

    /// A violation that no safe edit of the manifest corrects; the first of those with the same modules.
    public struct Remainder: Sendable, Hashable {
        public let violation: Violation
        /// What the user can do.
        public let remedy: String
    }

    public private(set) var actions: [Action] = []
    public private(set) var remainders: [Remainder] = []
    /// The modules and dependencies after the edits.
    public private(set) var graph: ModuleGraph
    public let original: String
    private var edit: ManifestEdit

    /// The text of the manifest with the edits.
    public var text: String { String(decoding: edit.text, as: UTF8.self) }

    /// Computes the edits for the violations in a report.
    public init(of report: BoundaryReport) {
        (original, edit, graph) = (report.manifest.text, ManifestEdit(report.manifest.text), report.manifest.graph)
        let violations = report.violations + report.suppressed.filter { $0.suppression == .baseline }
        // An unused dependency can be what makes a missing one a cycle.
        for violation in Self.first(of: violations, .unusedDependency) { remove(violation) }
        for violation in Self.first(of: violations, .undeclaredImport) { add(violation) }
    }

    /// Returns the first violation of a rule for each two modules.
    private static func first(of violations: [Violation], _ rule: Rule) -> [Violation] {
        var seen: Set<[String?]> = []
        return violations.filter { $0.rule == rule && seen.insert([$0.module, $0.subject]).inserted }
    }

    private mutating func add(_ violation: Violation) {
        guard let name = violation.subject, let other = graph.module(named: name) else { return }
        let module = violation.module
        if let chain = graph.shortestChains(from: name, to: module, limit: 1).first {
            let cycle = ([module] + chain).joined(separator: " → ")
            return leave(
                violation,
                "a dependency would be a cycle, \(cycle); move the code to one module, or invert the dependency")
        }
        guard let element = other.kind == .external ? edit.element(named: name) : "\"\(name)\"" else {
            return leave(violation, "add the product with '\(name)' to the dependencies of '\(module)'")
        }
        apply(.add(name, to: module), or: "add \(element) to the dependencies of '\(module)'", for: violation) {
            edit throws(ManifestEdit.Refusal) in try edit.add(element, to: module)
        }
    }

    private mutating func remove(_ violation: Violation) {
        guard let name = violation.subject else { return }
        let module = violation.module
        apply(.remove(name, from: module), or: violation.remedy, for: violation) {
            edit throws(ManifestEdit.Refusal) in try edit.remove(name, from: module)
        }
    }

    private mutating func apply(
        _ action: Action, or remedy: String, for violation: Violation,
        _ change: (inout ManifestEdit) throws(ManifestEdit.Refusal) -> Void
    ) {
        do {
            try change(&edit)
        } catch { return leave(violation, "\(remedy) (\(error.words))") }
        actions.append(action)
        graph = graph.mapDependencies { target in
            switch action {
            case .add(let name, to: target.name): target.dependencies + [name]
            case .remove(let name, from: target.name): target.dependencies.filter { $0 != name }
            default: target.dependencies
            }
        }
    }

    private mutating func leave(_ violation: Violation, _ remedy: String) {
        remainders.append(Remainder(violation: violation, remedy: remedy))
    }

    /// Returns the edits as a unified diff.
    public func difference() async throws -> String {
        let folder = try TemporaryDirectory()
        let files = ["old", "new"].map { folder.url.appending(path: $0) }
        for (file, text) in zip(files, [original, text]) { try Data(text.utf8).write(to: file) }
        let labels = ["-L", "a/Package.swift", "-L", "b/Package.swift"]
        let outcome = try await Program.run("diff", ["-u"] + labels + files.map(\.path))
        return String(decoding: outcome.output, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// Writes the manifest. Restores it and throws an error if SwiftPM does not understand the result, or understands something else.
    public func write(to root: String, _ loader: PackageLoader = PackageLoader()) async throws {
        let file = URL(filePath: "\(root)/Package.swift")
        try Data(text.utf8).write(to: file, options: .atomic)
        do {
            let written = try await loader.load(root).graph
            for module in written.modules where module.kind != .external {
                let expected = graph.module(named: module.name)?.dependencies ?? []
                if Set(expected) != Set(module.dependencies) { throw ManifestFixError(module: module.name) }
            }
        } catch {
            try Data(original.utf8).write(to: file, options: .atomic)
            throw error
        }
    }
}

/// An edit did not have the expected effect on the dependencies of a module.
public struct ManifestFixError: Error { public let module: String }

extension ManifestEdit.Refusal {
    /// The reason in a few words.
    fileprivate var words: String {
        switch self {
        case .noDeclaration: "the manifest creates this target in code"
        case .ambiguous: "the manifest declares several targets of this name"
        case .noElement: "its declaration does not list this name"
        }
    }
}
