import SwiftSource

extension BoundaryChecker {
    // MARK: Imports and dependencies

    func undeclared(
        _ other: Module,
        importedAs name: String,
        by module: Module,
        at place: Place,
        isWarning: Bool
    ) -> Violation {
        let user = dependent(on: module, from: other)
        return violation(
            .undeclaredImport,
            by: module,
            other: other.name,
            at: place,
            message:
                "'\(module.name)' imports '\(name)' without declaring it as a dependency",
            chain: chain(from: module, to: other),
            remedy: user.map { "\(Self.extraction); \($0) already" }
                ?? "\(addition(of: other, to: module)), or remove the import",
            severity: isWarning ? .warning : nil
        )
    }

    /// Returns a clause if a module, or its package, depends on another module or its package, so
    /// that the opposite dependency would create a cycle.
    private func dependent(on module: Module, from other: Module) -> String? {
        if !graph.shortestChains(from: other.name, to: module.name, limit: 1).isEmpty {
            return "'\(other.name)' depends on '\(module.name)'"
        }
        guard graph.separates(module, from: other),
            let package = graph.package(named: module.package),
            let provider = graph.package(named: other.package), graph.reaches(provider, package)
        else { return nil }
        return "the package '\(provider.name)' depends on '\(package.name)'"
    }

    /// Returns the expression that declares a dependency, or a phrase if the expression is not
    /// known.
    func element(for other: Module, in module: Module) -> String {
        guard graph.separates(module, from: other) else {
            if other.contents != nil, let package = other.package {
                return ".product(name: \"\(other.target)\", package: \"\(package)\")"
            }
            return other.kind == .external
                ? "the product with \(other.importName)" : "\"\(other.target)\""
        }
        guard let product = graph.products(containing: other).first else {
            return "a product with '\(other.target)', which '\(other.package ?? "")' lacks,"
        }
        // A target of an Xcode project depends on a product by its name.
        guard let package = graph.package(named: module.package) else {
            return "the product '\(product.name)'"
        }
        let element = package.element(for: product)
        let isKnown = package.references[product.package.name] != nil
        return isKnown
            ? element : "the package '\(product.package.name)' to the manifest, and \(element)"
    }

    func forbidden(
        _ other: Module,
        by module: Module,
        verb: String,
        limit: DependencyLimit,
        at place: Place
    ) -> Violation {
        let use = "'\(module.name)' \(verb) '\(other.importName)'"
        let layer = rules.layer(of: module)
        let message: String
        var statement: String?
        var reason: String?
        var rule = Rule.forbiddenDependency
        var remedy = remedy(for: other, in: module)
        switch limit {
        case .testsOnly:
            message = "\(use), which \(dependents(of: rules.layer(of: other)))"
            rule = .testOnlyDependency
            remedy = "accept the mocked protocol in init, or move the code to a test target"
        case .layers:
            message = "\(use), which \(dependents(of: rules.layer(of: other)))"
            statement = layer?.statement
            reason = layer?.reason
        case .restriction(let restriction):
            message = "\(use), which \(restriction.prohibition)"
            statement = restriction.statement
            reason = restriction.reason
        }
        return violation(
            rule,
            by: module,
            other: other.name,
            at: place,
            message: message,
            statement: statement,
            reason: reason,
            chain: chain(from: module, to: other),
            remedy: removal(of: other, from: module, at: place, else: remedy),
            isStrict: limit.isStrict
        )
    }

    func forbiddenReach(
        _ other: Module,
        _ names: [String],
        of module: Module,
        _ restriction: Restriction
    ) -> Violation {
        violation(
            .forbiddenReach,
            by: module,
            other: other.name,
            message: "'\(module.name)' reaches '\(other.importName)', "
                + "which \(restriction.selectedModules) must not reach: \(names.joined(separator: " → "))",
            statement: restriction.statement,
            reason: restriction.reason,
            chain: names,
            remedy: "remove the dependency of '\(names[0])' on '\(names[1])', "
                + "or another dependency in this chain",
            isStrict: restriction.isStrict
        )
    }

