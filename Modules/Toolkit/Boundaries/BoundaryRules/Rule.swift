public enum Severity: String, Sendable, Hashable, Codable {
    case error, warning
    /// The rule is not checked.
    case off
}

public enum Rule: String, Sendable, Hashable, CaseIterable, Codable {
    case undeclaredImport = "undeclared-import"
    case forbiddenDependency = "forbidden-dependency"
    case forbiddenReach = "forbidden-reach"
    case testOnlyDependency = "test-only-dependency"
    case reexport = "re-export"
    case unlistedContainerProtocol = "unlisted-container-protocol"
    case dependencyCycle = "dependency-cycle"
    case misplacedModule = "misplaced-module"
    case packageAccess = "package-access"
    case uncheckedModule = "unchecked-module"
    case unknownDependency = "unknown-dependency"
    case unusedDependency = "unused-dependency"
    case unsharedProtocol = "unshared-protocol"
    case foreignPort = "foreign-port"
    case needlessPublic = "needless-public"
    case unusedSetting = "unused-setting"
    case emptyPackage = "empty-package"
    case unlistedFolder = "unlisted-folder"
    case staleBaseline = "stale-baseline"
    case weakenedRule = "weakened-rule"

    /// The severity of violations, unless the rules file sets another severity.
    public var severity: Severity { definition.severity }
    public var statement: String { definition.statement }
    public var reason: String { definition.reason }
    /// The rules that an exception can allow a module to break.
    static let allowedByExceptions: Set = [
        forbiddenDependency, testOnlyDependency, forbiddenReach, unusedDependency,
    ]
    /// Whether the documentation of the layers explains the rule.
    var concernsLayers: Bool { definition.concernsLayers }
}

// MARK: - The table of rules

extension Rule {
    private struct Definition {
        let statement: String
        let reason: String
        var severity = Severity.error
        var concernsLayers = false
    }

    private var definition: Definition {
        switch self {
        case .undeclaredImport:
            Definition(
                statement: "a target imports only modules that it declares as dependencies",
                reason: "without the declaration, the build succeeds only if SwiftPM happens to "
                    + "build the imported module first"
            )
        case .forbiddenDependency:
            Definition(
                statement: "a module depends only on the layers that its layer can depend on",
                reason:
                    "a module with fewer dependencies can be built, tested and replaced independently",
                concernsLayers: true
            )
        case .forbiddenReach:
            Definition(
                statement: "a module does not depend, directly or indirectly, on modules that "
                    + "a restriction forbids",
                reason: "a module is built and shipped with everything that it reaches",
                concernsLayers: true
            )
        case .testOnlyDependency:
            Definition(
                statement: "production code never depends on mocks",
                reason: "tests would still pass if production code used a mock by mistake",
                concernsLayers: true
            )
        case .reexport:
            Definition(
                statement: "no module re-exports another",
                reason: "a re-export gives every importer access to a module, bypassing the rules"
            )
        case .unlistedContainerProtocol:
            Definition(
                statement: "the container lists every container protocol on its class",
                reason:
                    "the compiler checks listed protocols: the container compiles only if it provides all their members"
            )
        case .dependencyCycle:
            Definition(
                statement: "no module depends on itself, directly or indirectly",
                reason: "modules in a cycle can only be built, tested and replaced together"
            )
        case .misplacedModule:
            Definition(
                statement: "every module is in the folder of a layer",
                reason:
                    "the folder determines which rules apply; no rule restricts a module outside all layers",
                severity: .warning,
                concernsLayers: true
            )
        case .packageAccess:
            Definition(
                statement: "package declarations are visible only where the layer allows it",
                reason:
                    "without package access, concrete types are invisible even to modules that import them",
                concernsLayers: true
            )
        case .uncheckedModule:
            Definition(
                statement: "the target that checkedWith names exists and uses the plugin",
                reason: "without the plugin, a build accepts every import"
            )
        case .unknownDependency:
            Definition(
                statement: "a target depends only on targets and products that exist",
                reason: "SwiftPM does not build a package with an unknown dependency"
            )
        case .unusedDependency:
            Definition(
                statement: "a target declares only what it imports",
                reason: "each dependency delays the build and widens what an edit recompiles",
                severity: .warning
            )
        case .unsharedProtocol:
            Definition(
                statement: "more than one feature uses each protocol of a shared layer",
                reason: "a change of a shared layer recompiles every feature",
                severity: .warning,
                concernsLayers: true
            )
        case .foreignPort:
            Definition(
                statement: "only a feature and the services use the ports of the feature",
                reason: "a feature that uses the port of another one bypasses its interface",
                concernsLayers: true
            )
        case .needlessPublic:
            Definition(
                statement: "a module that the app cannot use declares no public types",
                reason: "a public type becomes usable everywhere as soon as a module is imported",
                severity: .warning,
                concernsLayers: true
            )
        case .unusedSetting:
            Definition(
                statement: "every setting is needed and matches a module",
                reason: "a setting without effect restricts nothing, or hides the next violation",
                severity: .warning
            )
        case .staleBaseline:
            Definition(
                statement: "every entry of the baseline matches a violation",
                reason: "without the entry, a fixed violation cannot return unnoticed",
                severity: .warning
            )
        case .weakenedRule:
            Definition(
                statement: "a reviewer sees every change that weakens the rules",
                reason: "a weaker rule hides violations from the reviewer",
                severity: .warning
            )
        case .emptyPackage:
            Definition(
                statement: "a package contains Swift modules to check",
                reason:
                    "a check without sources reports nothing, even if the path of the package is wrong",
                severity: .warning
            )
        case .unlistedFolder:
            Definition(
                statement: "every folder of a layer that contains Swift files belongs to a target",
                reason: "SwiftPM builds and tests only what the manifest declares",
                severity: .warning
            )
        }
    }
}
