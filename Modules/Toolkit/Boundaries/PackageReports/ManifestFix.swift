public import BoundaryRules
import Foundation
public import PackageManifest

/// The edits to a manifest that resolve the findings of a check.
///
/// The edits add missing dependencies. If requested, they also remove dependencies that no file
/// imports. A dependency is kept if the code may need it without an import, or if an undeclared
/// import relies on it.
public struct ManifestFix: Sendable {
    public enum Action: Sendable, Hashable {
        case add(String, to: String)
        case remove(String, from: String)

        /// The name of the dependency.
        fileprivate var name: String {
            switch self {
            case .add(let name, _), .remove(let name, _): name
            }
        }
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
    /// The targets of the package and their dependencies after the edits.
    public private(set) var graph: ModuleGraph
    /// The modules of all packages and their dependencies after the edits.
    fileprivate private(set) var modules: ModuleGraph
    /// The path of the manifest, relative to the folder of the packages.
    public let path: String
    private let package: SwiftPackage
    private let checker: BoundaryChecker
    /// All packages of the set.
    private let packages: [SwiftPackage]
    /// The identities of the packages with a URL that the edits add to the manifest.
    private var addedPackages: Set<String> = []
    private var edit: ManifestEdit
    /// The imports for which the importing target does not declare a dependency.
    private let undeclaredImports: Set<Dependency>

    /// The contents of the manifest with the edits.
    public var text: String { String(decoding: edit.text, as: UTF8.self) }

    /// The number of dependencies that the edits add.
    public var additionCount: Int { actions.count { if case .add = $0 { true } else { false } } }

    private init(
        to package: SwiftPackage,
        at path: String,
        modules: ModuleGraph,
        report: BoundaryReport
    ) {
        self.package = package
        packages = report.packages.packages
        checker = report.checker
        self.path = path
        self.modules = modules
        undeclaredImports = report.undeclaredImports
        graph = package.graph
        edit = ManifestEdit(package.text)
    }

    /// Returns the edits for the violations in a report.
    ///
    /// - Parameters:
    ///   - package: The package whose manifest is edited, or `nil` for the first package.
    ///   - previous: The edits to the manifest of another package, which the result takes into
    ///     account, or `nil`.
    ///   - targets: The modules to edit, or `nil` for all modules.
    ///   - removesUnused: Whether to remove dependencies that no file imports.
    public static func resolving(
        _ report: BoundaryReport,
        in package: SwiftPackage? = nil,
        after previous: ManifestFix? = nil,
        targets: Set<String>? = nil,
        removesUnused: Bool
    ) -> ManifestFix {
        let set = report.packages
        let package = package ?? set.packages[0]
        var fix = ManifestFix(
            to: package,
            at: set.folder(of: package).appendingPath(package.fileName),
            modules: previous?.modules ?? set.graph,
            report: report
        )
        func isEdited(_ violation: Violation) -> Bool {
            set.package(of: violation.module)?.root == package.root
                && targets?.contains(violation.module) != false
        }
        let reported = report.violations + report.suppressed.filter { $0.suppression == .baseline }
        let violations = reported.filter(isEdited)
        let forbidden = Finding.grouping(violations.filter(report.isDeclaredOnly)).map(\.first)
        let unused = first(of: violations, .unusedDependency) + forbidden
        // An unused dependency and a missing dependency can form a cycle. For this reason, unused
        // dependencies on which no undeclared import relies are removed first.
        let delayed = removesUnused ? unused.filter { !fix.remove($0) } : []
        for violation in first(of: violations, .undeclaredImport) {
            fix.add(violation)
        }
        if package.root == set.packages[0].root {
            // Xcode projects declare these modules.
            let others = reported.filter { set.package(of: $0.module) == nil }
            for violation in first(of: others, .undeclaredImport) {
                fix.leave(violation, violation.remedy)
            }
        }
        for violation in delayed where !fix.remove(violation) {
            fix.leave(violation, fix.obstacle(to: violation) ?? "")
        }
        guard removesUnused else {
            for violation in unused {
                let command = "bulkhead fix --remove-unused \(violation.module)"
                fix.leave(violation, "run '\(command)' to remove it")
            }
            return fix
        }
        fix.kept = report.needed.filter(isEdited).map { violation in
            Remainder(violation: violation, note: violation.suppression?.justification ?? "")
        }
        return fix
    }

    /// Returns the first violation of a rule for each pair of modules.
    private static func first(of violations: [Violation], _ rule: Rule) -> [Violation] {
        Finding.grouping(violations.filter { $0.rule == rule }).map(\.first)
    }

