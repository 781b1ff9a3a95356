public import SwiftSource

public struct BoundaryChecker: Sendable {
    public private(set) var graph: ModuleGraph
    public private(set) var rules: LayerRules
    let manifest: ManifestText
    /// The manifests of the packages by the names of the packages.
    let manifests: [String: ManifestText]
    let knowsEveryDependency: Bool
    let unlistedFolders: [String]
    /// The targets that calls missing in the manifest would declare. The folder of such a target is
    /// reported instead of its imports.
    private var missingTargets: Set<String> = []
    let sources: @Sendable (Module) -> [SourceFile]

    /// Creates a checker for the modules of a graph.
    ///
    /// - Parameters:
    ///   - manifest: The manifest. Violations in declared dependencies are reported at their places
    ///     in the manifest.
    ///   - manifests: The manifests of several packages by the names of the packages.
    ///   - knowsEveryDependency: Whether the graph also contains the dependencies for other
    ///     platforms. If not, an import between `#if` and `#endif` needs no declared dependency.
    ///   - unlistedFolders: The folders of layers that contain Swift files and no target.
    ///   - sources: A function that returns the readable files of a module. It is also called for
    ///     modules that are not checked, if a message mentions them.
    public init(
        graph: ModuleGraph,
        rules: LayerRules,
        manifest: ManifestText,
        manifests: [String: ManifestText] = [:],
        knowsEveryDependency: Bool = true,
        unlistedFolders: [String] = [],
        sources: @escaping @Sendable (Module) -> [SourceFile]
    ) {
        self.graph = graph
        self.rules = rules
        self.manifest = manifest
        self.manifests = manifests
        self.knowsEveryDependency = knowsEveryDependency
        self.unlistedFolders = unlistedFolders
        self.sources = sources
        missingTargets = targetsOfMissingParts()
    }

    /// Returns the unsuppressed violations of a module. Violations in its files precede violations
    /// in the manifest.
    public func violations(of module: Module) -> [Violation] {
        unsuppressed(results(of: module, reachGraph()))
    }

    /// Returns the unsuppressed violations of the package as a whole: cycles, unknown dependencies,
    /// unchecked modules, and settings that are not needed or match no module.
    public func violationsOfPackage() -> [Violation] {
        unsuppressed(resultsOfPackage(reachGraph()))
    }

    private func unsuppressed(_ results: [Violation]) -> [Violation] {
        (rules.baseline?.suppressing(results) ?? results).filter { $0.suppression == nil }
    }

    /// Returns all violations of the package, including suppressed ones, and the baseline entries
    /// that match no violation.
    public func results() -> [Violation] {
        let reach = reachGraph()
        let all = graph.modules.flatMap { results(of: $0, reach) } + resultsOfPackage(reach)
        let found = rules.baseline?.suppressing(all) ?? all
        let matched = Set(found.filter { $0.suppression == .baseline }.map(\.identity))
        let strict = Set(found.filter(\.isStrict).map(\.identity))
        let unmatched = rules.baseline?.entries.filter { !matched.contains($0) } ?? []
        return found + checked(unmatched.map { stale($0, isStrict: strict.contains($0)) })
    }

    /// Returns a checker for the same package with the given rules.
    public func applying(_ rules: LayerRules) -> BoundaryChecker {
        var checker = self
        checker.rules = rules
        return checker
    }

    /// Returns a checker for the same sources with the given graph.
    public func applying(_ graph: ModuleGraph) -> BoundaryChecker {
        var checker = self
        checker.graph = graph
        checker.missingTargets = checker.targetsOfMissingParts()
        return checker
    }

    /// Returns the manifest that declares a module, or the only manifest.
    func manifest(of module: Module?) -> ManifestText {
        module?.package.flatMap { manifests[$0] } ?? manifest
    }

    private func results(of module: Module, _ reach: ReachGraph?) -> [Violation] {
        guard module.isSwift || module.kind == .clang else {
            return checked(placement(of: module))
        }
        // The includes of C code are not read, but its declared dependencies are known.
        let files = module.isSwift ? sources(module) : []
        // Many files import the same modules.
        var limits: [String: DependencyLimit?] = [:]
        let imports = files.flatMap { file in
            file.imports.flatMap { check($0, in: file, of: module, &limits) }
        }
        return checked(
            imports + containerProtocols(of: module, in: files)
                + dependencies(of: module, in: files)
                + forbiddenReaches(of: module, in: reach) + placement(of: module)
        )
    }

    private func resultsOfPackage(_ reach: ReachGraph?) -> [Violation] {
        checked(
            graph.cycles().compactMap { cycle in
                let modules = cycle.compactMap(graph.module(named:))
                return modules.first { $0.kind != .external }.map { self.cycle(cycle, of: $0) }
            }
                + unknownDependencies() + uncheckedModules() + unusedExceptions(reach)
                + unsharedProtocols() + foreignPorts() + needlessPublicTypes()
                + unmatchedSettings() + emptyPackages() + unlistedParts()
        )
    }

