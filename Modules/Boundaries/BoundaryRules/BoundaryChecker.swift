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

// What containers promise.

extension BoundaryChecker {
    /// The container protocols that the container does not list on its class.
    func containerProtocols(of module: Module, in files: [SourceFile]) -> [Violation] {
        guard let container = rules.container, container.module == module.name else { return [] }
        let wanted = graph.modules.filter { declaresContainerProtocols($0) }.flatMap { other in
            sources(other).flatMap(\.types).filter(isContainerProtocol).map { (module: other, type: $0) }
        }
        let classes = files.flatMap { file in
            file.types.filter { $0.kind == .class && $0.name == container.name }.map { (file: file, type: $0) }
        }
        if let first = wanted.first, classes.isEmpty {
            return [unlisted(first.type, of: first.module, by: module, at: manifest.place(of: module.name))]
        }
        let extensions = files.flatMap(\.types).filter { $0.kind == .extension && $0.name == container.name }
        let extended = Set(extensions.flatMap(\.inheritedNames))
        return classes.flatMap { file, type in
            let listed = Set(type.inheritedNames)
            let place = Place(path: file.path, location: type.location)
            // A public class cannot list a package protocol; an extension of it does.
            return wanted.filter {
                !listed.contains($0.type.name) && ($0.type.isPublic || !extended.contains($0.type.name))
            }
            .map { unlisted($0.type, of: $0.module, by: module, at: place) }
        }
    }

    private func declaresContainerProtocols(_ module: Module) -> Bool {
        guard let layer = rules.layer(of: module) else { return false }
        return rules.container?.declaredIn.contains(layer.name) == true
    }

    private func isContainerProtocol(_ type: TypeDeclaration) -> Bool {
        guard let suffix = rules.container?.protocolSuffix else { return false }
        return type.kind == .protocol && (type.isPublic || type.accessLevel == "package") && type.name.hasSuffix(suffix)
    }

    private func unlisted(_ type: TypeDeclaration, of other: Module, by module: Module, at place: Place) -> Violation {
        let (container, name) = (rules.container?.name ?? "", type.name)
        let list = type.isPublic ? "the class" : "an extension"
        let feature = name.dropLast(rules.container?.protocolSuffix.count ?? 0)
        return violation(
            .unlistedContainerProtocol, of: module, subject: name, at: place,
            message: "'\(container)' does not list '\(name)' of '\(other.name)'",
            remedy: "add '\(name)' to \(list), and what it demands to \(container)+\(feature).swift")
    }
}

extension TypeDeclaration {
    /// The names of the inherited types, without the names of their modules.
    fileprivate var inheritedNames: [String] { inherited.map { String($0.split(separator: ".").last ?? "") } }

    /// The property by which a container protocol provides a role, such as `checker` for `Checker`.
    fileprivate func property(providing role: String) -> String? {
        properties.first { $0.typeWords.contains(role) }?.name
    }
}

// MARK: - Remedies

extension BoundaryChecker {
    /// What to do instead of importing a module: a protocol that one of its types keeps, in a module that may be seen.
    func remedy(for other: Module, in module: Module) -> String {
        let kept = Set(sources(other).flatMap(\.types).filter { $0.kind != .protocol }.flatMap(\.inherited))
        for contract in graph.dependencies(of: other) where rules.allows(module, toDependOn: contract, in: graph) {
            let protocols = sources(contract).flatMap(\.types).filter { $0.kind == .protocol && $0.isPublic }
            let roles = protocols.filter { kept.contains($0.name) && !isContainerProtocol($0) }
            let ways = ways(to: roles, among: protocols, in: module)
            guard !ways.isEmpty else { continue }
            return "import '\(contract.importName)' and \(ways.joined(separator: ", or "))"
        }
        return rules.layer(of: other).map(generalRemedy(for:)) ?? "remove the import"
    }

    /// How a module gets roles: from the container where it may see that, or else through init.
    ///
    /// A module that sees the container cannot get the role of a service, whose container protocol is not public.
    private func ways(
        to roles: [TypeDeclaration], among protocols: [TypeDeclaration], in module: Module
    ) -> [String] {
        if let container = rules.container, let bootstrap = graph.module(named: container.module),
            module.kind != .test, rules.allows(module, toDependOn: bootstrap, in: graph)
        {
            let properties = roles.compactMap { role in
                protocols.lazy.compactMap { $0.property(providing: role.name) }.first
            }
            return properties.map { "resolve '\(container.name).\($0)'" }
        }
        return roles.map { "take 'any \($0.name)' through init" }
    }

    /// What to do when there is no protocol to go through.
    func generalRemedy(for layer: Layer) -> String {
        let names = rules.layers(dependingOn: layer)
        switch names.count {
        case 0: return "remove it"
        case 1...3: return "remove it, or move the code to a module of \(names.joined(separator: " or "))"
        default: return "remove it, or move the code to a module that may see it"
        }
    }
}