    private mutating func leave(_ violation: Violation, _ note: String) {
        remainders.append(Remainder(violation: violation, note: note))
    }

    /// Applies an edit to the dependencies of modules in ``graph`` and ``modules``.
    ///
    /// - Parameters:
    ///   - users: The modules whose dependencies change.
    ///   - others: The modules that the dependency provides.
    private mutating func apply(_ action: Action, to users: [Module], _ others: [String]) {
        actions.append(action)
        func change(_ dependencies: inout [String], by names: [String]) {
            dependencies.removeAll(where: names.contains)
            if case .add = action {
                dependencies += names
            }
        }
        for user in users {
            graph.update(user.target) { change(&$0.dependencies, by: [action.name]) }
            modules.update(user.name) { module in
                change(&module.dependencies, by: others)
                module.declaredProducts.removeAll { $0.name == action.name }
            }
        }
    }

    /// Returns the name of the target of a module.
    private func target(of violation: Violation) -> String {
        modules.module(named: violation.module)?.target ?? violation.module
    }
}

// MARK: - Additions

extension ManifestFix {
    private mutating func add(_ violation: Violation) {
        guard let user = modules.module(named: violation.module), let name = violation.other,
            !user.dependencies.contains(name)
        else { return }
        guard let other = modules.module(named: name) else {
            return leave(violation, violation.remedy)
        }
        if let reason = reason(against: [user], dependingOn: [name]) {
            return leave(violation, reason)
        }
        guard modules.separates(user, from: other) else {
            return add(graph.module(named: other.target) ?? other, violation, providing: [name])
        }
        guard let product = modules.products(containing: other).first,
            let package = modules.package(named: user.package)
        else { return leave(violation, violation.remedy) }
        guard addPackage(product.package, to: package, for: violation) else { return }
        let provided = product.package.products[product.name] ?? []
        if let declared = graph.module(named: product.name), declared.kind == .external {
            add(declared, violation, providing: provided)
        } else {
            insert(package.element(for: product), product.name, violation, providing: provided)
        }
    }

    /// Adds the dependency of a package on another package if its manifest does not declare the
    /// dependency. Returns whether the manifest then declares the dependency.
    private mutating func addPackage(
        _ other: LocalPackage,
        to package: LocalPackage,
        for violation: Violation
    ) -> Bool {
        guard package.references[other.name] == nil else { return true }
        guard !modules.reaches(other, package) else {
            leave(
                violation,
                "the package '\(other.name)' depends on '\(package.name)' already; move the code to one package, or invert the dependency"
            )
            return false
        }
        let path = "/\(other.folder)".relative(to: "/\(package.folder)")
        guard (try? edit.addPackage(".package(path: \"\(path)\")")) != nil else {
            leave(
                violation,
                "add .package(path: \"\(path)\") to the manifest (it has an unusual form)"
            )
            return false
        }
        modules = modules.adding(other, to: package)
        return true
    }

    /// Adds the dependency on a target of the package, or on a product that another target uses.
    private mutating func add(
        _ other: Module,
        _ violation: Violation,
        providing modules: [String]
    ) {
        let target = target(of: violation)
        if other.kind == .test, graph.module(named: target)?.kind != .test {
            return leave(
                violation,
                "only test targets can depend on a test target; move the shared code to a library"
            )
        }
        let users = (graph.dependents[other.name] ?? []).compactMap(graph.module(named:))
        guard
            users.isEmpty
                || users.contains(where: { !$0.conditionalDependencies.contains(other.name) })
        else {
            let remedy =
                "other targets declare this dependency only with a condition; add it to '\(target)' with a condition"
            return leave(violation, remedy)
        }
        guard addPackage(of: other, for: violation) else { return }
        insert(edit.element(for: other), other.name, violation, providing: modules)
    }

    /// Adds the dependency on the package of a product if the manifest does not declare it. The
    /// requirement is that of another package of the set. Returns whether the manifest then
    /// declares the dependency.
    private mutating func addPackage(of product: Module, for violation: Violation) -> Bool {
        guard product.kind == .external, let identity = product.package?.lowercased(),
            package.description.packages[identity] == nil, !addedPackages.contains(identity)
        else { return true }
        let elements = packages.lazy.compactMap { other in
            ManifestEdit(other.text).element(ofPackage: identity)
        }
        guard let element = elements.first, (try? edit.addPackage(element)) != nil else {
            leave(
                violation,
                "add the package '\(identity)' to the dependencies of the manifest; \(violation.remedy)"
            )
            return false
        }
        addedPackages.insert(identity)
        return true
    }

