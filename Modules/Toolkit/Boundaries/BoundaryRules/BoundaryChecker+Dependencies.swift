public import SwiftSource

// MARK: - Dependencies without an import

extension BoundaryChecker {
    /// Returns violations for the declared dependencies that no file imports and that are forbidden
    /// or unused.
    func dependencies(of module: Module, in files: [SourceFile]) -> [Violation] {
        let imported = importedModules(of: module, in: files)
        let others = graph.dependencies(of: module).filter { !imported.contains($0.name) }
        let violations = others.filter { $0.name != rules.checkedWith }.compactMap { other in
            rules.limit(on: module, dependingOn: other, in: graph).map { limit in
                forbidden(
                    other,
                    by: module,
                    verb: "depends on",
                    limit: limit,
                    at: place(of: module)
                )
            }
        }
        let forbiddenNames = Set(violations.compactMap(\.other))
        let unused = declarations(of: module).compactMap { declaration -> Violation? in
            let modules = declaration.modules.compactMap(graph.module(named:))
            guard !modules.isEmpty, imported.isDisjoint(with: declaration.modules),
                forbiddenNames.isDisjoint(with: declaration.modules),
                modules.allSatisfy({ isUnused($0, by: module, in: files) }),
                !modules.contains(where: { rules.hasException(module, for: $0) })
            else { return nil }
            var violation = self.unused(declaration.name, by: module, at: place(of: module))
            let reasons = modules.lazy.compactMap { other in
                need(for: other, in: module, files: files, imported: imported)
            }
            violation.suppression = reasons.first.map { .needed(reason: $0) }
            return violation
        }
        return violations + unused
    }

    /// Returns the declared dependencies of a module whose imports can show that they are used:
    /// products of local packages and targets of the package.
    private func declarations(of module: Module) -> [DeclaredProduct] {
        let ofProducts = Set(module.declaredProducts.flatMap(\.modules))
        let targets = graph.dependencies(of: module).filter {
            !ofProducts.contains($0.name) && $0.isImportedByDependents
        }
        return targets.map {
            DeclaredProduct(name: $0.name, modules: [$0.name], isImported: true)
        } + module.declaredProducts.filter(\.isImported)
    }

    /// Returns a reason why a module may need a declared dependency that it does not import, or
    /// `nil` if no reason is found.
    public func reasonToKeep(_ other: Module, in module: Module) -> String? {
        guard declarations(of: module).contains(where: { $0.modules.contains(other.name) }) else {
            return "it is used without an import"
        }
        let files = sources(module)
        let imported = importedModules(of: module, in: files)
        return need(for: other, in: module, files: files, imported: imported)
    }

    /// Returns the imports of modules in the graph, with the files that contain them.
    public func imports() -> [Dependency: [(file: SourceFile, declaration: ImportDeclaration)]] {
        var found: [Dependency: [(file: SourceFile, declaration: ImportDeclaration)]] = [:]
        for module in graph.modules where module.isSwift {
            for file in sources(module) {
                for declaration in file.imports {
                    let known = graph.module(importedAs: declaration.module, in: module)
                    guard let name = known?.name else { continue }
                    let dependency = Dependency(of: module.name, on: name)
                    found[dependency, default: []].append((file, declaration))
                }
            }
        }
        return found
    }

    /// Returns the imports of modules on which the importing target does not declare a dependency.
    /// Modules outside the graph are ignored.
    public func undeclaredImports() -> Set<Dependency> {
        let undeclared = imports().keys.filter { use in
            let declared = graph.module(named: use.module)?.dependencies
            return use.module != use.dependsOn && declared?.contains(use.dependsOn) == false
        }
        return Set(undeclared)
    }

    private func isUnused(_ other: Module, by module: Module, in files: [SourceFile]) -> Bool {
        // A dependency on the target that runs the check determines the build order, so it needs no
        // import.
        !files.isEmpty && other.name != rules.checkedWith && !rules.grants(module, other)
            && !isInherited(other, by: module) && !isListedForOthers(other, by: module)
    }

    /// Whether the layer of a module permits a dependency because another dependency of the
    /// module, or the tested module, has it too.
    private func isInherited(_ other: Module, by module: Module) -> Bool {
        guard rules.layer(of: module)?.granted.contains(.inherited) == true else { return false }
        // A trait can disable the dependency on the tested module.
        let subjects = module.kind == .test ? rules.subjects(of: module, in: graph) : []
        return (graph.dependencies(of: module) + subjects).contains {
            $0.dependencies.contains(other.name)
        }
    }

    /// Returns the names of the modules that files import, including declared dependencies whose
    /// name is also an alias of another module.
    private func importedModules(of module: Module, in files: [SourceFile]) -> Set<String> {
        let names = Set(files.flatMap { $0.imports.map(\.module) })
        let imported = names.flatMap { name in
            graph.modules(importedAs: name, in: module).map(\.name)
        }
        let unaliased = names.compactMap { graph.module(importedAs: $0)?.name }
        return Set(imported + unaliased.filter(module.dependencies.contains))
    }
}

