import SwiftSource

extension BoundaryChecker {
    // MARK: Imports and dependencies

    func undeclared(_ other: Module, by module: Module, at place: Place) -> Violation {
        let name = other.kind == .external ? "the product with \(other.importName)" : "\"\(other.name)\""
        let line = manifest.place(of: module.name).location.map { ":\($0.line)" } ?? ""
        let closesCycle = !graph.shortestChains(from: other.name, to: module.name, limit: 1).isEmpty
        return violation(
            .undeclaredImport, of: module, subject: other.name, at: place,
            message: "'\(module.name)' imports '\(other.importName)' without declaring it as a dependency",
            chain: chain(from: module, to: other),
            remedy: closesCycle
                ? "\(Self.extraction); '\(other.name)' depends on '\(module.name)' already"
                : "add \(name) to the dependencies of '\(module.name)' at Package.swift\(line), or remove the import")
    }

    func forbidden(
        _ other: Module, by module: Module, verb: String, denial: Denial, at place: Place
    ) -> Violation {
        let subject = "'\(module.name)' \(verb) '\(other.importName)'"
        let layer = rules.layer(of: module)
        let limit: (message: String, statement: String?, reason: String?)
        var remedy = remedy(for: other, in: module)
        switch denial {
        case .layers where rules.layer(of: other)?.isForTests == true && module.kind != .test:
            return violation(
                .testOnlyDependency, of: module, subject: other.name, at: place,
                message: "\(subject), which \(dependents(of: rules.layer(of: other)))",
                chain: chain(from: module, to: other),
                remedy: removal(
                    of: other, from: module, at: place,
                    else: "accept the protocol that '\(other.name)' mocks in init, or move the code to a test target"))
        case .layers:
            limit = ("\(subject), which \(dependents(of: rules.layer(of: other)))", layer?.statement, layer?.reason)
        case .restriction(let restriction):
            limit = (
                "\(subject), which \(restriction.subject) cannot depend on", restriction.statement, restriction.reason
            )
        case .unlistedProduct:
            limit = ("\(subject), a product that no layer lists", "a product of another package is in a layer", nil)
            remedy = "add '\(other.name)' to the modules of a layer, or remove the code that uses it"
        }
        return violation(
            .forbiddenDependency, of: module, subject: other.name, at: place, message: limit.message,
            statement: limit.statement, reason: limit.reason, chain: chain(from: module, to: other),
            remedy: removal(of: other, from: module, at: place, else: remedy))
    }

    func unusedSuppression(of name: String, by module: Module, isJustified: Bool, at place: Place) -> Violation {
        violation(
            .unusedSuppression, of: module, subject: name, at: place,
            message: isJustified
                ? "'\(module.name)' needs no permission to import '\(name)'"
                : "the comment that allows '\(module.name)' to import '\(name)' has no reason",
            remedy: isJustified ? "remove the comment" : "write the reason after '\(ImportDeclaration.allowanceMark)'")
    }

    func reexport(of name: String, by module: Module, at place: Place) -> Violation {
        violation(
            .reexport, of: module, subject: name, at: place,
            message: "'\(module.name)' re-exports '\(name)' to every module that imports it",
            remedy: "remove @_exported, and import '\(name)' where it is used")
    }

    func unused(_ other: Module, by module: Module, at place: Place) -> Violation {
        let isContainer = rules.container?.module == module.name
        let removal = removal(of: other.name, from: module)
        return violation(
            .unusedDependency, of: module, subject: other.name, at: place,
            message: "'\(module.name)' declares '\(other.name)' as a dependency but never imports it",
            remedy: isContainer ? "register what '\(other.name)' implements, or \(removal)" : removal)
    }

    func unknown(_ name: String, of module: Module) -> Violation {
        violation(
            .unknownDependency, of: module, subject: name, at: manifest.place(of: module.name),
            message: "'\(module.name)' depends on '\(name)', which does not exist",
            remedy: "correct or remove '\(name)' in the dependencies of '\(module.name)' in Package.swift")
    }

