public import BoundaryRules
import Foundation
import PackageManifest
import SwiftSource

/// The edits to a manifest that resolve the findings of a check.
///
/// The edits add missing dependencies. If requested, they also remove dependencies that no file
/// imports. A dependency is kept if the code may need it without an import, or if an undeclared
/// import relies on it.
public struct ManifestFix: Sendable {
    public enum Action: Sendable, Hashable {
        case add(String, to: String)
        case remove(String, from: String)
    }

    /// A violation that remains after the edits. It represents all violations of its rule between
    /// the same two modules.
    public struct Remainder: Sendable, Hashable {
        public let violation: Violation
        /// The reason why the dependency remains, or a remedy for the user.
        public let note: String
    }

    public private(set) var actions: [Action] = []
    public private(set) var remainders: [Remainder] = []
    /// The dependencies that no file imports, but that are kept because they may be needed.
    public private(set) var kept: [Remainder] = []
    /// The modules and dependencies after the edits.
    public private(set) var graph: ModuleGraph
    public let original: String
    public let fileName: String
    private var edit: ManifestEdit
    /// The imports for which the importing target does not declare a dependency.
    private let undeclaredImports: [Dependency: [ImportDeclaration]]

    /// The contents of the manifest with the edits.
    public var text: String { String(decoding: edit.text, as: UTF8.self) }

    /// The number of dependencies that the edits add.
    public var additionCount: Int { actions.count { if case .add = $0 { true } else { false } } }

    /// Creates the edits for the violations in a report.
    ///
    /// - Parameters:
    ///   - targets: The targets to edit, or `nil` for all targets.
    ///   - removesUnused: Whether to remove dependencies that no file imports.
    public init(
        of report: BoundaryReport,
        targets: Set<String>? = nil,
        removesUnused: Bool
    ) {
        original = report.manifest.text
        fileName = report.manifest.fileName
        edit = ManifestEdit(report.manifest.text)
        graph = report.manifest.graph
        undeclaredImports = report.undeclaredImports
        let reported = report.violations + report.suppressed.filter { $0.suppression == .baseline }
        let violations = reported.filter { targets?.contains($0.module) != false }
        let unused = Self.first(of: violations, .unusedDependency)
        // An unused dependency and a missing dependency can form a cycle. For this reason, unused
        // dependencies on which no undeclared import relies are removed first.
        let delayed = removesUnused ? unused.filter { !remove($0) } : []
        for violation in Self.first(of: violations, .undeclaredImport) {
            add(violation)
        }
        for violation in delayed where !remove(violation) {
            leave(violation, obstacle(to: violation) ?? "")
        }
        guard removesUnused else {
            for violation in unused {
                let command = "bulkhead fix --remove-unused \(violation.module)"
                leave(violation, "run '\(command)' to remove it")
            }
            return
        }
        for violation in report.needed where targets?.contains(violation.module) != false {
            let reason = violation.suppression?.justification ?? ""
            kept.append(Remainder(violation: violation, note: reason))
        }
    }

    /// Returns the first violation of a rule for each pair of modules.
    private static func first(of violations: [Violation], _ rule: Rule) -> [Violation] {
        var seen: Set<[String?]> = []
        return violations.filter {
            $0.rule == rule && seen.insert([$0.module, $0.subject]).inserted
        }
    }

    private mutating func leave(_ violation: Violation, _ note: String) {
        remainders.append(Remainder(violation: violation, note: note))
    }

    /// Applies an edit to ``graph``.
    private mutating func apply(_ action: Action) {
        actions.append(action)
        graph = graph.mapDependencies { target in
            switch action {
            case .add(let name, to: target.name): target.dependencies + [name]
            case .remove(let name, from: target.name): target.dependencies.filter { $0 != name }
            default: target.dependencies
            }
        }
    }
}

// MARK: - Additions

