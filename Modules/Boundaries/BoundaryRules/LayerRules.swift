public import SwiftSource

/// The layer rules of a package: which modules can depend on which, and the exceptions.
public struct LayerRules: Sendable, Hashable {
    /// The layers. A module belongs to the first layer that contains it.
    public internal(set) var layers: [Layer]
    public var exceptions: [Exception] = []
    public var file = "boundaries.json"
    /// The path of the page that documents the rules, or an empty string.
    public internal(set) var documentation = ""
    public internal(set) var allowsReexports = true
    /// The class that must conform to every container protocol, or `nil` if the rules name no
    /// class.
    public internal(set) var container: Container?
    /// The test targets that any change to the package can affect, because they read files of other
    /// modules.
    public internal(set) var wholePackageTests: [String] = []
    /// The severities that differ from the defaults. The severities of a layer take precedence.
    var severities: [Rule: Severity] = [:]
    /// The tags of modules: for each axis, such as `scope`, and each value, the selectors of the
    /// modules to which the tag `axis:value` applies.
    var tags: [String: [String: [ModuleSelector]]] = [:]
    var restrictions: [Restriction] = []
    var reservations: [Reservation] = []
    /// The rules whose violations cannot be suppressed by a comment or the baseline.
    var strictRules: Set<Rule> = []
    /// Whether a module can depend on a product of another package only if a layer lists the
    /// product.
    var deniesUnlistedProducts = false
    /// The suffixes that test targets add to the names of the modules that they test.
    public internal(set) var testSuffixes = ["Tests"]
    /// The target whose build checks all targets, so that no other target needs the Boundaries
    /// plugin.
    public internal(set) var checkedWith: String?
    /// The values of names in conditions of `#if`, including those that are known for every
    /// package.
    public internal(set) var conditions = CompilationConditions.package
    public var baseline: Baseline?
    public var baselineFile = Baseline.fileName
    public init(layers: [Layer] = []) {
        self.layers = layers
    }

    /// Rules without layers. A module can use every module on which it declares a dependency.
    public static let none = LayerRules()

    public var source: String {
        layers.isEmpty && exceptions.isEmpty && restrictions.isEmpty && reservations.isEmpty
            && severities.isEmpty
            && !deniesUnlistedProducts
            ? "by declared dependencies alone" : "by \(file.split(separator: "/").last ?? "")"
    }

    /// A permission for one module to depend on another module, even if the rules forbid the
    /// dependency.
    public struct Exception: Sendable, Hashable {
        public let module: String
        public let dependsOn: String
        public let reason: String

        public init(module: String, dependsOn: String, reason: String) {
            self.module = module
            self.dependsOn = dependsOn
            self.reason = reason
        }
    }

    /// A class that must conform to every container protocol.
    public struct Container: Sendable, Hashable {
        public let name: String
        public let module: String
        public let protocolSuffix: String
        /// The names of the layers whose modules declare container protocols.
        public let declaredIn: [String]
        /// Whether the class can also conform to a public protocol in an extension.
        public let allowsExtensions: Bool
    }
}

/// A group of modules that follow the same rules.
public struct Layer: Sendable, Hashable {
    public let name: String
    public let paths: [PathPattern]
    /// The names of further modules in the layer. These modules can belong to other packages or to
    /// the toolchain. An asterisk matches any part of a name.
    public internal(set) var modules: [PathPattern] = []
    /// The kinds of modules that ``paths`` select. If the list is empty, the paths select every
    /// kind. If there are no paths, the layer contains all modules of these kinds.
    public internal(set) var kinds: [Module.Kind] = []
    /// The names of the layers that the modules of the layer can depend on. The list contains the
    /// layer itself if its modules can depend on each other. It can also contain ``everything`` or
    /// ``subject``.
    public internal(set) var canDependOn: [String]
    /// The names of further layers whose modules can be declared as dependencies without being
    /// imported.
    ///
    /// This list is for manifests that give all targets the same dependencies.
    public internal(set) var granted: [String] = []
    var visibleTo: [String] = []
    /// A short description of the modules in the layer.
    public internal(set) var purpose = ""
    /// The reason for the limits of the layer. Messages quote this text.
    public internal(set) var reason = ""
    /// Whether the layer contains mocks and other code that production code must not depend on.
    public internal(set) var isForTests = false
    /// Whether modules of the layer must have access to `package` declarations (true) or must not
    /// (false), or `nil` if either is allowed.
    public internal(set) var packageAccess: Bool?
    /// The severities of rules for the modules of the layer.
    var severities: [Rule: Severity] = [:]
    /// The rules whose violations by modules of the layer cannot be suppressed by a comment or the
    /// baseline.
    var strictRules: Set<Rule> = []

    /// The word in ``canDependOn`` that allows every module.
    public static let everything = "*"
    /// The word in ``canDependOn`` that allows a test target to depend on the module that it tests
    /// (`Home` for `HomeTests`), the modules on which that module can depend, and layers for tests.
    public static let subject = "subject"

    public init(_ name: String, paths: [String], canDependOn: [String]) {
        self.name = name
        self.paths = paths.map(PathPattern.init)
        self.canDependOn = canDependOn
    }

    fileprivate func contains(_ module: Module) -> Bool {
        if modules.contains(where: { $0.matches(module.name) || $0.matches(module.importName) }) {
            return true
        }
        guard module.kind != .external, kinds.isEmpty || kinds.contains(module.kind) else {
            return false
        }
        return !kinds.isEmpty && paths.isEmpty || paths.contains { $0.matches(module.folder) }
    }