    func unusedSuppression(
        of name: String,
        by module: Module,
        isJustified: Bool,
        at place: Place
    ) -> Violation {
        violation(
            .unusedSetting,
            by: module,
            other: name,
            at: place,
            message: isJustified
                ? "the comment that allows '\(module.name)' to import '\(name)' is unnecessary, because the rules permit the import"
                : "the comment that allows '\(module.name)' to import '\(name)' has no reason",
            remedy: isJustified
                ? "remove the comment"
                : "write the reason after '\(ImportDeclaration.allowanceMark)'"
        )
    }

    func reexport(of name: String, by module: Module, at place: Place) -> Violation {
        violation(
            .reexport,
            by: module,
            other: name,
            at: place,
            message: "'\(module.name)' re-exports '\(name)' to every module that imports it",
            remedy: "remove @_exported, and import '\(name)' where it is used"
        )
    }

    /// Returns a violation for a dependency on a target or a product that no file imports.
    func unused(_ name: String, by module: Module, at place: Place) -> Violation {
        let isContainer = rules.container?.module == module.name
        let removal = removal(of: name, from: module)
        return violation(
            .unusedDependency,
            by: module,
            other: name,
            at: place,
            message:
                "'\(module.name)' declares '\(name)' as a dependency but never imports it",
            remedy: isContainer
                ? "register what '\(name)' implements, or \(removal)"
                : "\(removal), or keep it with an entry of exceptions in \(rules.file.lastPart ?? "")"
        )
    }

    func unknown(_ name: String, of module: Module) -> Violation {
        violation(
            .unknownDependency,
            by: module,
            other: name,
            message: "'\(module.name)' depends on '\(name)', which does not exist",
            remedy:
                "correct or remove '\(name)' in the dependencies of '\(module.name)' in \(manifestName(of: module))"
        )
    }

    func cycle(_ cycle: [String], of module: Module) -> Violation {
        violation(
            .dependencyCycle,
            by: module,
            message: "'\(module.name)' depends on itself",
            chain: cycle,
            remedy: "\(Self.extraction), or let one of them accept a protocol in init"
        )
    }

    // MARK: Modules

    func misplaced(_ module: Module) -> Violation {
        violation(
            .misplacedModule,
            by: module,
            message: "'\(module.name)' is in '\(module.folder)', which belongs to no layer",
            remedy:
                "move it, or add that folder to a layer: \(rules.layers.map(\.name).joined(separator: ", "))"
        )
    }

    func wrongPackageAccess(of module: Module, expected: Bool, _ layer: Layer) -> Violation {
        violation(
            .packageAccess,
            by: module,
            message:
                "'\(module.name)' has \(expected ? "no access" : "access") to package declarations",
            statement:
                "modules of \(layer.name) have \(expected ? "access" : "no access") to package declarations",
            remedy:
                "set packageAccess: \(expected) for its target in \(manifestName(of: module))"
        )
    }

    func unshared(
        _ name: String,
        of module: Module,
        usedBy folder: String,
        at place: Place
    ) -> Violation {
        violation(
            .unsharedProtocol,
            by: module,
            other: name,
            at: place,
            message: "only '\(folder)' and services use '\(name)' of '\(module.name)'",
            remedy: "declare it with package access in the interface in '\(folder)', or, if any "
                + "program needs it, accept it with 'bulkhead check --write-baseline'"
        )
    }

    func foreignPort(
        _ name: String,
        of module: Module,
        by user: Module,
        at place: Place
    ) -> Violation {
        let roles = sources(module).flatMap(\.types).filter {
            $0.kind == .protocol && $0.isPublic && !isContainerProtocol($0)
        }
        let role = roles.first.map { "accept 'any \($0.name)' in init instead" }
        return violation(
            .foreignPort,
            by: user,
            other: name,
            at: place,
            message: "'\(user.name)' uses '\(name)', a port of '\(module.name)'",
            remedy: "\(role.map { "\($0), or " } ?? "")declare a port of its own for what it needs"
        )
    }

    func needlessPublic(
        _ type: TypeDeclaration,
        of module: Module,
        in layer: Layer,
        at place: Place
    ) -> Violation {
        violation(
            .needlessPublic,
            by: module,
            other: type.name,
            at: place,
            message: "'\(type.name)' is \(type.accessLevel ?? ""), but all modules that can use "
                + "'\(module.name)' have package access",
            remedy: "declare it with package access, as the other types of \(layer.name)"
        )
    }