    private mutating func insert(
        _ element: String,
        _ name: String,
        _ violation: Violation,
        providing others: [String]
    ) {
        guard let user = modules.module(named: violation.module) else { return }
        var users = [user]
        var trial = edit
        do {
            if let (part, list) = checker.part(declaring: user) {
                users = checker.modules(of: list, in: part, declaring: user)
                guard let other = modules.module(named: violation.other ?? ""),
                    checker.canList(other, in: user)
                else { return leave(violation, violation.remedy) }
                try trial.list(name, under: list, of: part)
            } else {
                try trial.add(element, to: user.target)
            }
        } catch {
            return leave(
                violation,
                "add \(element) to the dependencies of '\(user.target)' (\(error.words))"
            )
        }
        if let reason = reason(against: users, dependingOn: others) {
            return leave(violation, reason)
        }
        edit = trial
        apply(.add(name, to: user.target), to: users, others)
    }

    /// Returns the reason why modules must not depend on others, or `nil` if they can.
    private func reason(against users: [Module], dependingOn others: [String]) -> String? {
        for user in users {
            for other in others.compactMap(modules.module(named:))
            where !user.dependencies.contains(other.name) {
                if !checker.rules.allows(user, toDependOn: other, in: modules) {
                    return
                        "'\(user.name)' would depend on '\(other.name)', which the rules forbid; move the code, or change the rules"
                }
                if let cycle = cycle(with: Dependency(of: user.name, on: other.name)) {
                    return
                        "the dependency would create a cycle, \(cycle); move the code to one module, or invert the dependency"
                }
            }
        }
        return nil
    }

    /// Returns the cycle that a dependency would create, such as `A → B → A`, or `nil` if it would
    /// create no cycle. As in SwiftPM, the use of a plugin counts as a dependency.
    private func cycle(with dependency: Dependency) -> String? {
        let reached = Set(reachableFrom: [dependency.dependsOn]) { name in
            modules.module(named: name).map { $0.dependencies + ($0.plugins ?? []) } ?? []
        }
        guard reached.contains(dependency.module) else { return nil }
        let edges = modules.mapDependencies { $0.dependencies + ($0.plugins ?? []) }
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
        let name = declaredName(of: violation)
        let provided = modules(of: violation)
        let user = modules.module(named: violation.module)
        if user?.dependencies.contains(where: provided.contains) == false {
            // The removal from another target of the same part includes this one.
            return true
        }
        guard let user, obstacle(to: violation) == nil,
            let users = try? edit.remove(name, from: user, checker)
        else { return false }
        apply(.remove(name, from: user.target), to: users, provided)
        return true
    }

    /// Returns the name by which the manifest declares an unused dependency.
    private func declaredName(of violation: Violation) -> String {
        let name = violation.other ?? ""
        return modules.module(named: name)?.target ?? name
    }

    /// Returns the modules that an unused dependency provides.
    private func modules(of violation: Violation) -> [String] {
        let name = violation.other ?? ""
        let products = modules.module(named: violation.module)?.declaredProducts ?? []
        return products.first { $0.name == name }?.modules ?? [name]
    }

    /// Returns why an unused dependency cannot be removed, or `nil` if it can be removed.
    private func obstacle(to violation: Violation) -> String? {
        let dependencies = modules(of: violation).map { Dependency(of: violation.module, on: $0) }
        if let user = dependencies.lazy.compactMap(reliance).first {
            return
                "'\(user.module)' imports '\(user.dependsOn)', which it reaches only through this dependency"
        }
        guard let user = modules.module(named: violation.module) else { return nil }
        if violation.rule != .unusedDependency,
            let other = modules.module(named: violation.other ?? ""),
            let reason = checker.reasonToKeep(other, in: user)
        {
            return "\(violation.remedy) (the code may need it without an import: \(reason))"
        }
        var trial = edit
        do {
            _ = try trial.remove(declaredName(of: violation), from: user, checker)
            return nil
        } catch { return "\(violation.remedy) (\(error.words))" }
    }

    /// Returns an undeclared import whose module can be reached only through the given dependency.
    private func reliance(on dependency: Dependency) -> Dependency? {
        let targets = modules.reachable(from: dependency.dependsOn).union([dependency.dependsOn])
        let users = Set(reachableFrom: [dependency.module]) { modules.dependents[$0] ?? [] }
            .union([dependency.module])
        let imports = undeclaredImports.filter { used in
            targets.contains(used.dependsOn) && users.contains(used.module)
        }
        return imports.sorted { ($0.module, $0.dependsOn) < ($1.module, $1.dependsOn) }.first {
            used in
            let isReached = modules.reachable(from: used.module).contains(used.dependsOn)
            return isReached
                && !modules.reachable(from: used.module, without: dependency).contains(
                    used.dependsOn
                )
        }
    }
}

// MARK: - Results

extension BoundaryReport {
    /// Whether no rules state which dependencies are allowed.
    public var hasNoRules: Bool { !rules.hasRestrictions }

