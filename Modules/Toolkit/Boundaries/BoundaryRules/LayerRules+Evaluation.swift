/// The part of the rules that forbids a dependency.
enum DependencyLimit {
    case layers
    /// The other module is in a layer for tests, and the module is not a test target.
    case testsOnly
    case restriction(Restriction)

    /// Whether the violation cannot be suppressed by a comment or the baseline.
    var isStrict: Bool {
        switch self {
        case .restriction(let restriction): restriction.isStrict
        case .layers, .testsOnly: false
        }
    }
}

// MARK: - Evaluation of layers and restrictions

extension LayerRules {
    /// Whether a module can depend on another module. Layers do not restrict modules that are in no
    /// layer.
    public func allows(_ module: Module, toDependOn other: Module, in graph: ModuleGraph) -> Bool {
        limit(on: module, dependingOn: other, in: graph) == nil
    }

    /// Evaluates the rules for a dependency, and returns the first limit that forbids it, or `nil`
    /// if the rules allow it. Restrictions are evaluated before layers, because a restriction can
    /// forbid what the layers allow.
    ///
    /// The other module need not be in the graph. It can be a module of the toolchain, for example.
    func limit(
        on module: Module,
        dependingOn other: Module,
        in graph: ModuleGraph
    ) -> DependencyLimit? {
        if module.name == other.name || hasException(module, for: other) {
            return nil
        }
        let isKnown = graph.module(named: other.name) != nil
        if let restriction = restriction(on: module, dependingOn: other, isKnown: isKnown) {
            return .restriction(restriction)
        }
        guard !layersAllow(module, toDependOn: other, in: graph) else { return nil }
        let isForTests = layer(of: other)?.isForTests == true
        return isForTests && module.kind != .test ? .testsOnly : .layers
    }
}

// MARK: - Layers

extension LayerRules {
    func layersAllow(_ module: Module, toDependOn other: Module, in graph: ModuleGraph) -> Bool {
        guard let layer = layer(of: module), let target = self.layer(of: other) else {
            return true
        }
        if layer.lists(target) || layer.canDependOn.contains(.everything) {
            return true
        }
        guard layer.canDependOn.contains(.subject) else {
            return false
        }
        if target.isForTests || graph.module(named: other.name) == nil {
            return true
        }
        return subjects(of: module, in: graph).contains {
            other.name == $0.name || allows($0, toDependOn: other, in: graph)
        }
    }

    /// Returns the modules that a test target tests: `HomeTests` tests `Home`, and `ShopTests`
    /// tests the program `shop`.
    func subjects(of module: Module, in graph: ModuleGraph) -> [Module] {
        testSuffixes.filter(module.importName.hasSuffix).compactMap { suffix in
            let name = String(module.importName.dropLast(suffix.count))
            return graph.module(importedAs: name, in: module)
                ?? graph.module(importedAs: name.lowercased(), in: module)
        }
    }
}

// MARK: - Restrictions

extension LayerRules {
    /// Returns the restrictions on what a module can depend on, with the parts of the module's path
    /// or name that they capture.
    func restrictions(on module: Module) -> [Restriction] {
        restrictions.filter { !$0.limitsDependents }.compactMap { restriction in
            captures(restriction.selected, module).map(restriction.replacingReferences)
        }
    }

    /// Returns the first restriction that forbids a dependency.
    private func restriction(
        on module: Module,
        dependingOn other: Module,
        isKnown: Bool
    ) -> Restriction? {
        let ofModule = restrictions(on: module).first { denies($0, other, isKnown: isKnown) }
        if let ofModule {
            return ofModule
        }
        let ofDependents = restrictions.filter(\.limitsDependents).compactMap { restriction in
            captures(restriction.selected, other, isKnown: isKnown)
                .map(restriction.replacingReferences)
        }
        return ofDependents.first { !selects($0.allow ?? [], module) }
    }

    private func denies(_ restriction: Restriction, _ other: Module, isKnown: Bool) -> Bool {
        if selects(restriction.deny, other, isKnown: isKnown)
            || selects(restriction.mustNotReach, other, isKnown: isKnown)
        {
            return true
        }
        guard isKnown, let allow = restriction.allow, !selects(allow, other) else {
            return false
        }
        return other.kind != .external || allow.contains { $0.property == .product }
    }
}
