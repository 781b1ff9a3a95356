/// Adds a service: an implementation of a role of Core.
///
/// For a role that exists, the service forwards every call to another implementation, so that it works from the first build on. A role
/// that does not exist is added to Core with one example method, a mock and a contract.
public struct AddService: WorkspaceChange {
    private let (name, role): (String, String)
    private let core: @Sendable (Workspace) async throws(ScaffoldingError) -> SymbolGraph

    /// Describes a service.
    ///
    /// - Parameters:
    ///   - name: The name of its module.
    ///   - role: The name of the protocol that it implements.
    public init(_ name: String, implements role: String) {
        self.init(name, implements: role, core: SymbolGraph.ofCore)
    }

    /// Describes a service, and how the symbols of Core are read.
    package init(
        _ name: String, implements role: String,
        core: @escaping @Sendable (Workspace) async throws(ScaffoldingError) -> SymbolGraph
    ) {
        (self.name, self.role, self.core) = (name, role, core)
    }

    private var typeName: String { name + role }

    public func prepare(_ plan: inout EditPlan) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        try await NameRules(workspace).check(name, suffixes: WorkspacePart(.service, name).suffixes)
        guard name != role else {
            throw .badName(
                role, reason: "a module and a type of the same name hide each other",
                remedy: "name the service after the system that it uses")
        }
        try workspace.requireFreeTypes([typeName])
        try plan.editManifest { manifest throws(ScaffoldingError) in
            try manifest.add("Service(\"\(name)\")", to: .services)
        }
        guard let known = try workspace.roles(at: .core).first(where: { $0.name == role }) else {
            return try await addRole(&plan)
        }
        return try await addForwarder(to: known, &plan)
    }

    private func addForwarder(to role: Role, _ plan: inout EditPlan) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        let property = name.asProperty + role.name
        try workspace.requireFreeProperty(property, of: role.name)
        let contract = try workspace.contract(of: role)
        let mock = try contract.makesMock ? "\(contract.name).mock()" : workspace.mock(of: role)
        let forwarder = try await core(workspace).forwarder(
            for: role.name,
            remedy: "write the service by hand in Modules/Services/\(name)")
        let members = forwarder.members.map { member in
            member.split(separator: "\n").map { "    \($0)\n" }.joined()
        }
        try plan.add(
            "Service",
            names: [
                "ServiceName": name, "RoleName": role.name, "roleName": role.property, "serviceNameRoleName": property,
                "package import Core\n": Set(["Core"] + forwarder.modules).sorted().map { "package import \($0)\n" }
                    .joined(),
                "package struct": forwarder.isClassBound ? "package final class" : "package struct",
                "    // The requirements.\n": members.joined(separator: "\n"),
                "RoleNameContract": contract.name, "MockRoleName()": mock,
            ])
        return [
            "\(typeName) forwards every call to another \(role.name); replace one call after the other",
            "'\(role.property)' stays as it is; Bootstrap registers the new service as '\(property)'",
        ]
    }

    private func addRole(_ plan: inout EditPlan) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        if let place = try workspace.place(ofType: role) {
            throw .inUse(
                "the name '\(role)'", uses: ["\(place): declares it"],
                remedy: place.hasPrefix("Modules/Core/")
                    ? "to have services implement it, declare 'package protocol \(role)Providing: SharedContainer' beside it, with 'var \(role.asProperty): Factory<any \(role)> { get }'"
                    : "a service implements a protocol of Core: move it there, or choose another name")
        }
        try await NameRules(workspace).check(role)
        try workspace.requireFreeTypes(["\(role)Providing", "\(role)Contract", "InMemory\(role)"])
        try workspace.requireFreeProperty(role.asProperty, of: role)
        try plan.add("Role", names: ["ServiceName": name, "RoleName": role, "roleName": role.asProperty])
        try plan.editContainer { container in
            container.conformInExtension(to: "\(role)Providing", importing: "Core")
        }
        return [
            "'\(role)' is a new protocol in Modules/Core/\(role).swift; replace its example method",
            "\(typeName) answers without \(name); implement it in Modules/Services/\(name)",
        ]
    }
}
