public import SwiftSource

/// One place where a rule is broken.
public struct Violation: Sendable, Hashable {
    /// The rule.
    public let rule: Rule
    /// The name of the module that breaks it.
    public let module: String
    /// The name of the other module or type that it is about, if any.
    public let subject: String?
    /// The path of the file.
    public let path: String
    /// The place in the file; nil when the whole file is meant.
    public let location: SourceLocation?
    /// What is wrong, in one line.
    public let message: String
    /// What the rule demands here.
    public let statement: String
    /// Why.
    public let reason: String
    /// How the module reaches what it must not see; empty when it does not, or when that says nothing.
    public let chain: [String]
    /// What to do.
    public let remedy: String

    /// The violation as a compiler writes it, with notes for the rule, the reason, the chain and the remedy.
    public var text: String {
        let place = location.map { "\(path):\($0.line):\($0.column)" } ?? path
        var lines = ["\(place): \(rule.severity.rawValue): \(message)", "note: rule: \(rule.rawValue): \(statement)"]
        lines.append("note: reason: \(reason)")
        if !chain.isEmpty { lines.append("note: reachable: \(chain.joined(separator: " → "))") }
        lines.append("note: remedy: \(remedy)")
        return lines.joined(separator: "\n")
    }
}

/// A rule that a boundary can break.
public enum Rule: String, Sendable, Hashable, CaseIterable, Encodable {
    case undeclaredImport = "undeclared-import"
    case layers
    case testingInProduction = "testing-in-production"
    case reexport = "re-export"
    case unlistedContainerProtocol = "unlisted-container-protocol"
    case circle
    case misplacedModule = "misplaced-module"
    case packageAccess = "package-access"
    case uncheckedModule = "unchecked-module"
    case unknownDependency = "unknown-dependency"
    case unusedDependency = "unused-dependency"
    case unusedException = "unused-exception"
    case emptyLayer = "empty-layer"

    /// Whether a build goes on although it is broken.
    public var severity: Severity {
        switch self {
        case .unusedDependency, .unusedException, .emptyLayer: .warning
        case .undeclaredImport, .layers, .testingInProduction, .reexport, .unlistedContainerProtocol, .circle,
            .misplacedModule, .packageAccess, .uncheckedModule, .unknownDependency:
            .error
        }
    }

    /// What it demands.
    public var statement: String {
        switch self {
        case .undeclaredImport: "a target imports only modules that it declares as dependencies"
        case .layers: "a module sees only the layers that its own may see"
        case .testingInProduction: "production code never depends on mocks"
        case .reexport: "no module re-exports another"
        case .unlistedContainerProtocol: "the container lists every container protocol on its class"
        case .circle: "no module depends on itself, whatever the way"
        case .misplacedModule: "every module lies in the folder of a layer"
        case .packageAccess: "package declarations are seen where the layer says so, and nowhere else"
        case .uncheckedModule: "the plugin checks every target that it does not need itself"
        case .unknownDependency: "a target depends only on what there is"
        case .unusedDependency: "a target declares only what it imports"
        case .unusedException: "an exception is there as long as it is needed"
        case .emptyLayer: "every path and name of a layer leads to a module"
        }
    }

    /// Whether it is about who may see whom.
    var concernsLayers: Bool {
        switch self {
        case .layers, .testingInProduction, .misplacedModule, .packageAccess: true
        case .undeclaredImport, .reexport, .unlistedContainerProtocol, .circle, .uncheckedModule, .unknownDependency,
            .unusedDependency, .unusedException, .emptyLayer:
            false
        }
    }

    /// Why it is there, where the layers give no reason of their own.
    public var reason: String {
        switch self {
        case .undeclaredImport:
            "SwiftPM lets any module be imported that happens to be built before; the manifest must tell the truth"
        case .layers: "a module that sees less can be built, tested and replaced alone"
        case .testingInProduction: "a mock that ships is a fault that no test finds"
        case .reexport: "a re-export hands a module to all who import this one, past the rules"
        case .unlistedContainerProtocol: "what is on the list cannot be forgotten: without its witness nothing compiles"
        case .circle: "modules in a circle can only be built, tested and replaced together"
        case .misplacedModule: "rules are found by folder; a module in none would see, and be seen by, everyone"
        case .packageAccess: "concrete types are invisible where package access is off, even to those who import them"
        case .uncheckedModule: "where the plugin is missing, a build lets every import pass"
        case .unknownDependency: "SwiftPM refuses to build a package in which it is broken"
        case .unusedDependency: "each dependency delays the build and widens what an edit recompiles"
        case .unusedException: "an exception that nobody needs any more lets the next fault through"
        case .emptyLayer: "a misspelt path or name guards nothing"
        }
    }
}

/// How grave a violation is.
public enum Severity: String, Sendable, Hashable, Encodable {
    case error
    case warning
}