extension ManifestFix {
    private mutating func add(_ violation: Violation) {
        guard let name = violation.subject, let other = graph.module(named: name) else {
            return
        }
        let dependency = Dependency(of: violation.module, on: name)
        if let cycle = cycle(with: dependency) {
            return leave(
                violation,
                "the dependency would create a cycle, \(cycle); move the code to one module, or invert the dependency"
            )
        }
        if other.kind == .test, graph.module(named: violation.module)?.kind != .test {
            return leave(
                violation,
                "only test targets can depend on a test target; move the shared code to a library"
            )
        }
        let imports = undeclaredImports[dependency] ?? []
        guard
            let element = edit.element(
                for: other,
                of: violation.module,
                in: graph,
                isConditional: imports.allSatisfy(\.isConditional)
            )
        else {
            let remedy =
                "other targets declare this dependency only with a condition; add it to '\(violation.module)' with a condition"
            return leave(violation, remedy)
        }
        do {
            try edit.add(element, to: violation.module)
        } catch {
            return leave(
                violation,
                "add \(element) to the dependencies of '\(violation.module)' (\(error.words))"
            )
        }
        apply(.add(name, to: violation.module))
        if element.contains("condition:") {
            graph = graph.addingCondition(to: dependency)
        }
    }

    /// Returns the cycle that a dependency would create, such as `A → B → A`, or `nil` if it would
    /// create none. As in SwiftPM, the use of a plugin counts as a dependency.
    private func cycle(with dependency: Dependency) -> String? {
        let edges = graph.mapDependencies { $0.dependencies + ($0.plugins ?? []) }
        let chain = edges.shortestChains(
            from: dependency.dependsOn,
            to: dependency.module,
            limit: 1
        ).first
        return chain.map { ([dependency.module] + $0).joined(separator: " → ") }
    }
}

// MARK: - Removals

extension ManifestFix {
    /// Removes an unused dependency if possible. Returns whether it was removed.
    private mutating func remove(_ violation: Violation) -> Bool {
        guard let name = violation.subject, obstacle(to: violation) == nil,
            (try? edit.remove(name, from: violation.module)) != nil
        else { return false }
        apply(.remove(name, from: violation.module))
        return true
    }

    /// Returns why an unused dependency cannot be removed, or `nil` if it can be removed.
    private func obstacle(to violation: Violation) -> String? {
        let name = violation.subject ?? ""
        if let user = reliance(on: Dependency(of: violation.module, on: name)) {
            return
                "'\(user.module)' imports '\(user.dependsOn)', which it reaches only through this dependency"
        }
        var trial = edit
        do {
            try trial.remove(name, from: violation.module)
            return nil
        } catch { return "\(violation.remedy) (\(error.words))" }
    }

    /// Returns an undeclared import whose module can be reached only through the given dependency.
    private func reliance(on dependency: Dependency) -> Dependency? {
        let targets = graph.reachable(from: dependency.dependsOn).union([dependency.dependsOn])
        let imports = undeclaredImports.keys.filter { targets.contains($0.dependsOn) }
        return imports.sorted { ($0.module, $0.dependsOn) < ($1.module, $1.dependsOn) }.first {
            used in
            let isReached = graph.reachable(from: used.module).contains(used.dependsOn)
            return isReached
                && !graph.reachable(from: used.module, without: dependency).contains(used.dependsOn)
        }
    }
}

// MARK: - Results