    func unchecked(_ name: String) -> Violation {
        let module = graph.module(named: name)
        return violation(
            .uncheckedModule,
            by: module,
            called: name,
            message: "the build does not check '\(name)'",
            remedy: "add the plugin Boundaries to its target in \(manifestName(of: module))"
        )
    }

    /// Returns a violation for the name of a target that checks all targets but does not exist.
    func unknownChecker(_ name: String) -> Violation {
        violation(
            .uncheckedModule,
            called: name,
            at: rules.place(of: "checkedWith"),
            message: "no target is named '\(name)', whose build would check all targets",
            remedy: Self.correction(name.nearest(among: graph.modules.map(\.name).sorted()))
        )
    }

    func unlisted(
        _ type: TypeDeclaration,
        of other: Module,
        in container: LayerRules.Container,
        by module: Module,
        at place: Place
    ) -> Violation {
        let name = type.name
        let feature = name.dropLast(container.protocolSuffix.count)
        return violation(
            .unlistedContainerProtocol,
            by: module,
            other: name,
            at: place,
            message:
                "the declaration of '\(container.name)' does not conform to '\(name)' from '\(other.name)'",
            remedy: "add '\(name)' to \(type.isPublic ? "the class" : "an extension"), "
                + "and its properties to \(container.name)+\(feature).swift"
        )
    }

    // MARK: The rules file and the baseline

    /// Returns a violation for a baseline entry that matches no violation or whose rule is strict.
    func stale(_ entry: Baseline.Entry, isStrict: Bool) -> Violation {
        let reason = isStrict ? "but the rule is strict" : "but the violation is fixed"
        return violation(
            .staleBaseline,
            by: graph.module(named: entry.module),
            called: entry.module,
            other: "\(entry.rule.rawValue) \(entry.other ?? "")",
            at: Place(path: rules.baselineFile),
            message: "the baseline allows \(entry.description), \(reason)",
            remedy: "remove the entry, or run 'bulkhead check --write-baseline'"
        )
    }

    /// Returns a violation for an exception that is not needed.
    ///
    /// - Parameter index: The index of the exception in the rules file.
    func unused(_ index: Int) -> Violation {
        let exception = rules.exceptions[index]
        return violation(
            .unusedSetting,
            by: graph.module(named: exception.module),
            called: exception.module,
            other: exception.dependsOn,
            at: rules.place(of: "exceptions[\(index)]"),
            message:
                "'\(exception.module)' breaks no rule by depending on '\(exception.dependsOn)'",
            remedy: "remove the exception"
        )
    }

    /// Returns a violation for a part of a setting that matches no module.
    func unmatched(_ text: String, of key: String, nearest: String?) -> Violation {
        violation(
            .unusedSetting,
            called: rules.file.lastPart ?? "",
            other: text,
            at: rules.place(of: key),
            message: "'\(text)' in '\(key)' matches no module",
            remedy: Self.correction(nearest)
        )
    }

    func empty(_ manifest: ManifestText, of package: String, _ reason: String) -> Violation {
        violation(
            .emptyPackage,
            called: package,
            at: Place(path: manifest.path),
            message: "no Swift module was checked, because \(reason)",
            remedy: "check another package with --package-path PATH, or check this one elsewhere"
        )
    }

    /// Returns a violation for a folder that the manifest does not mention.
    ///
    /// - Parameter use: A clause about a module that imports a target of the folder, or an empty
    ///   string.
    func unlisted(_ folder: String, remedy: String, use: String = "") -> Violation {
        violation(
            .unlistedFolder,
            called: folder,
            at: Place(path: folder),
            message: "the folder contains Swift files, but \(manifest.fileName) does not declare "
                + "its targets\(use)",
            remedy: use.isEmpty ? "\(remedy), or remove the folder" : remedy,
            severity: use.isEmpty ? nil : .error
        )
    }

    private static func correction(_ nearest: String?) -> String {
        nearest.map { "did you mean '\($0)'? Otherwise, correct or remove it" }
            ?? "correct or remove it"
    }
}

// MARK: - Phrases

extension BoundaryChecker {
    private static let extraction =
        "move the shared code to another module that these modules can depend on"
    private static let relocation =
        "move the code that uses it to a module that can depend on it, or remove that code"

