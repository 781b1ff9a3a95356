import BoundaryRules
import SwiftSource

/// A change that adds a service that implements a role in Core or in the interface of a feature, or
/// that adds the implementation of another role to an existing service.
///
/// For an existing role, the service forwards every call to another implementation, so it works
/// immediately. A new role is added to the interface of a feature, or to Core, with one example
/// method, a mock and a contract.
public struct AddService: WorkspaceChange {
    private let name: String
    private let role: String
    private let feature: String?

    /// Creates a change that adds a service for the protocol `role`.
    ///
    /// - Parameter feature: The feature whose interface declares the role if the role is new, or
    ///   `nil` to declare the role in Core.
    public init(_ name: String, implements role: String, of feature: String? = nil) {
        self.name = name
        self.role = role
        self.feature = feature
    }

    private var typeName: String { name + role }
    private var part: WorkspacePart { WorkspacePart(.service, name) }
    private var file: String { "\(part.folder)/\(typeName).swift" }

    public func prepare(_ plan: inout EditPlan) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        let isNew = !workspace.services.contains(name)
        if isNew {
            try await NameRules.check(name, suffixes: part.suffixes, in: workspace)
        }
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
        let arguments: KeyValuePairs = [
            "uses": used.map(\.module), "tests": used.map(\.testingModule),
        ]
        try plan.editManifest { manifest throws(ScaffoldingError) in
            if isNew {
                try manifest.add(name, to: .service, arguments: arguments)
            } else {
                try manifest.add(used.map(\.module), to: .uses, of: name)
                try manifest.add(used.map(\.testingModule), to: .tests, of: name)
            }
        }
        let extendedFile = isNew ? nil : part.bootstrapFile
        guard let known else {
            return try await addRole(at: location, extending: extendedFile, &plan)
        }
        return try await addForwarder(to: known, extending: extendedFile, &plan)
    }

    private func addForwarder(
        to role: Role,
        extending extendedFile: String?,
        _ plan: inout EditPlan
    ) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        let property = name.asProperty + role.name
        try workspace.requireFreeProperty(property, of: role.name)
        let contract = try workspace.contract(of: role)
        let mock = try contract.makesMock ? "\(contract.name).mock()" : workspace.mock(of: role)
        let module = role.location.module
        try plan.add(
            ["Forwarder"],
            names: [
                "ServiceName": name, "RoleName": role.name, "roleName": role.property,
                "serviceNameRoleName": property, "RoleNameContract": contract.name,
                "mockRoleName": mock, "RoleModule": module,
                "RoleTestingModule": role.location.testingModule,
            ],
            extending: extendedFile
        )
        try forward(to: role, &plan)
        return [
            "\(typeName) forwards every call to another \(role.name); replace the calls one by one",
            "'\(role.property)' is unchanged; Bootstrap registers the new service as '\(property)'",
            try plan.note(onReplacing: role.property, by: property),
        ]
    }

    /// Adds the members that forward to `base` to the service, and the imports that they require.
    private func forward(to role: Role, _ plan: inout EditPlan) throws(ScaffoldingError) {
        let interface = try Interface(at: role.location, in: plan.workspace)
        guard let proto = interface.protocols.first(where: { $0.name == role.name }) else {
            throw .missing(
                "protocol '\(role.name)' that other modules can use",
                remedy: "make it public or package"
            )
        }
        let requirements = try interface.members(of: proto, includesDefaults: true).map {
            file,
            member throws(ScaffoldingError) in
            try Requirement(
                ofProtocol: member,
                in: file,
                for: .forwarder,
                remedy: "write the service by hand in \(part.folder)"
            )
        }
        // The template ends with the bracket that closes the structure.
        let members = requirements.map { "\n\($0.forwardingMember())" }
        var text = String(try plan.text(file).dropLast(2)) + members.joined() + "}\n"
        if interface.isClassBound(proto) {
            text = text.replacing("package struct", with: "package final class")
        }
        for module in try plan.workspace.modules(namedBy: requirements, in: interface.files) {
            text.addImport("package import", of: module)
        }
        plan.write(text, to: file)
    }

    private func addRole(
        at location: Role.Location,
        extending extendedFile: String?,
        _ plan: inout EditPlan
    ) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        if let (_, place) = try workspace.place(ofTypes: [role]) {
            throw .inUse(
                "the name '\(role)'",
                uses: ["\(place): declares it"],
                remedy: place.hasPrefix("Modules/Core/") || place.contains("/Interface/")
                    ? "to let services implement the protocol, declare 'package protocol \(role)Providing: SharedContainer' next to it, with 'var \(role.asProperty): Factory<any \(role)> { get }'"
                    : "move the declaration to the interface of a feature, or choose another name"
            )
        }
        try await NameRules.check(role, in: workspace)
        try workspace.requireFreeTypes(["\(role)Providing", "\(role)Contract", "InMemory\(role)"])
        try workspace.requireFreeProperty(role.asProperty, of: role)
        try plan.add(
            ["Service"],
            names: [
                "ServiceName": name, "RoleName": role, "roleName": role.asProperty,
                "RoleModule": location.module, "RoleTestingModule": location.testingModule,
                "RoleFolder": location.folder, "RoleTestingFolder": location.testingFolder,
                "RoleOwner": location.feature ?? location.module,
            ],
            extending: extendedFile
        )
        try plan.editContainer {
            $0.conform(to: "\(role)Providing", importing: location.module, isPublic: false)
        }
        return [
            "'\(role)' is a new protocol in \(location.folder)/\(role).swift; replace its example method",
            "\(typeName) is an example; implement the protocol in \(file)",
            try plan.note(onPassing: role, at: location),
        ]
    }
}