    /// Returns the violations whose severity is not `off`.
    private func checked(_ violations: [Violation]) -> [Violation] {
        violations.filter { $0.severity != .off }
    }
}

// MARK: - One module

extension BoundaryChecker {
    /// Returns the violations of an import.
    ///
    /// - Parameter limits: The limits on imports in `module` that were evaluated so far, by the
    ///   imported names.
    private func check(
        _ declaration: ImportDeclaration,
        in file: SourceFile,
        of module: Module,
        _ limits: inout [String: DependencyLimit?]
    ) -> [Violation] {
        let name = declaration.module
        // A module outside the graph belongs to the toolchain or to another package, so it counts
        // as external.
        let known = graph.module(importedAs: name, in: module)
        let other = known ?? Module(name: name, kind: .external, folder: "")
        guard other.name != module.name else { return [] }
        let place = Place(path: file.path, location: declaration.location)
        var found: [Violation] = []
        if declaration.isReexport {
            found.append(reexport(of: name, by: module, at: place))
        }
        let isDeclared =
            module.dependencies.contains(other.name) || isOfDeclaredPackage(other, for: module)
        let limit = limits[name] ?? rules.limit(on: module, dependingOn: other, in: graph)
        limits.updateValue(limit, forKey: name)
        if let limit {
            found.append(
                forbidden(
                    other,
                    by: module,
                    verb: isDeclared ? "depends on" : "imports",
                    limit: limit,
                    at: place
                )
            )
        } else if !isDeclared, !declaration.isOptional,
            knowsEveryDependency || !declaration.isConditional,
            known == nil
                ? isOfOtherPackage(name, for: module)
                : other.kind != .external || !missingTargets.contains(other.name)
        {
            let isWarning = known == nil || !declaration.optionalModules.isEmpty
            found.append(
                undeclared(other, importedAs: name, by: module, at: place, isWarning: isWarning)
            )
        }
        found = checked(found)
        guard let reason = declaration.allowance else { return found }
        let isJustified = reason.contains(where: \.isLetter)
        if !isJustified || found.isEmpty && (knowsEveryDependency || !declaration.isConditional) {
            found.append(
                unusedSuppression(of: name, by: module, isJustified: isJustified, at: place)
            )
        } else {
            for index in found.indices where !found[index].isStrict {
                found[index].suppression = .inSource(reason: reason)
            }
        }
        return found
    }

    /// Whether a declared product of another package may contain the module.
    ///
    /// A manifest names the products of other packages, not their modules, so this is true for
    /// every module of such a package. The products of packages on this machine are known.
    private func isOfDeclaredPackage(_ other: Module, for module: Module) -> Bool {
        guard other.kind == .external, other.contents == nil, let package = other.package,
            graph.package(named: package) == nil
        else { return false }
        return uses(package, module)
    }

    /// Whether a module outside the graph probably belongs to a package of which the importing
    /// module declares no product.
    ///
    /// The name of the module begins with that of a product, such as `NIO` for `NIOCore`, or with
    /// that of the package, and another module that uses the package imports it, too.
    private func isOfOtherPackage(_ name: String, for module: Module) -> Bool {
        let products = graph.unresolvedProducts.filter { product in
            let words = product.package?.split { !$0.isLetter && !$0.isNumber } ?? []
            let package = words.first { $0 != "swift" } ?? ""
            return name.hasPrefix(product.target)
                || package.count > 2 && name.lowercased().hasPrefix(package.lowercased())
        }
        let packages = Set(products.compactMap(\.package))
        guard !Toolchain.modules.contains(name), !packages.isEmpty,
            !packages.contains(where: { uses($0, module) })
        else { return false }
        return graph.modules.contains { user in
            user.isSwift && packages.contains { uses($0, user) }
                && sources(user).contains { $0.imports.contains { $0.module == name } }
        }
    }

    /// Whether a module declares a dependency on a product of a package.
    private func uses(_ package: String, _ module: Module) -> Bool {
        graph.dependencies(of: module).contains { $0.package == package }
    }

    /// Returns a violation if the module is in no layer, or if its layer requires different package
    /// access.
    private func placement(of module: Module) -> [Violation] {
        guard !rules.layers.isEmpty, module.kind != .external else {
            return []
        }
        guard let layer = rules.layer(of: module) else {
            return [misplaced(module)]
        }
        guard module.isSwift, let expected = layer.packageAccess, let access = module.packageAccess,
            access != expected
        else { return [] }
        return [wrongPackageAccess(of: module, expected: expected, layer)]
    }

