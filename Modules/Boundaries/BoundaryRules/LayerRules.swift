/// The layers of a package, who may see whom, and the exceptions.
public struct LayerRules: Sendable, Hashable {
    /// One module that may see one other which its layer may not.
    public struct Exception: Sendable, Hashable {
        /// The name of the module that may see more.
        public let module: String
        /// The name of what it may see.
        public let sees: String
        /// Why.
        public let reason: String

        /// Describes an exception.
        public init(module: String, sees: String, reason: String) {
            self.module = module
            self.sees = sees
            self.reason = reason
        }
    }

    /// The class that must list every container protocol.
    public struct Container: Sendable, Hashable {
        /// The layer in which it lies.
        public let layer: String
        /// Its name.
        public let name: String
        /// How the names of container protocols end.
        public let suffix: String
        /// The layers whose modules declare them.
        public let declaredIn: [String]
    }

    /// The layers; a module belongs to the first that contains it.
    public var layers: [Layer]
    /// The exceptions.
    public var exceptions: [Exception]
    /// The file from which they were read, as it is reported.
    public var file = "boundaries.json"
    /// The names of the layers that were read from it.
    let written: [String]
    /// Where the rules are explained; empty when nowhere.
    public let documentation: String
    /// Whether a module may re-export another.
    public let allowsReexports: Bool
    /// The class that must list every container protocol, or nil when there is none.
    public let container: Container?

    /// Puts rules together.
    public init(
        layers: [Layer] = [], exceptions: [Exception] = [], documentation: String = "", allowsReexports: Bool = true,
        container: Container? = nil, written: [String] = []
    ) {
        self.layers = layers
        self.exceptions = exceptions
        self.documentation = documentation
        self.allowsReexports = allowsReexports
        self.container = container
        self.written = written
    }

    /// No layers: a module may see whatever it declares.
    public static let none = LayerRules()

    /// Where the rules come from, in the few words of a summary.
    public var source: String {
        if !written.isEmpty || !exceptions.isEmpty { return "by \(file)" }
        return layers.isEmpty ? "by declared dependencies alone" : "by the layers of the workspace layout"
    }

    /// The layer of a module; nil when it belongs to none.
    public func layer(of module: Module) -> Layer? { layers.first { $0.contains(module) } }

    /// The layer that a name leads to, for what is no module of the package.
    func layer(ofImport name: String) -> Layer? { layers.first { $0.modules.contains(name) } }

    /// Whether a module may see another; modules without a layer see, and are seen by, all.
    public func allows(_ module: Module, toSee other: Module, in graph: ModuleGraph) -> Bool {
        if module.name == other.name || hasException(module, toSee: other.name) { return true }
        guard let layer = layer(of: module), let seen = self.layer(of: other) else { return true }
        switch layer.sees {
        case .everything: return true
        case .layers(let names): return names.contains(seen.name)
        case .subject:
            guard let subject = subject(of: module, in: graph) else { return seen.holdsMocks }
            return other.name == subject.name || seen.holdsMocks || allows(subject, toSee: other, in: graph)
        }
    }

    /// The module that a test target tests: the one of its name without `Tests`.
    func subject(of tests: Module, in graph: ModuleGraph) -> Module? {
        tests.name.hasSuffix("Tests") ? graph.module(named: String(tests.name.dropLast("Tests".count))) : nil
    }

    func hasException(_ module: Module, toSee name: String) -> Bool {
        exceptions.contains { $0.module == module.name && $0.sees == name }
    }

    /// The names of the layers that see everything, and of those for tests, where a layer holds mocks.
    func layersOfTests(seeing layer: Layer) -> [String] {
        layers.filter { $0.sees == .everything || $0.sees == .subject && layer.holdsMocks }.map(\.name)
    }

    /// The names of the layers whose modules may see those of a layer; layers that see everything are left out, and those that hold
    /// tests or examples alone, as their sight helps nobody else.
    func layers(seeing layer: Layer) -> [String] {
        layers.filter { ![[.test], [.executable]].contains($0.kinds) }.compactMap { other in
            if case .layers(let names) = other.sees, names.contains(layer.name) { other.name } else { nil }
        }
    }
}
