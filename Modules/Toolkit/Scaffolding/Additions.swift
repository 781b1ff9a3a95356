import SwiftSource

/// A change that adds a feature: its interface with one example method, an implementation, a mock,
/// a test, a README, a definition, and a line in the manifest.
///
/// A single-module feature consists of one module with a public type, without an interface or a
/// mock.
public struct AddFeature: WorkspaceChange {
    private let name: String
    private let role: String
    private let uses: [String]
    private let hasExample: Bool
    private let isSingle: Bool

    /// Creates a change that adds a feature.
    ///
    /// The feature's protocol is named `role`, or ``defaultRole(of:)`` if `role` is `nil`. The
    /// initializer of the implementation accepts the roles of the features in `uses`.
    public init(
        _ name: String,
        role: String? = nil,
        uses: [String] = [],
        hasExample: Bool = false,
        isSingle: Bool = false
    ) {
        self.name = name
        self.role = role ?? Self.defaultRole(of: name)
        var seen: Set<String> = []
        self.uses = uses.filter { seen.insert($0).inserted }
        self.hasExample = hasExample
        self.isSingle = isSingle
    }

    /// Returns the default name of a feature's protocol.
    public static func defaultRole(of feature: String) -> String {
        "\(feature)Feature"
    }

    private var implementation: String { isSingle ? role : "Default\(role)" }
    private var contractModule: String { isSingle ? name : "\(name)Interface" }

    public func prepare(_ plan: inout EditPlan) async throws(ScaffoldingError) -> [String] {
        try await check(plan.workspace)
        return try write(&plan)
    }

    /// Adds the feature without checking its name.
    package func write(_ plan: inout EditPlan) throws(ScaffoldingError) -> [String] {
        let collaborators = try collaborators(in: plan.workspace)
        let template = isSingle ? "Single" : "Feature"
        try plan.add(hasExample ? [template, "Example"] : [template], names: names(collaborators))
        try plan.editManifest { manifest throws(ScaffoldingError) in
            try edit(&manifest, collaborators.map(\.role.location))
        }
        let property = role.asProperty
        let hasContainer = plan.workspace.hasContainer
        if hasContainer {
            try plan.editContainer { $0.conform(to: "\(name)Providing", importing: contractModule) }
        } else {
            let arguments = collaborators.map { "\($0.role.property): \($0.role.property)" }
            try plan.editDependencies { dependencies throws(ScaffoldingError) in
                try dependencies.add(
                    "public var \(property): \(isSingle ? "" : "any ")\(role)",
                    value: "\(implementation)(\(arguments.joined(separator: ", ")))",
                    importing: contractModule,
                    name
                )
            }
        }
        let access =
            hasContainer
            ? "resolves the feature with AppContainer.shared.\(property)()"
            : "gets the feature from the property '\(property)' of Dependencies"
        return collaborators.map {
            "\(implementation) receives '\($0.role.property)' but does not use it yet"
        }
            + ["an app \(access), after 'import \(contractModule)'"]
            + (isSingle
                ? [
                    "to let other features use '\(name)', run 'bulkhead split \(name)', which adds an interface and a mock"
                ] : [])
    }

    private func edit(
        _ manifest: inout ManifestFile,
        _ used: [Role.Location]
    ) throws(ScaffoldingError) {
        let mocks = Set(used.map(\.testingModule)).sorted()
        try manifest.add(
            name,
            to: .features,
            isSingle: isSingle,
            arguments: ["uses": Set(used.map(\.module)).sorted(), "tests": mocks]
        )
        if hasExample {
            let own = isSingle ? [name] : [name, contractModule]
            let names = (own + mocks).map { "\"\($0)\"" }.joined(separator: ", ")
            try manifest.add(
                target: """
                    .executableTarget(
                            name: "\(name)Example",
                            dependencies: [\(names)],
                            path: "App/Examples/\(name)Example"
                        )
                    """
            )
        }
    }