    private func containerProtocols(of module: Module, in files: [SourceFile]) -> [Violation] {
        guard let container = rules.container, container.module == module.name else {
            return []
        }
        let required = requiredProtocols(of: container)
        var classes: [(file: SourceFile, type: TypeDeclaration)] = []
        for file in files {
            for type in file.types where type.kind == .class && type.name == container.name {
                classes.append((file, type))
            }
        }
        if let first = required.first, classes.isEmpty {
            return [
                unlisted(
                    first.type,
                    of: first.module,
                    in: container,
                    by: module,
                    at: place(of: module)
                )
            ]
        }
        let extensions = files.flatMap(\.types).filter {
            $0.kind == .extension && $0.name == container.name
        }
        let extended = Set(extensions.flatMap(\.inheritedNames))
        var violations: [Violation] = []
        for (file, type) in classes {
            let place = Place(path: file.path, location: type.location)
            for (other, role) in required where !type.inheritedNames.contains(role.name) {
                // A public class cannot list a protocol from an internal import, so an extension
                // may list package protocols.
                if !role.isPublic, extended.contains(role.name) {
                    continue
                }
                violations.append(
                    unlisted(role, of: other, in: container, by: module, at: place)
                )
            }
        }
        return violations
    }

    private func requiredProtocols(
        of container: LayerRules.Container
    ) -> [(module: Module, type: TypeDeclaration)] {
        var required: [(module: Module, type: TypeDeclaration)] = []
        for other in graph.modules {
            guard let layer = rules.layer(of: other), container.declaredIn.contains(layer.name)
            else { continue }
            for type in sources(other).flatMap(\.types) where isContainerProtocol(type) {
                required.append((other, type))
            }
        }
        return required
    }

    func isContainerProtocol(_ type: TypeDeclaration) -> Bool {
        guard let suffix = rules.container?.protocolSuffix else { return false }
        return type.kind == .protocol && (type.isPublic || type.accessLevel == "package")
            && type.name.hasSuffix(suffix)
    }
}

extension TypeDeclaration {
    fileprivate var inheritedNames: [String] {
        inherited.map { String($0.split(separator: ".").last ?? "") }
    }
}

// MARK: - The package

extension BoundaryChecker {
    private func unknownDependencies() -> [Violation] {
        graph.modules.filter { $0.kind != .external }.flatMap { module in
            module.dependencies.filter { graph.module(named: $0) == nil }.map {
                unknown($0, of: module)
            }
        }
    }

    /// Returns a violation if the target whose build checks all targets does not use the Boundaries
    /// plugin, or does not exist.
    private func uncheckedModules() -> [Violation] {
        guard let name = rules.checkedWith else { return [] }
        let module = graph.module(named: name)
        if let plugins = module?.plugins, !plugins.contains("Boundaries") {
            return [unchecked(name)]
        }
        return module == nil ? [unknownChecker(name)] : []
    }

    /// Returns violations for the packages without targets, or a violation if no package contains
    /// a Swift module.
    private func emptyPackages() -> [Violation] {
        let targets = graph.modules.filter { $0.kind != .external }
        let name = manifest.fileName
        if !targets.isEmpty, !targets.contains(where: \.isSwift) {
            let reason = "it contains only C code, system libraries and plugins"
            return [empty(manifest, of: name, reason)]
        }
        let names = Set(targets.map { $0.package ?? name })
        let all = graph.packages.isEmpty ? [name: manifest] : manifests
        let packages = all.keys.filter { !names.contains($0) }.sorted()
        return packages.compactMap { package in
            guard let manifest = all[package] else { return nil }
            let condition = manifest.text.firstMatch(of: #/#if +([^\n]*os\([^\n]*)/#)
            let reason = condition.map { match in
                "targets only inside '#if \(match.1)', which is false on this machine"
            }
            return empty(manifest, of: package, "the manifest declares \(reason ?? "no targets")")
        }
    }

    /// Returns violations for the exceptions without which no rule would be broken.
    private func unusedExceptions(_ reach: ReachGraph?) -> [Violation] {
        var strict = self
        strict.rules.exceptions = []
        return rules.exceptions.enumerated().compactMap { index, exception in
            let module = graph.module(named: exception.module)
            let violations = module.map { strict.results(of: $0, reach) } ?? []
            let isNeeded = violations.contains { violation in
                guard let name = violation.other else { return false }
                let products = graph.module(named: name)?.products ?? []
                return Rule.allowedByExceptions.contains(violation.rule)
                    && ([name] + products).contains(exception.dependsOn)
            }
            return isNeeded ? nil : unused(index)
        }
    }
}

// MARK: - Places in the manifest

extension BoundaryChecker {
    /// Returns the place of a module's target in its manifest.
    func place(of module: Module) -> Place {
        manifest(of: module).place(of: module.target)
    }
}