    fileprivate func lists(_ other: Layer) -> Bool {
        canDependOn.contains(other.name) || granted.contains(other.name)
    }

    /// The names of all layers that modules of the layer can depend on, including granted layers.
    var dependencies: [String] { granted.filter { !canDependOn.contains($0) } + canDependOn }
}

// MARK: - Queries

extension LayerRules {
    public func layer(of module: Module) -> Layer? {
        layers.first { $0.contains(module) }
    }

    /// Returns the severity of a rule for a module, or for the package as a whole if `module` is
    /// `nil`.
    public func severity(of rule: Rule, for module: Module?) -> Severity {
        module.flatMap(layer)?.severities[rule] ?? severities[rule] ?? rule.severity
    }

    /// Whether violations of a rule by a module cannot be suppressed by a comment or the baseline.
    func isStrict(_ rule: Rule, for module: Module?) -> Bool {
        if strictRules.contains(rule) {
            return true
        }
        return module.flatMap(layer)?.strictRules.contains(rule) == true
    }

    /// Whether a module can depend on another module. Layers do not restrict modules that are in no
    /// layer.
    public func allows(_ module: Module, toDependOn other: Module, in graph: ModuleGraph) -> Bool {
        denial(of: other, for: module, in: graph) == nil
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
        let subjects = testSuffixes.filter(module.name.hasSuffix).compactMap { suffix in
            let name = String(module.name.dropLast(suffix.count))
            return graph.module(named: name) ?? graph.module(named: name.lowercased())
        }
        return subjects.contains {
            other.name == $0.name || allows($0, toDependOn: other, in: graph)
        }
    }

    /// Whether a module can declare a dependency on another module without importing it.
    func grants(_ module: Module, _ other: Module) -> Bool {
        guard let layer = layer(of: module), let target = self.layer(of: other) else {
            return false
        }
        return layer.granted.contains(target.name)
    }

    func hasException(_ module: Module, for name: String) -> Bool {
        exceptions.contains { $0.module == module.name && $0.dependsOn == name }
    }

    /// Returns the names of the layers that can depend on every module. If `layer` is for tests,
    /// the result also contains the layers of test targets.
    func testLayers(dependingOn layer: Layer) -> [String] {
        layers.filter {
            $0.canDependOn.contains(Layer.everything)
                || layer.isForTests && $0.canDependOn.contains(Layer.subject)
        }.map(\.name)
    }

    /// Returns the names of the layers whose modules can depend on modules of `layer`.
    ///
    /// The result omits layers of tests and programs, and layers that can depend on every module.
    func layers(dependingOn layer: Layer) -> [String] {
        let dependents = layers.filter { other in
            let isForTestsOrPrograms = other.kinds == [.test] || other.kinds == [.executable]
            let isRestricted = !other.canDependOn.contains(Layer.everything)
            let isForSubject = other.canDependOn.contains(Layer.subject)
            return !isForTestsOrPrograms && isRestricted && !isForSubject && other.lists(layer)
        }
        return dependents.map(\.name)
    }

    /// The layers as a Markdown table that ends with a line break.
    public var table: String {
        let rows = layers.map { layer in
            let paths =
                layer.paths.map { "`\($0.text)`" } + layer.modules.map(\.text)
                + layer.kinds.map { "kind \($0.rawValue)" }
            let allowed = allowedWords(of: layer)
            return [
                layer.name,
                paths.joined(separator: ", "),
                allowed.isEmpty ? "nothing" : allowed.joined(separator: ", "),
                layer.purpose,
            ]
        }
        let header = [
            ["layer", "modules", "may depend on", "contains"],
            ["---", "---", "---", "---"],
        ]
        return (header + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    /// Returns phrases for the layers that a layer can depend on.
    func allowedWords(of layer: Layer) -> [String] {
        layer.dependencies.map { word in
            switch word {
            case Layer.everything: "everything"
            case Layer.subject:
                "its subject, the allowed dependencies of the subject, and layers for tests"
            default: word
            }
        }
    }
}

// MARK: - Paths

/// A pattern for paths. `*` matches any part of one path component, and `**` matches any number of
/// components.
public struct PathPattern: Sendable, Hashable {
    /// The pattern as written, such as `Modules/Features/*/Interface`.
    public let text: String
    public init(_ text: String) {
        self.text = text
    }

    var isLiteral: Bool { !text.contains("*") }

    public func matches(_ path: String) -> Bool {
        Self.matches(text.split(separator: "/")[...], path.split(separator: "/")[...])
    }

    private static func matches(
        _ pattern: ArraySlice<Substring>,
        _ path: ArraySlice<Substring>
    ) -> Bool {
        guard let first = pattern.first else { return path.isEmpty }
        if first == "**" {
            return matches(pattern.dropFirst(), path)
                || !path.isEmpty && matches(pattern, path.dropFirst())
        }
        guard let name = path.first, matches(first[...], name: name[...]) else {
            return false
        }
        return matches(pattern.dropFirst(), path.dropFirst())
    }

    private static func matches(_ pattern: Substring, name: Substring) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == "*" {
            return matches(pattern.dropFirst(), name: name)
                || !name.isEmpty && matches(pattern, name: name.dropFirst())
        }
        return name.first == first && matches(pattern.dropFirst(), name: name.dropFirst())
    }
}
