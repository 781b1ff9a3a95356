import SwiftSource

/// Adds a service: an implementation of a role that Core declares, or of a new one.
///
/// For a role that is there, the service wraps another implementation and leaves everything to it, so that it is whole
/// from the first build on; a new role keeps texts by their keys.
public struct AddService: WorkspaceChange {
    private let name: String
    private let role: String

    /// Describes a service.
    ///
    /// - Parameters:
    ///   - name: The name of its module.
    ///   - role: The name of the protocol that it implements.
    public init(_ name: String, implements role: String) {
        self.name = name
        self.role = role
    }

    private var typeName: String { name + role }

    /// Adds it to a workspace, and returns what people should know.
    ///
    /// - Throws: ``ScaffoldingError``; the workspace is half changed then, and so should be a copy.
    public func apply(to workspace: Workspace) async throws(ScaffoldingError) -> [String] {
        try await NameRules(workspace).check(name, suffixes: ["Tests"])
        guard name != role else {
            throw .badName(
                role, reason: "the service would have the name of the protocol, and hide it",
                remedy: "name the service after what it talks to")
        }
        try checkFree(typeName, in: workspace)
        guard let known = try workspace.rolesInCore().first(where: { $0.name == role }) else {
            try await checkNewRole(in: workspace)
            return try addWithRole(to: workspace)
        }
        return try addWrapper(of: known, to: workspace)
    }

    private func checkFree(_ type: String, in workspace: Workspace) throws(ScaffoldingError) {
        guard let place = try workspace.place(ofType: type) else { return }
        throw .exists("a type '\(type)' (\(place))", remedy: "choose another name")
    }

    // MARK: - A role that is there

    private func addWrapper(of role: Role, to workspace: Workspace) throws(ScaffoldingError) -> [String] {
        let kit = try TestKit(of: role, in: workspace)
        let remedy = "write the service by hand, in Modules/Services/\(name)"
        let declaration = try workspace.declaration(of: role, remedy: remedy)
        let forwarder = Forwarder(declaration)
        let members = try forwarder.members(remedy: remedy)
        let modules = try ImportedTypes(of: declaration, in: role.home, workspace: workspace)
            .modules(neededFor: declaration.requirements)
        try checkProperty(name.asProperty + role.name, in: workspace)
        try write(
            "Service", to: workspace,
            names: [
                "ServiceName": name, "serviceName": name.asProperty, "RoleName": role.name, "roleName": role.property,
                "RoleNameContract": kit.contract.name, "MockRoleName()": kit.expression,
                "try await rule.check": "\(kit.contract.marks)rule.check",
            ])
        try workspace.edit("Modules/Services/\(name)/\(typeName).swift") { text in
            text =
                modules.map { "package import \($0)\n" }.joined()
                + text.replacing("    // The requirements.\n", with: members)
            if declaration.isClassBound { text.replace("package struct", with: "package final class") }
            if forwarder.changesBase { text.replace("private let base", with: "private var base") }
        }
        try register(in: workspace, summary: "`\(typeName)`: a `\(role.name)` over another one")
        return [
            "\(typeName) leaves everything to another \(role.name); put \(name) in its place in Modules/Services/\(name)",
            "the app goes on with '\(role.property)'; Bootstrap makes the new one as '\(name.asProperty)\(role.name)'",
        ]
    }

    // MARK: - A new role

    private func addWithRole(to workspace: Workspace) throws(ScaffoldingError) -> [String] {
        let names = [
            "ServiceName": name, "serviceName": name.asProperty, "RoleName": role, "roleName": role.asProperty,
        ]
        let isFirst = !workspace.exists("Modules/CoreTesting")
        if isFirst { try write("CoreTesting", to: workspace, names: names) }
        try write("Role", to: workspace, names: names)
        if try workspace.explainsErrors() {
            try ToolSources.template("ExplainedRole").write(to: workspace.root, names: names)
        }
        try workspace.edit(Workspace.container) { text throws(ScaffoldingError) in
            var container = try ContainerFile(text)
            try container.conformInExtension(to: "\(role)Providing", importing: "Core")
            text = container.text
        }
        try workspace.edit("Package.swift") { text throws(ScaffoldingError) in
            text = try Self.declareCoreTesting(in: text)
        }
        if isFirst {
            try addToMap(
                of: workspace, "Modules/CoreTesting",
                "mocks of Core's protocols, and the contracts that mocks and real things keep")
        }
        try register(in: workspace, summary: "`\(typeName)`: keeps texts by their keys")
        return [
            "Core has no \(role) yet, so it is new: make its protocol in Modules/Core/\(role) what you need",
            "\(typeName) keeps its values in memory; put \(name) in their place in Modules/Services/\(name)",
        ]
    }

