/// Adds a feature that works: contract, implementation, tests, README, registration, and lines of the manifest and the map.
public struct AddFeature: WorkspaceChange {
    private let name: String
    private let role: String
    private let uses: [String]
    private let hasExample: Bool

    /// Plans a feature.
    /// - Parameters:
    ///   - role: The name of its protocol; by default that of the feature with `Book`.
    ///   - uses: The features that it uses.
    ///   - hasExample: Whether it gets a program that runs it alone.
    public init(_ name: String, role: String? = nil, uses: [String] = [], hasExample: Bool = false) {
        self.name = name
        self.role = role ?? "\(name)Book"
        var seen: Set<String> = []
        self.uses = uses.filter { seen.insert($0).inserted }
        self.hasExample = hasExample
    }

    public func apply(to workspace: Workspace) async throws(ScaffoldingError) -> [String] {
        try await check(workspace)
        var manifest = try workspace.manifest()
        try manifest.require("interface", "implementation", "featureTests", "bootstrap")
        if hasExample { try manifest.require("example") }
        var collaborators: [Collaborator] = []
        for feature in uses { collaborators += try workspace.collaborators(of: feature, in: &manifest) }
        let isExplained = try workspace.explainsErrors()
        try write(to: workspace, collaborators, isExplained: isExplained)
        try addTargets(to: &manifest)
        if isExplained { try manifest.append("Core", to: "also", ofVerb: "interface", named: name) }
        try workspace.write(manifest.text, to: "Package.swift")
        try workspace.edit(Workspace.container) { text throws(ScaffoldingError) in
            var container = try ContainerFile(text)
            try container.conform(to: "\(name)Providing", importing: "\(name)Interface")
            text = container.text
        }
        try workspace.addToMap("Modules/Features/\(name)", "keeps entries in the order in which they came")
        return collaborators.filter(\.hasNewMock).map { "a mock of '\($0.role.name)' comes with it, as tests need one" }
            + collaborators.map { "Ordered\(role) has '\($0.role.property)', and does not use it yet" }
            + manifest.entries.filter { $0.verb == "app" }.compactMap(\.name).map { app in
                "\(app) can use it once Package.swift has \"\(name)\" among the features of .app(\"\(app)\"): @Injected(\\AppContainer.\(role.asProperty))"
            }
    }

    private func check(_ workspace: Workspace) async throws(ScaffoldingError) {
        try await NameRules(workspace).check(name, suffixes: ["Interface", "Testing", "Tests", "Example"])
        try NameRules.checkSpelling(role)
        guard role != name else {
            throw .badName(
                role, reason: "a module and a type of one name hide each other", remedy: "name the role otherwise")
        }
        for type in [role, "Ordered\(role)", "\(name)Entry", "\(name)Error"] {
            guard let place = try workspace.place(ofType: type) else { continue }
            throw .exists("a type '\(type)' (\(place))", remedy: "choose another name, or another role with --role")
        }
        for feature in uses where !workspace.features.contains(feature) {
            throw .missing(
                "feature '\(feature)' to be used",
                remedy: "the features are \(workspace.features.joined(separator: ", "))")
        }
    }

    private func write(
        to workspace: Workspace, _ collaborators: [Collaborator], isExplained: Bool
    ) throws(ScaffoldingError) {
        let names = [
            "FeatureName": name, "featureName": name.asProperty, "RoleName": role, "roleName": role.asProperty,
        ]
        for template in ["Feature"] + (isExplained ? ["ExplainedFeature"] : []) + (hasExample ? ["Example"] : []) {
            try ToolSources.template(template).write(to: workspace.root, names: names)
        }
        guard !collaborators.isEmpty else { return }
        let folder = "Modules/Features/\(name)"
        let construction = "Ordered\(role)("
        try workspace.edit("\(folder)/Implementation/Ordered\(role).swift") { text throws(ScaffoldingError) in
            text = text.replacing("    package init() {}\n", with: collaborators.initializer)
            text = text.replacing("] = []\n\n    /// Makes", with: "] = []\n\(collaborators.properties)\n    /// Makes")
            text = collaborators.imports(of: \.interface, reach: "package ") + text
        }
        try workspace.edit("Modules/Bootstrap/AppContainer+\(name).swift") { text throws(ScaffoldingError) in
            text = text.replacing("\(construction))", with: "\(construction)\(collaborators.resolutions))")
        }
        let example = "App/Examples/\(name)Example/\(name)Example.swift"
        for file in ["Tests/\(name)Tests/Ordered\(role)Tests.swift"] + (hasExample ? [example] : []) {
            try workspace.edit(file) { text throws(ScaffoldingError) in
                text = text.replacing("\(construction))", with: "\(construction)\(collaborators.mocks))")
                let modules = collaborators.imports(of: \.interface) + collaborators.imports(of: \.mock.module)
                text = modules + text
            }
        }
        try workspace.edit("\(folder)/README.md") { text throws(ScaffoldingError) in
            text = text.replacing(
                "Nobody uses it yet;", with: "It uses \(uses.joined(separator: ", ")). Nobody uses it yet;")
        }
    }

    private func addTargets(to manifest: inout ManifestEditor) throws(ScaffoldingError) {
        let list = uses.isEmpty ? "" : ", uses: [\(uses.map { "\"\($0)\"" }.joined(separator: ", "))]"
        var targets = [
            ".interface(\"\(name)\")", ".implementation(\"\(name)\"\(list))", ".featureTests(\"\(name)\"\(list))",
        ]
        if hasExample { targets.append(".example(\"\(name)\"\(list), also: [\"CommandLineArguments\"])") }
        try manifest.insert(targets, into: .features)
        try manifest.append(name, to: "features", ofVerb: "bootstrap")
    }
}
