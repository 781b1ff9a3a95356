public import BoundaryRules
public import SwiftSource

/// The factories in the containers of a package. For each factory, the map contains the factories
/// that it resolves and the modules that can resolve it.
///
/// The map is derived from the sources without building them, so it can be incomplete.
public struct WiringMap: Sendable {
    public struct File: Sendable {
        let module: String
        let path: String
        let text: [UInt8]

        public init(module: String, path: String, text: [UInt8]) {
            self.module = module
            self.path = path
            self.text = text
        }
    }

    public struct Factory: Sendable, Hashable {
        public let container: String
        public let name: String
        /// The declared type, such as `Factory<any Store>`.
        public let type: String
        public let module: String
        public let path: String
        public let location: SourceLocation
        /// The scope in the declaration of the factory, or `unique` if the declaration contains no
        /// scope.
        public let scope: String
        public let isPromise: Bool
        /// The full names of the factories that the closure of this factory resolves.
        public internal(set) var resolves: [String] = []
        /// The container protocols that require this factory.
        public internal(set) var protocols: [String] = []
        /// The modules that declare the container protocols in ``protocols``.
        public internal(set) var interfaces: [String] = []
        /// The modules that can resolve this factory directly or through a protocol.
        public internal(set) var reachableFrom: [String] = []
        /// Uses of the container that the map cannot resolve, with their places.
        public internal(set) var unknowns: [String] = []

        /// The container and the name, such as `AppContainer.store`.
        public var fullName: String { "\(container).\(name)" }
    }

    /// A mistake in the wiring that would otherwise appear only at run time.
    public struct Finding: Sendable, Hashable {
        public let path: String
        public let location: SourceLocation
        public var severity = Severity.error
        public let message: String
        public let remedy: String

        /// The finding in the format of compiler diagnostics.
        public var text: String {
            let place = "\(path):\(location.line):\(location.column)"
            return "\(place): \(severity.rawValue): \(message)\nnote: remedy: \(remedy)"
        }
    }

    /// The factories, in the order of the modules and files.
    public private(set) var factories: [Factory] = []
    public internal(set) var findings: [Finding] = []

    /// Creates a map of the factories in the modules of a graph, except for test targets.
    public init(_ files: [File], graph: ModuleGraph) {
        let production = files.filter { graph.module(named: $0.module)?.kind != .test }
        let sources = production.map { (file: $0, source: WiringSource($0.text)) }
        let types = production.flatMap { file in
            SourceFile(path: file.path, text: file.text).types.map {
                (module: file.module, type: $0)
            }
        }
        var contents: [String: [WiringSource.Contents]] = [:]
        var accessLevels: [String: String] = [:]
        let conformances = Self.conformances(types.map(\.type))
        for (file, source) in sources {
            for declaration in source.declarations
            where !Self.containers.isDisjoint(
                with: [declaration.container] + (conformances[declaration.container] ?? [])
            ) {
                let factory = Factory(
                    container: declaration.container,
                    name: declaration.name,
                    type: declaration.type,
                    module: file.module,
                    path: file.path,
                    location: declaration.location,
                    scope: declaration.scope,
                    isPromise: declaration.isPromise
                )
                factories.append(factory)
                accessLevels[factory.fullName] = declaration.accessLevel
                contents[factory.fullName, default: []].append(declaration.contents)
            }
        }
        let registrations = sources.flatMap(\.source.registrations)
        var injected: [String: [WiringSource.Contents.Use]] = [:]
        var members: Set<String> = []
        for (_, source) in sources {
            injected.merge(source.injected) { $0 + $1 }
            members.formUnion(source.members)
        }
        let names = Dictionary(grouping: factories, by: \.name)
        for index in factories.indices {
            let factory = factories[index]
            let own =
                (contents[factory.fullName] ?? [])
                + registrations.filter { $0.name == factory.name }.map(\.contents)
            for contents in own {
                resolve(contents, of: index, names, injected)
            }
            let required = types.filter { type in
                type.type.kind == .protocol
                    && type.type.properties.contains { $0.name == factory.name }
                    && conformances[factory.container]?.contains(type.type.name) == true
            }
            factories[index].protocols = required.map(\.type.name)
            factories[index].interfaces = required.map(\.module)
            let access = accessLevels[factory.fullName]
            factories[index].reachableFrom = Self.modules(
                that: [factory.module] + factories[index].interfaces,
                canSee: factory,
                access,
                graph
            )
        }
        check(
            registered: Set(registrations.map(\.name)),
            used: members.union(factories.flatMap(\.resolves))
        )
        checkIsolation(MainActorMap(sources, conformances: conformances, graph: graph))
    }