    private func collaborators(
        in workspace: Workspace
    ) throws(ScaffoldingError) -> [(role: Role, mock: String)] {
        var collaborators: [(role: Role, mock: String)] = []
        for feature in uses {
            let roles = try workspace.roles(at: .feature(feature)).filter { !$0.isService }
            guard !roles.isEmpty else {
                throw workspace.hasContainer
                    ? .missing(
                        "property of the form 'Factory<any SomeProtocol>' in a container protocol of '\(feature)'",
                        remedy: "declare '\(feature)Providing' with such a property"
                    )
                    : .missing(
                        "property in \(Workspace.dependencies) with a protocol of '\(feature)'",
                        remedy: "declare one"
                    )
            }
            for role in roles {
                collaborators.append((role, try workspace.mock(of: role)))
            }
        }
        return collaborators
    }

    private func check(_ workspace: Workspace) async throws(ScaffoldingError) {
        try await NameRules(workspace).check(name, suffixes: WorkspacePart(.feature, name).suffixes)
        try NameRules.checkSpelling(role)
        guard role != name else {
            throw .invalidName(
                role,
                reason: "a module and a type with the same name hide each other",
                remedy:
                    "choose another name for the protocol, such as '\(Self.defaultRole(of: name))'"
            )
        }
        try workspace.requireFreeTypes([role, "Default\(role)", "Mock\(role)", "\(name)Providing"])
        try workspace.requireFreeProperty(role.asProperty, of: role)
        for feature in uses {
            try workspace.requireFeature(feature)
            guard !workspace.isSingle(feature: feature) else {
                throw .missing(
                    "interface of the single-module feature '\(feature)'",
                    remedy: "run 'bulkhead split \(feature)' first"
                )
            }
        }
    }

    /// Returns the replacement for each placeholder in the templates. A placeholder can be a piece
    /// of code, such as an empty initializer. Its replacement then also declares or passes the
    /// roles that the feature uses.
    private func names(_ collaborators: [(role: Role, mock: String)]) -> [String: String] {
        func list(_ text: ((role: Role, mock: String)) -> String) -> String {
            collaborators.map(text).joined(separator: ", ")
        }
        let roles = collaborators.map(\.role)
        var initializer = "    package init() {}\n"
        if !roles.isEmpty {
            let properties = roles.map { "    private let \($0.property): any \($0.name)\n" }
                .joined()
            let assignments = roles.map { "        self.\($0.property) = \($0.property)\n" }
                .joined()
            let parameters = list { "\($0.role.property): any \($0.role.name)" }
            initializer = "\(properties)\n    package init(\(parameters)) {\n\(assignments)    }\n"
        }
        let names = [
            "FeatureName": name, "RoleName": role, "roleName": role.asProperty,
            "    package init() {}\n": initializer,
        ]
        let resolved = list { "\($0.role.property): self.\($0.role.property)()" }
        let mocked = list { "\($0.role.property): \($0.mock)" }
        let testing = roles.map(\.location.testingModule)
        let used = imports("package import", roles.map(\.location.module))
        let special =
            isSingle
            ? [
                "package import FeatureNameInterface\n": used,
                "import FeatureNameInterface\n": imports("import", testing),
                "self { RoleName() }": "self { \(role)(\(resolved)) }",
                "RoleName()": "\(role)(\(mocked))",
                "roleName: any RoleName = DefaultRoleName()":
                    "\(role.asProperty) = \(role)(\(mocked))",
            ]
            : [
                "public import FeatureNameInterface\n": "public import \(name)Interface\n",
                // The conformance does not require a package import of the feature's interface. The
                // parameters of the initializer require package imports of the other interfaces.
                "package import FeatureNameInterface\n": "import \(name)Interface\n" + used,
                "import FeatureNameInterface\n": imports("import", ["\(name)Interface"] + testing),
                "self { DefaultRoleName() }": "self { \(implementation)(\(resolved)) }",
                "DefaultRoleName()": "\(implementation)(\(mocked))",
            ]
        return names.merging(special) { $1 }
    }
}

private func imports(_ keywords: String, _ modules: [String]) -> String {
    Set(modules).sorted().map { "\(keywords) \($0)\n" }.joined()
}

extension EditPlan {
    mutating func editManifest(
        _ edit: (inout ManifestFile) throws(ScaffoldingError) -> Void
    ) throws(ScaffoldingError) {
        var manifest = ManifestFile(try text(Workspace.manifest))
        try edit(&manifest)
        write(manifest.text, to: Workspace.manifest)
    }

