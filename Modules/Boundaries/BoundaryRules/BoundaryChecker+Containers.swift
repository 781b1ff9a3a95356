import SwiftSource

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
