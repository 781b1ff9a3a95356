public import SwiftSource

/// The layer rules of a package: which modules can depend on which, and the exceptions.
public struct LayerRules: Sendable, Hashable {
    /// The layers. A module belongs to the first layer that contains it.
    public internal(set) var layers: [Layer]
    public var exceptions: [Exception] = []
    public var file = "boundaries.json"
    /// The places of the settings in the file, or `nil` if the rules were not read from a file.
    var places: JSONPlaces?
    /// The path of the page that documents the rules, or an empty string.
    public internal(set) var documentation = ""
    /// The class that must conform to every container protocol, or `nil` if the rules name no
    /// class.
    public internal(set) var container: Container?
    /// The test targets that any change to the package can affect, because they read files of other
    /// modules.
    public internal(set) var wholePackageTests: [String] = []
    /// The severities that differ from the defaults.
    var severities: [Rule: Severity] = [:]
    /// The tags of modules: for each axis, such as `scope`, and each value, the selectors of the
    /// modules to which the tag `axis:value` applies.
    var tags: [String: [String: [ModuleSelector]]] = [:]
    var restrictions: [Restriction] = []
    /// Whether layers or restrictions limit what modules can depend on.
    public var hasRestrictions: Bool { !layers.isEmpty || !restrictions.isEmpty }
    /// The rules whose violations cannot be suppressed by a comment or the baseline.
    var strictRules: Set<Rule> = []
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

    /// Rules without layers. Each module can use every module on which it declares a dependency.
    public static let none = LayerRules()

    public var source: String {
        layers.isEmpty && exceptions.isEmpty && restrictions.isEmpty && severities.isEmpty
            ? "by declared dependencies alone" : "by \(file.lastPart ?? "")"
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
    }
}

// MARK: - Queries

extension LayerRules {
    public func layer(of module: Module) -> Layer? {
        layers.first { $0.contains(module) }
    }

    /// Returns the severity of a rule. In a package without layers, re-exports are allowed by
    /// default.
    func severity(of rule: Rule) -> Severity {
        let isOff = rule == .reexport && layers.isEmpty
        return severities[rule] ?? (isOff ? .off : rule.severity)
    }

    /// Whether a module can declare a dependency on another module without importing it.
    func grants(_ module: Module, _ other: Module) -> Bool {
        guard let layer = layer(of: module), let target = self.layer(of: other) else {
            return false
        }
        return layer.granted.contains(.layer(target.name))
    }

    /// Returns the place of a setting in the file, such as `layers[0].name`.
    func place(of key: String) -> Place {
        Place(path: file, location: places?[key])
    }

    func hasException(_ module: Module, for other: Module) -> Bool {
        exceptions.contains { exception in
            exception.module == module.name
                && ([other.name] + other.products).contains(exception.dependsOn)
        }
    }

    /// Returns the names of the layers that can depend on every module. If `layer` is for tests,
    /// the result also contains the layers of test targets.
    func testLayers(dependingOn layer: Layer) -> [String] {
        layers.filter {
            $0.canDependOn.contains(.everything)
                || layer.isForTests && $0.canDependOn.contains(.subject)
        }.map(\.name)
    }

    /// Returns the names of the layers whose modules can depend on modules of `layer`.
    ///
    /// The result omits layers of tests and programs, and layers that can depend on every module.
    func layers(dependingOn layer: Layer) -> [String] {
        let dependents = layers.filter { other in
            let isForTestsOrPrograms = other.kinds == [.test] || other.kinds == [.executable]
            let isRestricted = !other.canDependOn.contains(.everything)
            let isForSubject = other.canDependOn.contains(.subject)
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
            let allowed = layer.allowedWords
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
}