extension ManifestFix {
    /// Returns the edits as a unified diff.
    public func difference() async throws -> String {
        let folder = try TemporaryDirectory()
        let files = ["old", "new"].map { folder.url.appending(path: $0) }
        for (file, text) in zip(files, [original, text]) {
            try Data(text.utf8).write(to: file)
        }
        let labels = ["-L", "a/\(fileName)", "-L", "b/\(fileName)"]
        let outcome = try await Program.run("diff", ["-u"] + labels + files.map(\.path))
        return String(decoding: outcome.output, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// Writes the edited manifest.
    ///
    /// SwiftPM first evaluates it in a copy of the package. This function throws an error and
    /// writes nothing if SwiftPM rejects the result, or if the result does not have the
    /// dependencies in ``graph``.
    public func write(to root: String) async throws {
        let manifest = [fileName: Data(text.utf8)]
        let copy = try LinkedCopy(of: root, replacing: manifest, linksNeighbors: true)
        let written = try await SwiftPackage.load(copy.path).graph
        for module in written.modules where module.kind != .external {
            let expected = graph.module(named: module.name)
            guard expected?.dependencies.sorted() == module.dependencies.sorted(),
                expected?.conditionalDependencies == module.conditionalDependencies
            else { throw ManifestFixError.unexpected(module: module.name) }
        }
        let file = URL(filePath: "\(root)/\(fileName)")
        do {
            try Data(text.utf8).write(to: file, options: .atomic)
        } catch {
            throw ManifestFixError.cannotWrite(
                path: file.path,
                reason: error.localizedDescription
            )
        }
    }

    /// The names of the other manifests that declare one of the changed targets. SwiftPM reads them
    /// with other versions of Swift, so they are not edited.
    public func otherManifests(in root: String) -> [String] {
        let targets = Set(
            actions.map { action in
                switch action {
                case .add(_, let target), .remove(_, let target): target
                }
            }
        )
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let others = names.filter { name in
            name != fileName && name.hasSuffix(".swift")
                && (name == "Package.swift" || name.hasPrefix("Package@swift-"))
        }
        return others.sorted().filter { name in
            let text = FileManager.default.contents(atPath: "\(root)/\(name)") ?? Data()
            let manifest = String(decoding: text, as: UTF8.self)
            return targets.contains { manifest.contains("\"\($0)\"") }
        }
    }
}

/// The reason why an edited manifest was not written.
public enum ManifestFixError: Error, Hashable {
    /// The edit would not have the expected effect on the dependencies of a module.
    case unexpected(module: String)
    case cannotWrite(path: String, reason: String)
}

extension ManifestEdit {
    /// Returns an expression that declares a dependency of a target on a module, based on the
    /// expressions in other targets.
    ///
    /// The targets through which the target reaches the module take precedence. If all of them
    /// declare a product with a condition, the expression has the same condition. In this case, the
    /// result is `nil` if the manifest does not contain the expression literally, or if the
    /// conditions differ. For a target of the package, the condition is used only if the imports
    /// are conditional too.
    fileprivate func element(
        for module: Module,
        of target: String,
        in graph: ModuleGraph,
        isConditional: Bool
    ) -> String? {
        let users = graph.modules.filter { $0.dependencies.contains(module.name) }
        let reached = graph.reachable(from: target)
        let links = users.filter { reached.contains($0.name) }
        let sources = links.isEmpty ? users : links
        let isAlwaysConditional =
            !users.isEmpty
            && sources.allSatisfy { $0.conditionalDependencies.contains(module.name) }
        let name = "\"\(module.name)\""
        let ofSources = elements(named: module.name, of: Set(sources.map(\.name)))
        let conditional = (ofSources.isEmpty ? elements(named: module.name) : ofSources)
            .filter { $0.contains("condition:") }
        guard module.kind == .external else {
            let needsCondition = isAlwaysConditional && isConditional
            return needsCondition ? conditional.first ?? name : name
        }
        if isAlwaysConditional {
            let meanings = Set(conditional.map { $0.filter { !$0.isWhitespace } })
            return meanings.count == 1 ? conditional.first : nil
        }
        let hasConditionalChain =
            reached.contains(module.name)
            && !graph.withoutConditionalDependencies.reachable(from: target).contains(module.name)
        if hasConditionalChain, isConditional {
            return nil
        }
        if let plain = elements(named: module.name).first(where: { !$0.contains("condition:") }) {
            return plain
        }
        return module.package.map { ".product(name: \(name), package: \"\($0)\")" } ?? name
    }
}

extension ModuleGraph {
    /// The graph without the dependencies that are declared only with a condition.
    fileprivate var withoutConditionalDependencies: ModuleGraph {
        mapDependencies { module in
            module.dependencies.filter { !module.conditionalDependencies.contains($0) }
        }
    }

    fileprivate func addingCondition(to dependency: Dependency) -> ModuleGraph {
        let changed = modules.map { module in
            var module = module
            if module.name == dependency.module {
                module.conditionalDependencies.insert(dependency.dependsOn)
            }
            return module
        }
        return ModuleGraph(changed, libraries: libraries)
    }
}

extension ManifestEdit.Refusal {
    /// The reason as a phrase.
    fileprivate var words: String {
        switch self {
        case .noDeclaration: "the manifest does not declare this target with a literal name"
        case .ambiguous: "the manifest declares several targets with this name"
        case .noElement: "the declaration of the target does not list this name"
        case .alreadyListed: "its list contains this name already, for other builds"
        }
    }
}
