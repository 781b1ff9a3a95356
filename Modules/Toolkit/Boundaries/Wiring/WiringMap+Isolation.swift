import BoundaryRules
import SwiftSource

extension WiringMap {
    /// Adds a warning for each factory whose closure requires the main actor but can run elsewhere,
    /// and for each `await` that reads a factory on the main actor but runs its closure elsewhere.
    mutating func checkIsolation(_ map: MainActorMap) {
        let factories = Set(factories.map(\.fullName))
        var isolated: Set<String> = []
        for (file, source) in map.sources {
            for declaration in source.declarations {
                let name = "\(declaration.container).\(declaration.name)"
                guard factories.contains(name) else { continue }
                if declaration.modifiers.contains("MainActor"), declaration.isSynchronous {
                    isolated.insert(name)
                }
                if map.mayIsolate(declaration) {
                    continue
                }
                for type in declaration.creations.sorted()
                where map.isCreatedOnMainActor(type, in: file.module) {
                    warn(
                        "'\(name)' can be resolved outside the main actor, "
                            + "but creates '\(type)', which requires it",
                        at: declaration.location,
                        in: file,
                        remedy: "declare the property as '@MainActor', or the initializer of "
                            + "'\(type)' as 'nonisolated'"
                    )
                }
            }
        }
        for (file, source) in map.sources {
            for use in source.awaited {
                let name = "\(use.owner).\(use.name)"
                if !isolated.contains(name) {
                    continue
                }
                warn(
                    "'await' reads '\(name)' on the main actor, "
                        + "but the closure of the factory runs on the current thread",
                    at: use.location,
                    in: file,
                    remedy: "call the method 'resolveOnMainActor' of the factory"
                )
            }
        }
    }

    private mutating func warn(
        _ message: String,
        at location: SourceLocation,
        in file: File,
        remedy: String
    ) {
        let finding = Finding(
            path: file.path,
            location: location,
            severity: .warning,
            message: message,
            remedy: remedy
        )
        findings.append(finding)
    }
}

/// The types and container protocols that are isolated to the main actor, as far as the sources
/// show.
struct MainActorMap {
    let sources: [(file: WiringMap.File, source: WiringSource)]
    private let conformances: [String: Set<String>]
    private let graph: ModuleGraph
    /// The types and protocols by name. Extensions are excluded.
    private var types: [String: [(module: String, type: WiringSource.TypeIsolation)]] = [:]
    /// The names of the types that have an initializer declared as nonisolated.
    private var nonisolatedTypes: Set<String> = []

    init(
        _ sources: [(file: WiringMap.File, source: WiringSource)],
        conformances: [String: Set<String>],
        graph: ModuleGraph
    ) {
        self.sources = sources
        self.conformances = conformances
        self.graph = graph
        for (file, source) in sources {
            for type in source.isolations {
                if type.kind != "extension" {
                    types[type.name, default: []].append((file.module, type))
                }
                for initializer in type.initializers
                where initializer.union(type.modifiers).contains("nonisolated") {
                    nonisolatedTypes.insert(type.name)
                }
            }
        }
    }

    /// Whether initializing a type in a module requires the main actor, as far as the sources show.
    func isCreatedOnMainActor(_ name: String, in module: String) -> Bool {
        // Several types with the same name may be nested or in different branches of `#if`, so
        // nothing is known about them.
        guard let found = types[name], found.count == 1, let (owner, type) = found.first else {
            return false
        }
        guard isVisible(type, of: owner, in: module) else {
            return false
        }
        // An initializer that the compiler synthesizes does not require the main actor.
        if type.initializers.isEmpty || nonisolatedTypes.contains(name) {
            return false
        }
        return type.modifiers.contains("MainActor") || isOnMainActorByDefault(type, of: owner)
    }

    private func isVisible(
        _ type: WiringSource.TypeIsolation,
        of owner: String,
        in module: String
    ) -> Bool {
        if owner == module {
            return true
        }
        return !type.modifiers.isDisjoint(with: ["public", "open", "package"])
            && graph.module(named: module)?.dependencies.contains(owner) == true
    }

    /// Whether a type is isolated to the main actor by the default isolation of its module.
    ///
    /// If the type conforms to a protocol that is nonisolated or belongs to another package, the
    /// default isolation may not apply.
    private func isOnMainActorByDefault(
        _ type: WiringSource.TypeIsolation,
        of module: String
    ) -> Bool {
        guard type.kind != "actor", !type.isNested, isDefault(for: type, of: module) else {
            return false
        }
        return (conformances[type.name] ?? []).allSatisfy { name in
            ["AnyObject", "Sendable"].contains(name) || isMainActorProtocol(name)
        }
    }

    private func isMainActorProtocol(_ name: String) -> Bool {
        guard let found = types[name], found.count == 1, let (module, type) = found.first else {
            return false
        }
        return type.kind == "protocol"
            && (type.modifiers.contains("MainActor") || isDefault(for: type, of: module))
    }

    /// Whether a declaration has the default isolation of its module, and that isolation is the
    /// main actor.
    private func isDefault(for type: WiringSource.TypeIsolation, of module: String) -> Bool {
        graph.module(named: module)?.isMainActorByDefault == true
            && !type.modifiers.contains("nonisolated") && !hasAttribute(type.modifiers)
    }

    /// Whether the property of a factory may be isolated to a global actor, either by its own
    /// attribute or because of its container or a protocol.
    func mayIsolate(_ declaration: WiringSource.Declaration) -> Bool {
        if hasAttribute(declaration.modifiers) {
            return true
        }
        let container = declaration.container
        for name in (conformances[container] ?? []).union([container]) {
            for (module, type) in types[name] ?? [] {
                if hasAttribute(type.modifiers) {
                    return true
                }
                if hasAttribute(type.requirements[declaration.name] ?? []) {
                    return true
                }
                if type.kind == "protocol", isDefault(for: type, of: module) {
                    return true
                }
            }
        }
        return false
    }

    /// Whether one of the modifiers is a custom attribute, which may be a global actor.
    private func hasAttribute(_ modifiers: Set<String>) -> Bool {
        modifiers.contains { $0.first?.isUppercase == true }
    }
}