    func cycle(_ cycle: [String], of module: Module) -> Violation {
        violation(
            .dependencyCycle, of: module, at: manifest.place(of: module.name),
            message: "'\(module.name)' depends on itself", chain: cycle,
            remedy: "\(Self.extraction), or let one of them accept a protocol in init")
    }

    // MARK: Modules

    func misplaced(_ module: Module) -> Violation {
        violation(
            .misplacedModule, of: module, at: manifest.place(of: module.name),
            message: "'\(module.name)' is in '\(module.folder)', which belongs to no layer",
            remedy: "move it, or add that folder to a layer: \(rules.layers.map(\.name).joined(separator: ", "))")
    }

    func wrongPackageAccess(of module: Module, expected: Bool, _ layer: Layer) -> Violation {
        violation(
            .packageAccess, of: module, at: manifest.place(of: module.name),
            message: "'\(module.name)' has \(expected ? "no access" : "access") to package declarations",
            statement: "modules of \(layer.name) have \(expected ? "access" : "no access") to package declarations",
            remedy: "set packageAccess: \(expected) for its target in Package.swift")
    }

    func unchecked(_ module: Module, plugin: String) -> Violation {
        violation(
            .uncheckedModule, of: module, at: manifest.place(of: module.name),
            message: "the build does not check '\(module.name)'",
            remedy: "add the plugin \(plugin) to its target in Package.swift")
    }

    func unlisted(_ type: TypeDeclaration, of other: Module, by module: Module, at place: Place) -> Violation {
        let (container, name) = (rules.container?.name ?? "", type.name)
        let feature = name.dropLast(rules.container?.protocolSuffix.count ?? 0)
        return violation(
            .unlistedContainerProtocol, of: module, subject: name, at: place,
            message: "'\(container)' does not list '\(name)' of '\(other.name)'",
            remedy: "add '\(name)' to \(type.isPublic ? "the class" : "an extension"), "
                + "and its properties to \(container)+\(feature).swift")
    }

    // MARK: The rules file and the baseline

    func stale(_ entry: Baseline.Entry) -> Violation {
        let edge = [entry.module, entry.subject].compactMap { $0.map { "'\($0)'" } }.joined(separator: " and ")
        return violation(
            .staleBaseline, of: Module(name: entry.module, kind: .library, folder: ""),
            subject: "\(entry.rule.rawValue) \(entry.subject ?? "")",
            at: Place(path: rules.baselineFile, location: nil),
            message: "the baseline has an entry for \(entry.rule.rawValue) of \(edge), which is fixed",
            remedy: "remove the entry, or run 'bulkhead check --write-baseline'")
    }

    func unused(_ exception: LayerRules.Exception, because reason: String) -> Violation {
        violation(
            .unusedException, of: Module(name: exception.module, kind: .library, folder: ""),
            subject: exception.dependsOn, at: Place(path: rules.file, location: nil),
            message: "'\(exception.module)' needs no exception to depend on '\(exception.dependsOn)': \(reason)",
            remedy: "remove the exception")
    }

    func empty(_ text: String, in layer: Layer) -> Violation {
        violation(
            .emptyLayer, of: Module(name: layer.name, kind: .library, folder: ""), subject: text,
            at: Place(path: rules.file, location: nil),
            message: "'\(text)' in the layer '\(layer.name)' matches no module", remedy: "correct or remove it")
    }
}

// MARK: - Phrases

extension BoundaryChecker {
    private static let extraction = "move the shared code to a module that both can depend on"
    private static let relocation =
        "move the code that uses it to a module that can depend on it, or remove that code"