    /// Adds the factories that a closure resolves to the factory at `index`.
    private mutating func resolve(
        _ contents: WiringSource.Contents,
        of index: Int,
        _ names: [String: [Factory]],
        _ injected: [String: [WiringSource.Contents.Use]]
    ) {
        let factory = factories[index]
        for use in contents.uses + contents.types.sorted().flatMap({ injected[$0] ?? [] }) {
            let container = ["self", ""].contains(use.owner) ? factory.container : use.owner
            let candidates = names[use.name] ?? []
            // If the container does not declare the factory, a protocol extension may declare it.
            // For this reason, any factory with the same name is accepted.
            if let found = candidates.first(where: { $0.container == container })
                ?? candidates.first
            {
                if !factories[index].resolves.contains(found.fullName) {
                    factories[index].resolves.append(found.fullName)
                }
            } else if use.owner == "self" {
                note("calls '\(use.name)', which is not a factory", use.location, of: index)
            }
        }
        for place in contents.escapes {
            note("passes the container on", place, of: index)
        }
    }

    private mutating func note(_ text: String, _ place: SourceLocation, of index: Int) {
        factories[index].unknowns.append("\(text) (\(factories[index].path):\(place.line))")
    }

    /// The type and the protocols of Injection and FactoryKit that identify a container.
    private static let containers: Set = ["Container", "SharedContainer", "ManagedContainer"]

    /// Returns the names of the types and protocols that each type inherits from or conforms to,
    /// directly or indirectly.
    private static func conformances(_ types: [TypeDeclaration]) -> [String: Set<String>] {
        var all: [String: Set<String>] = [:]
        for type in types {
            all[type.name, default: []].formUnion(
                type.inherited.map { String($0.split(separator: ".").last ?? "") }
            )
        }
        return all.mapValues { inherited in
            inherited.union(Set(reachableFrom: inherited) { all[$0] ?? [] })
        }
    }

    private static func modules(
        that declaring: [String],
        canSee factory: Factory,
        _ access: String?,
        _ graph: ModuleGraph
    ) -> [String] {
        graph.modules.filter { module in
            guard module.kind != .test, module.name != factory.module else {
                return false
            }
            let seen = Set(module.dependencies).intersection(declaring)
            // A module with package access can also resolve a `package` factory directly. Any other
            // factory that is not public can be resolved only through a protocol.
            let direct =
                access == "public" || access == "open"
                || access == "package" && module.packageAccess != false
            return direct ? !seen.isEmpty : !seen.subtracting([factory.module]).isEmpty
        }.map(\.name)
    }

    // MARK: - Findings

    /// A graph whose modules are the factories and whose edges are resolutions.
    public var graph: ModuleGraph { Self.graph(of: factories) }

    private static func graph(of factories: [Factory]) -> ModuleGraph {
        ModuleGraph(
            factories.map {
                Module(
                    name: $0.fullName,
                    kind: .library,
                    folder: $0.module,
                    dependencies: $0.resolves
                )
            }
        )
    }

    public func factory(named name: String) -> Factory? {
        factories.first { $0.fullName == name } ?? factories.first { $0.name == name }
    }

    private mutating func check(registered: Set<String>, used: Set<String>) {
        for factory in factories where factory.isPromise {
            if !registered.contains(factory.name) {
                report(
                    "no module registers '\(factory.fullName)'",
                    at: factory,
                    "register it where the implementation is known: container.\(factory.name).register { … }"
                )
            } else if used.isDisjoint(with: [factory.name, factory.fullName]) {
                report(
                    "no module resolves '\(factory.fullName)'",
                    at: factory,
                    "remove it, or resolve it"
                )
            }
        }
        // A factory with a parameter can resolve itself with another parameter.
        let certain = factories.filter { !$0.type.contains("ParameterFactory<") }
        for cycle in Self.graph(of: certain).cycles() {
            guard let first = factory(named: cycle[0]) else {
                continue
            }
            report(
                "'\(first.fullName)' resolves itself: \(cycle.joined(separator: " → "))",
                at: first,
                "resolve one of them on first use (@LazyInjected), not while another one is built"
            )
        }
    }

    private mutating func report(_ message: String, at factory: Factory, _ remedy: String) {
        findings.append(
            Finding(
                path: factory.path,
                location: factory.location,
                message: message,
                remedy: remedy
            )
        )
    }
}
