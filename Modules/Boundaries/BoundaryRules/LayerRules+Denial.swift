/// The reason why a module cannot depend on another module.
enum Denial {
    case layers
    /// The other module is in a layer for tests, and the module is not a test target.
    case testsOnly
    case restriction(Restriction)
    case reservation(Reservation)
    /// The product is in no layer, and the rules deny such products.
    case unlistedProduct

    /// Whether the violation cannot be suppressed by a comment or the baseline.
    var isStrict: Bool {
        switch self {
        case .restriction(let restriction): restriction.isStrict
        case .reservation(let reservation): reservation.isStrict
        case .layers, .testsOnly, .unlistedProduct: false
        }
    }
}

extension LayerRules {
    /// Whether a module can depend on another module. Layers do not restrict modules that are in no
    /// layer.
    public func allows(_ module: Module, toDependOn other: Module, in graph: ModuleGraph) -> Bool {
        denial(of: other, for: module, in: graph) == nil
    }

    /// Returns why a module cannot depend on another module, or `nil` if it can.
    ///
    /// The other module need not be in the graph. It can be a module of the toolchain, for example.
    func denial(of other: Module, for module: Module, in graph: ModuleGraph) -> Denial? {
        if module.name == other.name || hasException(module, for: other) {
            return nil
        }
        let isKnown = graph.module(named: other.name) != nil
        if let restriction = restrictions.first(where: {
            denies($0, other, for: module, isKnown: isKnown)
        }) {
            return .restriction(restriction)
        }
        if let reservation = reservations.first(where: {
            excludes(module, $0, other, isKnown: isKnown)
        }) {
            return .reservation(reservation)
        }
        if !layersAllow(module, toDependOn: other, in: graph) {
            let isForTests = layer(of: other)?.isForTests == true
            return isForTests && module.kind != .test ? .testsOnly : .layers
        }
        let isUnlisted =
            deniesUnlistedProducts && isKnown && other.kind == .external && layer(of: other) == nil
        return isUnlisted && layer(of: module)?.canDependOn.contains(Layer.everything) != true
            ? .unlistedProduct : nil
    }

    func layersAllow(_ module: Module, toDependOn other: Module, in graph: ModuleGraph) -> Bool {
        guard let layer = layer(of: module), let target = self.layer(of: other) else {
            return true
        }
        if layer.lists(target) || layer.canDependOn.contains(Layer.everything) {
            return true
        }
        guard layer.canDependOn.contains(Layer.subject) else {
            return false
        }
        if target.isForTests || graph.module(named: other.name) == nil {
            return true
        }
        // `HomeTests` tests `Home`, and `ShopTests` tests the program `shop`.
        let subjects = testSuffixes.filter(module.importName.hasSuffix).compactMap { suffix in
            let name = String(module.importName.dropLast(suffix.count))
            return graph.module(importedAs: name, in: module)
                ?? graph.module(importedAs: name.lowercased(), in: module)
        }
        return subjects.contains {
            other.name == $0.name || allows($0, toDependOn: other, in: graph)
        }
    }

    private func denies(
        _ restriction: Restriction,
        _ other: Module,
        for module: Module,
        isKnown: Bool
    ) -> Bool {
        guard selects(restriction.from, module) else { return false }
        if selects(restriction.deny, other, isKnown: isKnown) {
            return true
        }
        if selects(restriction.mustNotReach, other, isKnown: isKnown) {
            return true
        }
        guard isKnown, let allow = restriction.allow, !selects(allow, other) else {
            return false
        }
        return other.kind != .external || allow.contains { $0.key == "product" }
    }

    private func excludes(
        _ module: Module,
        _ reservation: Reservation,
        _ other: Module,
        isKnown: Bool
    ) -> Bool {
        selects(reservation.to, other, isKnown: isKnown) && !selects(reservation.onlyFrom, module)
    }
}
