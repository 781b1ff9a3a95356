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

    private var part: WorkspacePart { WorkspacePart(.feature, name) }
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
        let example = isSingle ? "SingleExample" : "Example"
        let property = role.asProperty
        try plan.add(
            hasExample ? [template, example] : [template],
            names: ["FeatureName": name, "RoleName": role, "roleName": property]
        )
        if !collaborators.isEmpty {
            pass(collaborators, &plan)
        }
        try plan.editManifest { manifest throws(ScaffoldingError) in
            try add(to: &manifest, using: collaborators.map(\.role.location))
        }
        try plan.editContainer {
            $0.conform(to: "\(name)Providing", importing: contractModule, isPublic: true)
        }
        var notes = collaborators.map {
            "\(implementation) receives '\($0.role.property)' but does not use it yet"
        }
        notes.append(
            "an app resolves the feature with AppContainer.shared.\(property)(), after 'import \(contractModule)'"
        )
        if isSingle {
            notes.append(
                "to let other features use '\(name)', run 'bulkhead split \(name)', which adds an interface and a mock"
            )
        }
        return notes
    }

    /// Adds the roles of other features to the initializer of the implementation, and to each call
    /// of the initializer.
    private func pass(_ collaborators: [(role: Role, mock: String)], _ plan: inout EditPlan) {
        let roles = collaborators.map(\.role)
        let folder = isSingle ? part.folder : "\(part.folder)/Implementation"
        plan.replace(
            "package init() {}",
            with: Self.initializer(roles),
            in: "\(folder)/\(implementation).swift",
            importing: roles.map(\.location.module),
            "package import"
        )
        let call = "\(implementation)("
        let factories = roles.map { "\($0.property): self.\($0.property)()" }
        plan.replace(
            "\(call))",
            with: "\(call)\(factories.joined(separator: ", ")))",
            in: part.bootstrapFile
        )
        let mocks = collaborators.map { "\($0.role.property): \($0.mock)" }
        let users = [
            "Tests/\(name)Tests/\(implementation)Tests.swift",
            "App/Examples/\(name)Example/\(name)Example.swift",
        ]
        for path in users {
            plan.replace(
                "\(call))",
                with: "\(call)\(mocks.joined(separator: ", ")))",
                in: path,
                importing: roles.map(\.location.testingModule)
            )
        }
    }

    /// Returns an initializer that stores roles in private properties.
    private static func initializer(_ roles: [Role]) -> String {
        let properties = roles.map { "private let \($0.property): any \($0.name)\n    " }
        let parameters = roles.map { "\($0.property): any \($0.name)" }
        let assignments = roles.map { "        self.\($0.property) = \($0.property)\n" }
        let head = "\(properties.joined())\n    package init(\(parameters.joined(separator: ", ")))"
        return "\(head) {\n\(assignments.joined())    }"
    }

    private func add(
        to manifest: inout ManifestFile,
        using used: [Role.Location]
    ) throws(ScaffoldingError) {
        let mocks = Set(used.map(\.testingModule)).sorted()
        try manifest.add(
            name,
            to: .feature,
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
                throw .missing(
                    "property of the form 'Factory<any SomeProtocol>' in a container protocol of '\(feature)'",
                    remedy: "declare '\(feature)Providing' with such a property"
                )
            }
            for role in roles {
                collaborators.append((role, try workspace.mock(of: role)))
            }
        }
        return collaborators
    }

    private func check(_ workspace: Workspace) async throws(ScaffoldingError) {
        try await NameRules.check(name, suffixes: part.suffixes, in: workspace)
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
            try workspace.requireInterface(of: feature)
        }
    }
}

extension EditPlan {
    /// Replaces code from a template in a file, and adds imports, if the plan writes the file.
    fileprivate mutating func replace(
        _ code: String,
        with newCode: String,
        in path: String,
        importing modules: [String] = [],
        _ keywords: String = "import"
    ) {
        guard var text = texts[path]?.replacing(code, with: newCode) else { return }
        for module in modules {
            text.addImport(keywords, of: module)
        }
        write(text, to: path)
    }
}