    /// Returns a violation.
    ///
    /// - Parameters:
    ///   - module: The module that breaks the rule, or `nil` for the package as a whole.
    ///   - name: The name of the module, layer or file that breaks the rule, if `module` is `nil`.
    ///   - place: The place of the violation. By default, it is the place of the module in its
    ///     manifest.
    ///   - severity: The severity if it is not that of the rule. It has no effect on a rule that
    ///     is off.
    private func violation(
        _ rule: Rule,
        by module: Module? = nil,
        called name: String? = nil,
        other: String? = nil,
        at place: Place? = nil,
        message: String,
        statement: String? = nil,
        reason: String? = nil,
        chain: [String] = [],
        remedy: String,
        isStrict: Bool = false,
        severity: Severity? = nil
    ) -> Violation {
        let usual = rules.severity(of: rule)
        let place = place ?? module.map(self.place)
        let page =
            rules.documentation.isEmpty || !rule.concernsLayers ? "" : " (\(rules.documentation))"
        return Violation(
            rule: rule,
            severity: usual == .off ? .off : severity ?? usual,
            module: name ?? module?.name ?? "",
            other: other,
            path: place?.path ?? "",
            location: place?.location,
            message: message,
            statement: (statement ?? rule.statement) + page,
            reason: reason.flatMap { $0.isEmpty ? nil : $0 } ?? rule.reason,
            chain: chain,
            remedy: remedy,
            isStrict: isStrict || rules.strictRules.contains(rule)
        )
    }

    private func chain(from module: Module, to other: Module) -> [String] {
        graph.shortestChains(from: module.name, to: other.name, limit: 1).first ?? []
    }

    /// Returns the name of a manifest, or its path if there are several.
    func manifestName(of module: Module?) -> String {
        let manifest = manifest(of: module)
        return manifests.count > 1 ? manifest.path : manifest.fileName
    }

    /// Returns the remedy for a forbidden dependency.
    ///
    /// If the violation is in the manifest, the first step is to remove the dependency there.
    private func removal(
        of other: Module,
        from module: Module,
        at place: Place,
        else remedy: String
    ) -> String {
        guard place.path == manifest(of: module).path else { return remedy }
        let product = module.declaredProducts.first { $0.modules.contains(other.name) }
        return "\(removal(of: product?.name ?? other.name, from: module)); \(remedy)"
    }

    /// Returns a phrase such as "only services can depend on".
    private func dependents(of layer: Layer?) -> String {
        let names =
            layer.map { rules.layers(dependingOn: $0) + rules.testLayers(dependingOn: $0) } ?? []
        return
            "\(names.isEmpty ? "no other module" : "only \(names.joined(separator: ", "))") can depend on"
    }

    /// Returns an alternative to a forbidden dependency. The preferred alternative is a protocol
    /// that is declared in an allowed module and implemented in the forbidden module.
    private func remedy(for other: Module, in module: Module) -> String {
        if other.name == rules.container?.module {
            return containerRemedy(for: other, in: module)
        }
        // Code that uses a module that is built on its own module is in the wrong place.
        let isBuiltOn = !graph.shortestChains(from: other.name, to: module.name, limit: 1).isEmpty
        let implemented = isBuiltOn ? [] : implementedProtocols(of: other)
        for contract in graph.dependencies(of: other)
        where rules.allows(module, toDependOn: contract, in: graph) {
            let protocols = sources(contract).flatMap(\.types).filter {
                $0.kind == .protocol && isVisible($0, in: module)
                    && !isForeignPort($0, of: contract, for: module)
            }
            let roles = protocols.filter {
                implemented.contains($0.name) && !isContainerProtocol($0)
            }
            if module.kind == .test, let mocks = mocks(of: roles, for: module) {
                return mocks
            }
            let uses = uses(of: roles, among: protocols, in: module)
            guard !uses.isEmpty else { continue }
            return "import '\(contract.importName)' and \(uses.joined(separator: ", or "))"
        }
        guard let layer = rules.layer(of: other) else {
            return "remove the code that uses it"
        }
        if areCreatedTogether(module, other) {
            return "declare a protocol with what it needs, implement it in '\(other.importName)', "
                + "and accept it in init"
        }
        // If the layers allow the dependency, a restriction forbids it. The restriction may also
        // forbid the dependency that `generalRemedy` would suggest.
        return rules.layersAllow(module, toDependOn: other, in: graph)
            ? Self.relocation : generalRemedy(for: layer, in: module)
    }