    mutating func editContainer(_ change: (inout ContainerFile) -> Void) throws(ScaffoldingError) {
        var container = try ContainerFile(text(Workspace.container))
        change(&container)
        write(container.text, to: Workspace.container)
    }

    mutating func editDependencies(
        _ change: (inout DependenciesFile) throws(ScaffoldingError) -> Void
    ) throws(ScaffoldingError) {
        var file = try DependenciesFile(text(Workspace.dependencies))
        try change(&file)
        write(file.text, to: Workspace.dependencies)
    }
}

extension Workspace {
    func requireFeature(_ name: String) throws(ScaffoldingError) {
        guard !features.contains(name) else { return }
        throw .missing(
            "feature '\(name)'",
            remedy: "the features are \(features.joined(separator: ", "))"
        )
    }

    func requireFreeTypes(_ types: [String]) throws(ScaffoldingError) {
        for type in types {
            guard let place = try place(ofType: type) else {
                continue
            }
            throw .exists("type '\(type)' (\(place))", remedy: "choose another name")
        }
    }

    /// Checks that the container can declare a property for a role.
    ///
    /// - Throws: An error if the name of the property is a keyword, or if Bootstrap already
    ///   declares a property with that name.
    func requireFreeProperty(_ property: String, of role: String) throws(ScaffoldingError) {
        if SwiftKeyword.all.contains(property) {
            throw .invalidName(
                role,
                reason: "the name of its property, '\(property)', is a Swift keyword",
                remedy: "choose another name"
            )
        }
        for (path, text) in try sources(in: "Modules/Bootstrap") {
            let tokens = Token.list(of: Array(text.utf8))
            for (keyword, name) in zip(tokens, tokens.dropFirst()) where name.word == property {
                guard keyword.isWord("var") || keyword.isWord("let") else {
                    continue
                }
                throw .exists(
                    "property '\(property)' of the container (\(path):\(name.location.line))",
                    remedy: "choose another name"
                )
            }
        }
    }
}

/// A change that adds a service that implements a role in Core or in the interface of a feature.
///
/// For an existing role, the service forwards every call to another implementation, so it works
/// immediately. A new role is added to the interface of a feature, or to Core, with one example
/// method, a mock and a contract.
public struct AddService: WorkspaceChange {
    private let name: String
    private let role: String
    private let feature: String?
    private let modules: String?

    /// Creates a change that adds a service for the protocol `role`.
    ///
    /// - Parameters:
    ///   - feature: The feature whose interface declares the role if the role is new, or `nil` to
    ///     declare the role in Core.
    ///   - modules: The folder into which the workspace was built. If `modules` is `nil`, the
    ///     module of the role is built when its symbols are needed.
    public init(
        _ name: String,
        implements role: String,
        of feature: String? = nil,
        modules: String? = nil
    ) {
        self.name = name
        self.role = role
        self.feature = feature
        self.modules = modules
    }

    private var typeName: String { name + role }

