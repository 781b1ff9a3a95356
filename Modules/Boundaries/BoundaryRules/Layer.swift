/// Modules of one kind, and what they may see.
public struct Layer: Sendable, Hashable {
    /// What the modules of a layer may see.
    public enum Sight: Sendable, Hashable {
        /// Every module.
        case everything
        /// The modules of these layers.
        case layers([String])
        /// What a test target may see: its subject (`Home` of `HomeTests`), what the subject sees, and mocks.
        case subject
    }

    /// Its name, as messages write it.
    public let name: String
    /// The folders of its modules.
    public let paths: [PathPattern]
    /// The names of its modules; those of other packages and of the toolchain can be named too.
    public let modules: [String]
    /// The kinds of its modules; empty when every kind belongs to it.
    public let kinds: [Module.Kind]
    /// What its modules may see; a layer that may see itself names itself.
    public let sees: Sight
    /// Why it may not see more.
    public let reason: String
    /// Whether it holds mocks, which production code must not reach.
    public let holdsMocks: Bool
    /// Whether its modules see the `package` declarations of others; nil when that is left open.
    public let packageAccess: Bool?

    /// Describes a layer.
    public init(
        _ name: String, paths: [String] = [], modules: [String] = [], kinds: [Module.Kind] = [], sees: Sight,
        reason: String = "", holdsMocks: Bool = false, packageAccess: Bool? = nil
    ) {
        self.name = name
        self.paths = paths.map(PathPattern.init)
        self.modules = modules
        self.kinds = kinds
        self.sees = sees
        self.reason = reason
        self.holdsMocks = holdsMocks
        self.packageAccess = packageAccess
    }

    /// Whether a module belongs to the layer by its name, or by its kind and folder.
    func contains(_ module: Module) -> Bool {
        if modules.contains(module.name) || modules.contains(module.importName) { return true }
        guard module.kind != .external, kinds.isEmpty || kinds.contains(module.kind) else { return false }
        return !kinds.isEmpty && paths.isEmpty || paths.contains { $0.matches(module.folder) }
    }
}
