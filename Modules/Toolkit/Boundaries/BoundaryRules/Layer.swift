/// A group of modules that follow the same rules.
public struct Layer: Sendable, Hashable {
    public let name: String
    public internal(set) var paths: [PathPattern]
    /// The names of further modules in the layer. These modules can belong to other packages or to
    /// the toolchain. An asterisk matches any part of a name.
    public internal(set) var modules: [PathPattern] = []
    /// The kinds of modules that ``paths`` select. If the list is empty, the paths select every
    /// kind. If there are no paths, the layer contains all modules of these kinds.
    public internal(set) var kinds: [Module.Kind] = []
    /// The modules that the modules of the layer can depend on. The list contains the layer itself
    /// if its modules can depend on each other.
    public internal(set) var canDependOn: [Permission]
    /// Further modules that can be declared as dependencies without being imported.
    ///
    /// The list is intended for manifests that declare the same dependencies for all targets.
    var granted: [Permission] = []
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

    public init(_ name: String, paths: [String], canDependOn: [Permission]) {
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
        canDependOn.contains(.layer(other.name)) || granted.contains(.layer(other.name))
    }

    /// Whether the layer contains production code that depends only on modules of the same layer.
    var isIndependent: Bool {
        !isForTests && kinds.isEmpty && dependencies.allSatisfy { $0 == .layer(name) }
    }

    /// The modules that modules of the layer can depend on, including those of granted layers.
    var dependencies: [Permission] {
        granted.filter { $0 != .inherited && !canDependOn.contains($0) } + canDependOn
    }
}

extension Layer {
    /// An element of ``canDependOn`` or ``granted``. The raw value is its word in the rules file.
    public enum Permission: RawRepresentable, Sendable, Hashable, Decodable {
        /// The modules of the layer with this name.
        case layer(String)
        /// Every module.
        case everything
        /// For a test target, the module that it tests (`Home` for `HomeTests`), the modules on
        /// which that module can depend, and layers for tests.
        case subject
        /// In ``granted``, the dependencies of the module's other dependencies, such as those of
        /// its interface or of the tested module.
        case inherited

        public init(rawValue: String) {
            self =
                switch rawValue {
                case "*": .everything
                case "subject": .subject
                case "inherited": .inherited
                default: .layer(rawValue)
                }
        }

        public var rawValue: String {
            switch self {
            case .layer(let name): name
            case .everything: "*"
            case .subject: "subject"
            case .inherited: "inherited"
            }
        }
    }
}