    public func prepare(_ plan: inout EditPlan) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        try await NameRules(workspace).check(name, suffixes: WorkspacePart(.service, name).suffixes)
        guard name != role else {
            throw .invalidName(
                role,
                reason: "a module and a type with the same name hide each other",
                remedy: "name the service after the system that it uses"
            )
        }
        try workspace.requireFreeTypes([typeName])
        if let feature {
            try workspace.requireFeature(feature)
        }
        let known = try workspace.serviceRoles().first { $0.name == role }
        let location = known?.location ?? feature.map { .feature($0) } ?? .core
        let used = location.feature == nil ? [] : [location]
        try plan.editManifest { manifest throws(ScaffoldingError) in
            try manifest.add(
                name,
                to: .services,
                arguments: ["uses": used.map(\.module), "tests": used.map(\.testingModule)]
            )
        }
        guard let known else {
            return try await addRole(at: location, &plan)
        }
        return try await addForwarder(to: known, &plan)
    }

    private func addForwarder(
        to role: Role,
        _ plan: inout EditPlan
    ) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        let property = name.asProperty + role.name
        try workspace.requireFreeProperty(property, of: role.name)
        let contract = try workspace.contract(of: role)
        let mock = try contract.makesMock ? "\(contract.name).mock()" : workspace.mock(of: role)
        let remedy = "write the service by hand in Modules/Services/\(name)"
        let module = role.location.module
        let forwarder = try await SymbolGraph(of: module, in: workspace, modules: modules)
            .forwarder(for: role.name, remedy: remedy)
        let members = forwarder.members.map { "    " + $0.replacing("\n", with: "\n    ") + "\n" }
        let names = [
            "ServiceName": name, "RoleName": role.name, "roleName": role.property,
            "serviceNameRoleName": property,
            "package import Core\n": imports("package import", [module] + forwarder.modules),
            "import Core\nimport CoreTesting\n":
                imports("import", [module, role.location.testingModule]),
            "package struct": forwarder.isClassBound ? "package final class" : "package struct",
            "    // The requirements.\n": members.joined(separator: "\n"),
            "RoleNameContract": contract.name, "MockRoleName()": mock,
        ]
        try plan.add(["Service"], names: names)
        if !workspace.hasContainer {
            try addProperty(property, of: role.name, base: role.property, module, &plan)
        }
        return [
            "\(typeName) forwards every call to another \(role.name); replace the calls one by one",
            "'\(role.property)' is unchanged; Bootstrap registers the new service as '\(property)'",
        ]
    }

    private func addRole(
        at location: Role.Location,
        _ plan: inout EditPlan
    ) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        if let place = try workspace.place(ofType: role) {
            throw .inUse(
                "the name '\(role)'",
                uses: ["\(place): declares it"],
                remedy: place.hasPrefix("Modules/Core/") || place.contains("/Interface/")
                    ? "to let services implement the protocol, declare 'package protocol \(role)Providing: SharedContainer' next to it, with 'var \(role.asProperty): Factory<any \(role)> { get }'"
                    : "move the declaration to the interface of a feature, or choose another name"
            )
        }
        try await NameRules(workspace).check(role)
        try workspace.requireFreeTypes(["\(role)Providing", "\(role)Contract", "InMemory\(role)"])
        try workspace.requireFreeProperty(role.asProperty, of: role)
        let forwardingComment =
            "    /// The `RoleName` of ServiceName, which forwards to the instance that `roleName` "
            + "provides. No\n    /// module resolves it yet."
        let names = [
            "ServiceName": name, "RoleName": role, "roleName": role.asProperty,
            "serviceNameRoleName": role.asProperty,
            forwardingComment: "    /// The shared instance, created on first use.",
            "ServiceNameRoleName(base: self.roleName())": "\(typeName)()",
            "ServiceNameRoleName(base: MockRoleName())": "\(typeName)()",
        ]
        try plan.add(["Service", "Role"], names: names.merging(location.replacements) { $1 })
        if workspace.hasContainer {
            try plan.editContainer {
                $0.conformInExtension(to: "\(role)Providing", importing: location.module)
            }
        } else {
            try addProperty(role.asProperty, of: role, base: nil, location.module, &plan)
        }
        return [
            "'\(role)' is a new protocol in \(location.folder)/\(role).swift; replace its example method",
            "\(typeName) does not use \(name) yet; implement it in Modules/Services/\(name)",
        ]
    }

    /// Adds a property that creates the service in a workspace without a container.
    private func addProperty(
        _ property: String,
        of role: String,
        base: String?,
        _ module: String,
        _ plan: inout EditPlan
    ) throws(ScaffoldingError) {
        let argument = base.map { "base: \($0)" } ?? ""
        try plan.editDependencies { dependencies throws(ScaffoldingError) in
            try dependencies.add(
                "package var \(property): any \(role)",
                value: "\(typeName)(\(argument))",
                importing: module,
                name
            )
        }
    }
}

extension Role.Location {
    /// The replacements that move the files of a template from Core to this location.
    fileprivate var replacements: [String: String] {
        guard let feature else { return [:] }
        return [
            "Modules/CoreTesting": testingFolder, "Modules/Core": folder,
            "Tests/CoreTests": "Tests/\(feature)Tests",
            "import CoreTesting": "import \(testingModule)",
            "import Core": "import \(module)",
            "public import Testing": "import Testing",
            "public import Core": "package import \(module)",
            "public protocol": "package protocol", "public struct": "package struct",
            "public init": "package init", "public func": "package func",
            "public let": "package let",
            "public static": "package static",
        ]
    }
}
