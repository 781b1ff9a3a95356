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
    /// The list is intended for manifests that declare the same dependencies for all targets.
    public internal(set) var granted: [String] = []
    /// Whether a module of the layer can declare, without importing them, the dependencies of its
    /// other dependencies, such as those of its interface or of the tested module.
    var grantsInherited = false
    var visibleTo: [String] = []
    /// The patterns of folders, such as the folders of features. At least two of these folders must
    /// use each protocol of the layer.
    var sharedBy: [PathPattern] = []
    /// A short description of the modules in the layer.
    public internal(set) var purpose = ""
    /// The reason why the layer has limits, which messages quote.
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
    /// The word in ``granted`` that sets ``grantsInherited``.
    static let inherited = "inherited"

    public init(_ name: String, paths: [String], canDependOn: [String]) {
        self.name = name
        self.paths = paths.map(PathPattern.init)
        self.canDependOn = canDependOn
    }

    func contains(_ module: Module) -> Bool {
        let names = [module.name, module.importName] + module.products
        if modules.contains(where: { names.contains(where: $0.matches) }) {
            return true
        }
        guard module.kind != .external, kinds.isEmpty || kinds.contains(module.kind) else {
            return false
        }
        return !kinds.isEmpty && paths.isEmpty || paths.contains { $0.matches(module.folder) }
    }

    func lists(_ other: Layer) -> Bool {
        canDependOn.contains(other.name) || granted.contains(other.name)
    }

    /// Whether the layer contains production code that depends only on modules of the same layer.
    var isIndependent: Bool {
        !isForTests && kinds.isEmpty && dependencies.allSatisfy { $0 == name }
    }

    /// The names of all layers that modules of the layer can depend on, including granted layers.
    var dependencies: [String] { granted.filter { !canDependOn.contains($0) } + canDependOn }
}