    /// Has Core see Injection, and its tests the mocks.
    private static func declareCoreTesting(in text: String) throws(ScaffoldingError) -> String {
        var manifest = try ManifestEditor(text)
        try manifest.append("Injection", to: "uses", ofVerb: "module", named: "Core")
        if manifest.entry("module", named: "CoreTesting") == nil, let core = manifest.entry("module", named: "Core") {
            try manifest.insert([".module(\"CoreTesting\", uses: [\"Core\"])"], behind: core)
        }
        if manifest.entry("tests", named: "Core") != nil {
            try manifest.append("CoreTesting", to: "uses", ofVerb: "tests", named: "Core")
        } else if let mocks = manifest.entry("module", named: "CoreTesting") {
            try manifest.insert([".tests(\"Core\", uses: [\"CoreTesting\"])"], behind: mocks)
        }
        return manifest.text
    }

    // MARK: - Both

    /// Writes a template, over nothing that is there.
    private func write(
        _ template: String, to workspace: Workspace, names: [String: String]
    ) throws(ScaffoldingError) {
        let before = Set(try workspace.files())
        let written = try ToolSources.template(template).write(to: workspace.root, names: names)
        guard let file = written.first(where: before.contains) else { return }
        throw .exists("'\(file)'", remedy: "move it away, or choose another name")
    }

    private func register(in workspace: Workspace, summary: String) throws(ScaffoldingError) {
        try workspace.edit("Package.swift") { text throws(ScaffoldingError) in
            var manifest = try ManifestEditor(text)
            try manifest.require("service", "tests", "bootstrap")
            let tests = ".tests(\"\(name)\", uses: [\"Core\", \"CoreTesting\"])"
            try manifest.insert([".service(\"\(name)\")", tests], into: .services)
            try manifest.append(name, to: "services", ofVerb: "bootstrap")
            text = manifest.text
        }
        try addToMap(of: workspace, "Modules/Services/\(name)", summary)
    }

    private func addToMap(of workspace: Workspace, _ path: String, _ summary: String) throws(ScaffoldingError) {
        guard workspace.exists("README.md") else { return }
        try workspace.edit("README.md") { text in
            var map = ModuleMap(text)
            map.add(path, summary)
            text = map.text
        }
    }
}

// MARK: - Names

extension AddService {
    /// Refuses a role that is declared where no service implements it, or that would clash.
    private func checkNewRole(in workspace: Workspace) async throws(ScaffoldingError) {
        if let place = try workspace.place(ofType: role) {
            let isCore = place.hasPrefix("Modules/Core/")
            throw .inUse(
                "the name '\(role)'", uses: ["\(place): declares it"],
                remedy: isCore
                    ? "if a service is to implement it, declare beside it what a container promises: a protocol that ends in 'Providing' with 'var \(role.asProperty): Factory<any \(role)> { get }'"
                    : "a service implements a protocol of Core; move it there, or choose another name")
        }
        try await NameRules(workspace).check(role, suffixes: [])
        for type in ["\(role)Providing", "\(role)Error", "\(role)Contract", "InMemory\(role)"] {
            try checkFree(type, in: workspace)
        }
        if workspace.exists("Modules/Core/\(role)") {
            throw .exists("'Modules/Core/\(role)'", remedy: "choose another name")
        }
        try checkProperty(role.asProperty, in: workspace)
    }

    /// Refuses a property that the container has.
    private func checkProperty(_ property: String, in workspace: Workspace) throws(ScaffoldingError) {
        if SwiftKeyword.all.contains(property) {
            throw .badName(role, reason: "'\(property)' is a word of Swift itself", remedy: "choose another name")
        }
        for (path, text) in try workspace.sources(in: "Modules/Bootstrap") {
            let tokens = Token.list(of: Array(text.utf8))
            for (keyword, name) in zip(tokens, tokens.dropFirst()) where name.word == property {
                guard keyword.isWord("var") || keyword.isWord("let") else { continue }
                throw .exists(
                    "a property '\(property)' of the container (\(path):\(name.location.line))",
                    remedy: "choose another name")
            }
        }
    }
}