    private func violation(
        _ rule: Rule, of module: Module, subject: String? = nil, at place: Place, message: String,
        statement: String? = nil, reason: String? = nil, chain: [String] = [], remedy: String
    ) -> Violation {
        let page = rules.documentation.isEmpty || !rule.concernsLayers ? "" : " (\(rules.documentation))"
        return Violation(
            rule: rule, severity: rules.severity(of: rule, for: module), module: module.name, subject: subject,
            path: place.path, location: place.location,
            message: message, statement: (statement ?? rule.statement) + page,
            reason: reason.flatMap { $0.isEmpty ? nil : $0 } ?? rule.reason, chain: chain, remedy: remedy)
    }

    private func chain(from module: Module, to other: Module) -> [String] {
        graph.shortestChains(from: module.name, to: other.name, limit: 1).first ?? []
    }

    private func removal(of name: String, from module: Module) -> String {
        "remove '\(name)' from the dependencies of '\(module.name)' in Package.swift"
    }

    /// Returns the remedy for a forbidden dependency, which begins with its removal if it is reported in the manifest.
    private func removal(of other: Module, from module: Module, at place: Place, else remedy: String) -> String {
        place.path == manifest.path ? "\(removal(of: other.name, from: module)); \(remedy)" : remedy
    }

    /// Returns, for example, "only services can depend on".
    private func dependents(of layer: Layer?) -> String {
        let names = layer.map { rules.layers(dependingOn: $0) + rules.testLayers(dependingOn: $0) } ?? []
        return "\(names.isEmpty ? "no other module" : "only \(names.joined(separator: ", "))") can depend on"
    }

    /// Returns the alternative to depending on a module: a protocol of an allowed module that one of its types implements.
    private func remedy(for other: Module, in module: Module) -> String {
        let types = other.kind == .external ? [] : sources(other).flatMap(\.types)
        let implemented = Set(types.filter { $0.kind != .protocol }.flatMap(\.inherited))
        for contract in graph.dependencies(of: other) where rules.allows(module, toDependOn: contract, in: graph) {
            let protocols = sources(contract).flatMap(\.types).filter { $0.kind == .protocol && $0.isPublic }
            let roles = protocols.filter { implemented.contains($0.name) && !isContainerProtocol($0) }
            let uses = uses(of: roles, among: protocols, in: module)
            guard !uses.isEmpty else { continue }
            return "import '\(contract.importName)' and \(uses.joined(separator: ", or "))"
        }
        guard let layer = rules.layer(of: other) else { return "remove the code that uses it" }
        // If the layers allow the dependency, a rule forbids it, also to some modules of the layers that could be named.
        return rules.layersAllow(module, toDependOn: other, in: graph) ? Self.relocation : generalRemedy(for: layer)
    }

    /// Describes how a module can obtain implementations of protocols: from the container if the module can depend on it, otherwise through `init`.
    /// A module without package access cannot resolve services, because their container protocols are not public.
    private func uses(of roles: [TypeDeclaration], among protocols: [TypeDeclaration], in module: Module) -> [String] {
        guard let container = rules.container, let bootstrap = graph.module(named: container.module),
            module.kind != .test, rules.allows(module, toDependOn: bootstrap, in: graph)
        else { return roles.map { "accept 'any \($0.name)' in init" } }
        let properties = roles.compactMap { role in
            protocols.lazy.compactMap { $0.properties.first { $0.typeWords.contains(role.name) }?.name }.first
        }
        return properties.map { "resolve '\(container.name).\($0)'" }
    }

    private func generalRemedy(for layer: Layer) -> String {
        let names = rules.layers(dependingOn: layer)
        switch names.count {
        case 0: return "remove the code that uses it"
        case 1...3:
            return "move the code that uses it to a module of \(names.joined(separator: " or ")), or remove that code"
        default: return Self.relocation
        }
    }
}

extension Layer {
    fileprivate var statement: String {
        if canDependOn.contains(Self.everything) { return "\(name) can depend on every module" }
        if canDependOn.contains(Self.subject) {
            return "\(name) can depend on their subject, on what it can depend on, and on mocks"
        }
        let layers = dependencies
        return "\(name) can depend on \(layers.isEmpty ? "no other module" : layers.joined(separator: ", "))"
    }
}
