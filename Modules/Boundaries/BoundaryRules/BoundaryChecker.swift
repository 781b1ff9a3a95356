public import SwiftSource

/// Holds modules against the rules.
public struct BoundaryChecker: Sendable {
    /// The modules of the package.
    public let graph: ModuleGraph
    /// The rules.
    public let rules: LayerRules
    /// The manifest, as it is reported.
    let manifest: SourceText
    /// Whether the graph has the dependencies for other platforms too.
    let knowsEveryDependency: Bool
    /// Reads the files of a module; asked for those of other modules where a message can name what they declare.
    let sources: @Sendable (Module) -> [SourceFile]

    /// Puts a checker together.
    /// - Parameters:
    ///   - manifest: The path and the text of the manifest, in which dependencies are reported.
    ///   - knowsEveryDependency: Whether the graph has the dependencies for other platforms too; where it has not, an import
    ///     in a branch of `#if` need not be declared.
    ///   - sources: Reads the files of a module; what cannot be read is left out.
    public init(
        graph: ModuleGraph, rules: LayerRules, manifest: (path: String, text: String),
        knowsEveryDependency: Bool = true, sources: @escaping @Sendable (Module) -> [SourceFile]
    ) {
        self.graph = graph
        self.rules = rules
        self.manifest = SourceText(path: manifest.path, text: manifest.text)
        self.knowsEveryDependency = knowsEveryDependency
        self.sources = sources
    }

    /// Where one module breaks a rule, in the order of its files, and then of the manifest.
    ///
    /// Circles and exceptions concern the package as a whole: ``violationsOfPackage()``.
    public func violations(of module: Module) -> [Violation] {
        guard module.isSwift else { return placement(of: module) }
        let files = sources(module)
        let imports = files.flatMap { file in file.imports.flatMap { violations(of: $0, in: file, of: module) } }
        return imports + containerProtocols(of: module, in: files) + dependencies(of: module, in: files)
            + placement(of: module)
    }

    /// Where the package breaks a rule that no module breaks alone: circles, dependencies on what is not there, modules that
    /// the build does not check, exceptions that nobody needs, and layers that lead to no module.
    public func violationsOfPackage() -> [Violation] {
        circles() + unknownDependencies() + uncheckedModules() + unusedExceptions() + emptyLayers()
    }
}

// MARK: - Imports

extension BoundaryChecker {
    private func violations(of found: ImportDeclaration, in file: SourceFile, of module: Module) -> [Violation] {
        guard found.module != module.importName, found.module != module.name else { return [] }
        let place = Place(path: file.path, location: found.location)
        let reexports = found.isReexport && !rules.allowsReexports ? [reexport(of: found, by: module, at: place)] : []
        guard let other = graph.module(importedAs: found.module) else {
            return reexports + foreignImport(of: found, by: module, at: place)
        }
        let isDeclared = module.dependencies.contains(other.name) || mayComeAlong(other, with: module)
        guard rules.allows(module, toDependOn: other, in: graph) else {
            let verb = isDeclared ? "depends on" : "imports"
            return reexports + [forbidden(other, by: module, verb: verb, at: place)]
        }
        return isDeclared || found.isConditional && !knowsEveryDependency
            ? reexports : reexports + [undeclared(other, by: module, at: place)]
    }

    /// Whether a module of another package may be part of another product of that package which is declared: a manifest
    /// names the products of other packages, and not their modules.
    private func mayComeAlong(_ other: Module, with module: Module) -> Bool {
        guard other.kind == .external, let package = other.package else { return false }
        return graph.dependencies(of: module).contains { $0.package == package }
    }

    private func undeclared(_ other: Module, by module: Module, at place: Place) -> Violation {
        let name = other.kind == .external ? "the product with \(other.importName)" : "\"\(other.name)\""
        let line = manifest.place(of: module.name).location.map { ":\($0.line)" } ?? ""
        let declaration = "add \(name) to the dependencies of '\(module.name)' at Package.swift\(line)"
        return violation(
            .undeclaredImport, of: module, subject: other.name, at: place,
            message: "'\(module.name)' imports '\(other.importName)' without declaring it as a dependency",
            chain: graph.shortestChains(from: module.name, to: other.name, limit: 1).first ?? [],
            remedy: graph.shortestChains(from: other.name, to: module.name, limit: 1).isEmpty
                ? "\(declaration), or remove the import"
                : "move what both need into a module that both may see; '\(other.name)' depends on '\(module.name)' already"
        )
    }