    /// Whether the container creates the objects of both modules, so that it can pass the objects
    /// of one module to the other.
    private func areCreatedTogether(_ module: Module, _ other: Module) -> Bool {
        let container = rules.container.flatMap { graph.module(named: $0.module) }
        let created = container.flatMap { rules.layer(of: $0)?.canDependOn } ?? []
        return [module, other].allSatisfy { module in
            rules.layer(of: module).map { created.contains(.layer($0.name)) } ?? false
        }
    }

    /// Returns the remedy for a module that imports the container.
    private func containerRemedy(for other: Module, in module: Module) -> String {
        guard let layer = rules.layer(of: other), let own = rules.layer(of: module) else {
            return "remove the code that uses it"
        }
        // The container creates the objects of layers that declare no container protocol.
        let isCreated =
            layer.canDependOn.contains(.layer(own.name))
            && rules.container?.declaredIn.contains(own.name) == false
        return isCreated
            ? "accept what it needs in init, where '\(other.name)' passes it"
            : generalRemedy(for: layer, in: module)
    }

    /// Returns the names of the protocols that the types of a module implement.
    private func implementedProtocols(of module: Module) -> Set<String> {
        let types = module.kind == .external ? [] : sources(module).flatMap(\.types)
        return Set(types.filter { $0.kind != .protocol }.flatMap(\.inherited))
    }

    /// Returns a phrase that names a test-only module with mocks of protocols, or `nil` if no such
    /// module is allowed.
    private func mocks(of roles: [TypeDeclaration], for test: Module) -> String? {
        for role in roles {
            let mocks = graph.modules.first { candidate in
                rules.layer(of: candidate)?.isForTests == true && candidate.kind != .test
                    && rules.allows(test, toDependOn: candidate, in: graph)
                    && implementedProtocols(of: candidate).contains(role.name)
            }
            if let mocks {
                return "import '\(mocks.importName)' and use its mock of '\(role.name)'"
            }
        }
        return nil
    }

    /// Whether a module can name a declaration of another module.
    private func isVisible(_ type: TypeDeclaration, in module: Module) -> Bool {
        let hasAccess = module.packageAccess ?? rules.layer(of: module)?.packageAccess ?? true
        return type.isPublic || type.accessLevel == "package" && hasAccess
    }

    /// Returns phrases for the ways in which a module can obtain implementations of protocols. A
    /// module that can depend on the container resolves them. Any other module accepts them in
    /// `init`.
    ///
    /// A module without package access cannot resolve services, because their container protocols
    /// are not public.
    private func uses(
        of roles: [TypeDeclaration],
        among protocols: [TypeDeclaration],
        in module: Module
    ) -> [String] {
        guard let container = rules.container,
            let bootstrap = graph.module(named: container.module),
            module.kind != .test, rules.allows(module, toDependOn: bootstrap, in: graph)
        else { return roles.map { "accept 'any \($0.name)' in init" } }
        let properties = roles.compactMap { role in
            protocols.lazy.compactMap {
                $0.properties.first { $0.typeWords.contains(role.name) }?.name
            }.first
        }
        return properties.map { "resolve '\(container.name).\($0)'" }
    }

    private func generalRemedy(for layer: Layer, in module: Module) -> String {
        let names = rules.layers(dependingOn: layer)
        let move =
            switch names.count {
            case 0: "remove the code that uses it"
            case 1...3:
                "move the code that uses it to a module in the layer \(names.joined(separator: " or ")), or remove that code"
            default: Self.relocation
            }
        guard layer.isIndependent, let own = rules.layer(of: module) else { return move }
        return
            "if modules of the layer '\(own.name)' may use '\(layer.name)', add it to their canDependOn in \(rules.file); otherwise, \(move)"
    }
}

extension Layer {
    fileprivate var statement: String {
        let words = allowedWords.joined(separator: ", ")
        return "\(name) can depend on \(words.isEmpty ? "no other module" : words)"
    }

    /// Phrases for the modules that the modules of the layer can depend on.
    var allowedWords: [String] {
        dependencies.map { permission in
            switch permission {
            case .everything: "everything"
            case .subject:
                "its subject, the allowed dependencies of the subject, and layers for tests"
            case .layer, .inherited: permission.rawValue
            }
        }
    }
}