extension Module {
    /// Whether a target that depends on the module is expected to import it.
    ///
    /// Programs, plugins and macros are used without an import. Imports of an external product are
    /// recognized only if its modules are known.
    fileprivate var isImportedByDependents: Bool {
        switch kind {
        case .library, .system, .clang: true
        case .external: contents == .swift
        case .executable, .test, .macro, .plugin: false
        }
    }
}

// MARK: - Reasons to keep a dependency

extension BoundaryChecker {
    /// Returns a reason why a module may need a dependency that it does not import, or `nil` if no
    /// reason is found.
    private func need(
        for other: Module,
        in module: Module,
        files: [SourceFile],
        imported: Set<String>
    ) -> String? {
        needInManifest(for: other, in: module)
            ?? needForReexports(of: other, in: module, files: files, imported: imported)
            ?? needForCanImport(of: other, in: module)
            ?? needForLinking(of: other, in: module, files: files)
            ?? needForC(of: other, in: module, files: files)
            ?? module.sourceGenerators.first.map {
                "code that the plugin '\($0)' generates may import it"
            }
    }

    private func needInManifest(for other: Module, in module: Module) -> String? {
        if module.conditionalDependencies.contains(other.name) {
            return "the dependency has a condition"
        }
        if let product = graph.libraries.first(where: {
            $0.isDynamic && $0.targets.contains(other.name)
        }) {
            return "programs can load the dynamic library '\(product.name)' at run time"
        }
        guard let product = graph.libraries.first(where: { $0.targets.contains(module.name) }),
            !graph.libraries.contains(where: { $0.targets.contains(other.name) })
        else { return nil }
        return "the product '\(product.name)' exposes '\(other.name)' only through this dependency"
    }

    private func needForReexports(
        of other: Module,
        in module: Module,
        files: [SourceFile],
        imported: Set<String>
    ) -> String? {
        if module.kind == .library, files.allSatisfy(\.isFacade) {
            return "'\(module.name)' declares nothing itself"
        }
        if let name = reexports(of: other).intersection(imported).min() {
            return "it re-exports '\(name)', which '\(module.name)' imports"
        }
        let umbrella = graph.modules.first {
            imported.contains($0.name) && reexports(of: $0).contains(other.name)
        }
        return umbrella.map { "'\($0.name)', which '\(module.name)' imports, re-exports it" }
    }

    /// Returns the names of the modules that a module re-exports, directly or indirectly.
    private func reexports(of module: Module) -> Set<String> {
        let found = Set(reachableFrom: [module]) { module in
            let imports = sources(module).flatMap(\.imports).filter(\.isReexport)
            return imports.compactMap { graph.module(importedAs: $0.module, in: module) }
        }
        return Set(found.map(\.name))
    }

    private func needForCanImport(of other: Module, in module: Module) -> String? {
        let sources = sources(other)
        if !sources.isEmpty, sources.allSatisfy(\.isFacade) {
            return "'\(other.name)' declares nothing and may exist only for 'canImport' conditions"
        }
        let names = Set([other.importName] + other.otherImportNames)
        let testing = ([module] + dependents(of: module)).first { user in
            self.sources(user).contains { !$0.optionalModules.isDisjoint(with: names) }
        }
        return testing.map {
            "'\($0.name)' tests for '\(other.importName)' with canImport"
        }
    }

    private func dependents(of module: Module) -> [Module] {
        let names = graph.dependents(reaching: module.name)
        return graph.modules.filter { $0.isSwift && names.contains($0.name) }
    }

    private func needForLinking(
        of other: Module,
        in module: Module,
        files: [SourceFile]
    ) -> String? {
        let links = Set(sources(other).flatMap(\.links))
        if links.contains(.definesTest) {
            return "'\(other.name)' contains tests, which run in every target that links it"
        }
        if !links.isEmpty {
            return "'\(other.name)' defines linker symbols by name"
        }
        let usesSymbols = files.contains { $0.links.contains(.usesSymbol) }
        return usesSymbols ? "'\(module.name)' uses linker symbols by name" : nil
    }

    /// Returns a reason why a module may need a C target or a system library without importing it.
    ///
    /// The reason is that other code can include the headers of the target or use its symbols.
    private func needForC(of other: Module, in module: Module, files: [SourceFile]) -> String? {
        if other.kind == .clang {
            return "C code may be needed only for its symbols"
        }
        guard other.kind == .system else { return nil }
        if !other.hasModuleMap {
            return "the names of its modules are not known"
        }
        let unknown = files.flatMap { $0.imports.map(\.module) }.first { name in
            graph.module(importedAs: name, in: module) == nil && !Toolchain.modules.contains(name)
        }
        if let unknown {
            return "it may provide '\(unknown)', which '\(module.name)' imports"
        }
        let dependencies = graph.reachable(from: module.name)
        let user = graph.modules.first { dependency in
            dependency.kind == .clang && dependencies.contains(dependency.name)
                && !graph.reachable(from: dependency.name).contains(other.name)
        }
        return user.map { "the C code of '\($0.name)' may need it" }
    }
}

extension SourceFile {
    /// Whether the file contains only re-exports.
    fileprivate var isFacade: Bool { !hasDeclarations && imports.allSatisfy(\.isReexport) }
}