    func forbidden(_ other: Module, by module: Module, verb: String, at place: Place) -> Violation {
        let isMock = rules.layer(of: other)?.isForTests == true && module.kind != .test
        let layer = rules.layer(of: module)
        let remedy =
            isMock
            ? "take the protocol that '\(other.name)' stands in for through init, or move the code to a test target"
            : remedy(for: other, in: module)
        let isImported = place.path != manifest.path
        return violation(
            isMock ? .testingInProduction : .layers, of: module, subject: other.name, at: place,
            message: "'\(module.name)' \(verb) '\(other.importName)', which \(viewers(of: other)) may see",
            statement: isMock ? nil : layer.map(statement(of:)), reason: isMock ? nil : layer?.reason,
            chain: graph.shortestChains(from: module.name, to: other.name, limit: 1).first ?? [],
            remedy: isImported
                ? remedy
                : "remove '\(other.name)' where Package.swift gives '\(module.name)' its dependencies; \(remedy)")
    }

    private func reexport(of found: ImportDeclaration, by module: Module, at place: Place) -> Violation {
        violation(
            .reexport, of: module, subject: found.module, at: place,
            message: "'\(module.name)' re-exports '\(found.module)' to every module that imports it",
            remedy: "remove @_exported, and import '\(found.module)' where it is used")
    }

    /// An import of what is no module of the package, which a layer may name all the same.
    private func foreignImport(of found: ImportDeclaration, by module: Module, at place: Place) -> [Violation] {
        guard let seen = rules.layer(ofImport: found.module), let layer = rules.layer(of: module),
            !layer.lists(seen), !layer.canDependOn.contains(Layer.everything),
            !layer.canDependOn.contains(Layer.subject),
            !rules.hasException(module, for: found.module)
        else { return [] }
        return [
            violation(
                .layers, of: module, subject: found.module, at: place,
                message: "'\(module.name)' imports '\(found.module)', which \(viewers(of: seen)) may see",
                statement: statement(of: layer), reason: layer.reason, remedy: generalRemedy(for: seen))
        ]
    }
}

// MARK: - Words

/// A place that a violation is reported at.
struct Place {
    let path: String
    let location: SourceLocation?
}

extension BoundaryChecker {
    /// A violation whose statement and reason are the rule's own where none is given.
    func violation(
        _ rule: Rule, of module: Module, subject: String?, at place: Place, message: String, statement: String? = nil,
        reason: String? = nil, chain: [String] = [], remedy: String
    ) -> Violation {
        let explained = rules.documentation.isEmpty || !rule.concernsLayers ? "" : " (\(rules.documentation))"
        return Violation(
            rule: rule, module: module.name, subject: subject, path: place.path, location: place.location,
            message: message, statement: (statement ?? rule.statement) + explained,
            reason: reason.flatMap { $0.isEmpty ? nil : $0 } ?? rule.reason, chain: chain, remedy: remedy)
    }

    private func statement(of layer: Layer) -> String {
        let layers = layer.granted.filter { !layer.canDependOn.contains($0) } + layer.canDependOn
        if layers.contains(Layer.everything) { return "\(layer.name) may see everything" }
        if layers.contains(Layer.subject) { return "\(layer.name) may see their subject, what that may see, and mocks" }
        return "\(layer.name) may see \(layers.isEmpty ? "no other module" : layers.joined(separator: ", "))"
    }

    private func viewers(of module: Module) -> String {
        rules.layer(of: module).map(viewers(of:)) ?? "no other module"
    }

    private func viewers(of layer: Layer) -> String {
        let names = rules.layers(dependingOn: layer) + rules.testLayers(dependingOn: layer)
        return names.isEmpty ? "no other module" : "only \(names.joined(separator: ", "))"
    }
}