    /// Returns the violations that remain after fixes, each of which takes the previous ones into
    /// account, including those that the baseline allows.
    public func violations(after fixes: [ManifestFix]) -> [Violation] {
        let results = checker.applying(fixes.last?.modules ?? packages.graph).results()
        return results.filter { $0.suppression == nil || $0.suppression == .baseline }
    }
}

extension ManifestFix {
    /// Returns the edits as a unified diff.
    public func difference() async throws -> String {
        let folder = try TemporaryDirectory()
        let files = ["old", "new"].map { folder.url.appending(path: $0) }
        for (file, text) in zip(files, [package.text, text]) {
            try Data(text.utf8).write(to: file)
        }
        let labels = ["-L", "a/\(path)", "-L", "b/\(path)"]
        let outcome = try await Program.run("diff", ["-u"] + labels + files.map(\.path))
        return outcome.text
    }

    /// Writes the edited manifest.
    ///
    /// SwiftPM first evaluates the manifest in a copy of the package.
    ///
    /// - Throws: An error if SwiftPM rejects the result, or if the result does not have the
    ///   dependencies in ``graph``. In these cases, nothing is written.
    public func write() async throws {
        let root = package.root
        let fileName = package.fileName
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

    /// The paths of the other manifests that declare one of the changed targets. SwiftPM reads them
    /// with other versions of Swift, so they are not edited.
    public var otherManifests: [String] {
        let root = package.root
        let targets = Set(
            actions.map { action in
                switch action {
                case .add(_, let target), .remove(_, let target): target
                }
            }
        )
        let others = FileManager.default.names(in: root).filter { name in
            name != package.fileName && name.hasSuffix(".swift")
                && (name == "Package.swift" || name.hasPrefix("Package@swift-"))
        }
        return others.sorted().filter { name in
            let text = FileManager.default.contents(atPath: "\(root)/\(name)") ?? Data()
            let manifest = String(decoding: text, as: UTF8.self)
            return targets.contains { manifest.contains("\"\($0)\"") }
        }.map { path.dropLast(package.fileName.count) + $0 }
    }
}

/// The reason why an edited manifest was not written.
public enum ManifestFixError: ToolkitError, Hashable {
    /// The edit would not have the expected effect on the dependencies of a module.
    case unexpected(module: String)
    case cannotWrite(path: String, reason: String)

    public var message: String {
        switch self {
        case .unexpected(let module):
            "the new manifest would change the dependencies of '\(module)' in an unexpected way; "
                + "Package.swift is unchanged; edit it by hand"
        case .cannotWrite(let path, let reason):
            "cannot write '\(path)': \(reason); check the permissions of the file and its folder"
        }
    }

    public var exitCode: ErrorExitCode {
        switch self {
        case .unexpected: .unusablePackage
        case .cannotWrite: .cannotCreate
        }
    }
}

extension ManifestEdit {
    /// Removes a dependency that a module does not import. Returns the modules that lose the
    /// dependency.
    ///
    /// If a part declares the module, other modules of the part may need the dependency. In this
    /// case, it moves to the list that they need.
    fileprivate mutating func remove(
        _ name: String,
        from user: Module,
        _ checker: BoundaryChecker
    ) throws(Refusal) -> [Module] {
        guard let part = checker.part(declaring: user)?.part else {
            try remove(name, from: user.target)
            return [user]
        }
        let importers = checker.importers(of: name, in: part, declaring: user)
        let needed = importers.compactMap { part.list(for: $0.target) }.max()
        guard let list = list(naming: name, of: part), needed != list else { throw .noElement }
        try self.list(name, under: needed, of: part)
        let others = needed.map { checker.modules(of: $0, in: part, declaring: user) } ?? []
        return checker.modules(of: list, in: part, declaring: user).filter { !others.contains($0) }
    }

    /// Returns an expression that declares a dependency on a module. For a product, the expression
    /// is that of another target, if possible.
    fileprivate func element(for module: Module) -> String {
        let name = "\"\(module.name)\""
        guard module.kind == .external else { return name }
        return element(ofProduct: module.name)
            ?? module.package.map { ".product(name: \(name), package: \"\($0)\")" } ?? name
    }
}
