import SwiftSource

/// A protocol that a factory resolves, or the public type of a single-module feature.
package struct Role: Sendable, Hashable {
    package struct Location: Sendable, Hashable {
        package let module: String
        package let testingModule: String
        package let folder: String
        package let testingFolder: String
        /// The feature whose interface declares the role, or `nil` for a role in Core.
        package let feature: String?

        package static let core = Location(
            module: "Core",
            testingModule: "CoreTesting",
            folder: "Modules/Core",
            testingFolder: "Modules/CoreTesting",
            feature: nil
        )

        package static func feature(_ name: String) -> Location {
            let folder = "Modules/Features/\(name)"
            return Location(
                module: "\(name)Interface",
                testingModule: "\(name)Testing",
                folder: "\(folder)/Interface",
                testingFolder: "\(folder)/Testing",
                feature: name
            )
        }
    }

    package let name: String
    /// The property of the container that provides the role.
    package let property: String
    /// The name of the container protocol that declares the property.
    package let container: String
    package let location: Location
    /// Whether the container protocol is not public, so the app cannot resolve the role.
    package let isService: Bool

    /// Whether a function has the form `check(_ subject: any Role)`, possibly with more parameters.
    fileprivate func isChecked(by function: Declaration) -> Bool {
        let subject = function.parameters?.first?.compactMap(\.text).joined() ?? ""
        return function.name == "check" && subject.hasPrefix("_")
            && subject.hasSuffix(":any\(name)")
    }
}

extension Workspace {
    /// Returns the roles that services provide: those in Core, and those in the interfaces of
    /// features whose container protocols are not public.
    package func serviceRoles() throws(ScaffoldingError) -> [Role] {
        var roles = try roles(at: .core)
        for feature in features {
            roles += try self.roles(at: .feature(feature)).filter(\.isService)
        }
        return roles
    }

    /// Returns the names of the types that the container protocols of a module provide.
    func providedTypes(in folder: String) throws(ScaffoldingError) -> [String] {
        let protocols = try types(in: folder)
            .filter { $0.kind == .protocol && $0.name.hasSuffix("Providing") }
        let types = protocols.flatMap(\.properties).map(\.typeWords)
            .filter { $0.first == "Factory" }
        return types.joined().filter { $0 != "Factory" && $0 != "any" }
    }

    /// Returns the roles that the container protocols of a module provide.
    ///
    /// The protocols provide roles through properties with a type such as `Factory<any Role>`. If
    /// one factory provides several roles, the type has the form `Factory<any A & B>`.
    package func roles(at location: Role.Location) throws(ScaffoldingError) -> [Role] {
        let protocols = try types(in: location.folder).filter { $0.kind == .protocol }
        let names = Set(protocols.map(\.name))
        var roles: [Role] = []
        for container in protocols where container.name.hasSuffix("Providing") {
            for property in container.properties
            where property.typeWords.starts(with: ["Factory", "any"]) {
                let parts = property.typeWords.dropFirst(2)
                // Several words name several roles only if all of them are protocols of the module.
                // If not, some of the words are arguments of a generic type.
                guard parts.count == 1 || names.isSuperset(of: parts) else {
                    continue
                }
                for name in parts {
                    let role = Role(
                        name: name,
                        property: property.name,
                        container: container.name,
                        location: location,
                        isService: !container.isPublic
                    )
                    roles.append(role)
                }
            }
        }
        return roles
    }

    /// Returns the expression that creates a mock of a role in a test, such as
    /// `InMemoryLinkLibrary()`.
    package func mock(of role: Role) throws(ScaffoldingError) -> String {
        let types = try types(in: role.location.testingFolder)
        let mocks = types.filter { $0.isVisible && $0.kind != .extension && $0.kind != .protocol }
            .map(\.name)
        let conforming = types.filter { type in
            type.inherited.contains { $0.split(separator: ".").last == Substring(role.name) }
        }
        if let name = Set(mocks).intersection(conforming.map(\.name)).min() {
            return "\(name)()"
        }
        throw .missing(
            "mock of '\(role.name)' in \(role.location.testingFolder)",
            remedy:
                "write 'public struct Mock\(role.name): \(role.name)' with 'public init()' there first"
        )
    }

    /// Returns the contract of a role in Core, and whether the contract can create mocks.
    ///
    /// A contract is a type with a method `check(_:)`, which a test calls for each implementation.
    /// The contract can create mocks if it has a `static func mock()`, which returns a mock that
    /// satisfies the rules.
    package func contract(
        of role: Role
    ) throws(ScaffoldingError) -> (name: String, makesMock: Bool) {
        for file in try sources(in: role.location.testingFolder) {
            for type in file.declarations
            where file.members(of: type).contains(where: role.isChecked(by:)) {
                let mocks = file.declarations.flatMap(file.members)
                    .filter { $0.fullName == "mock()" && $0.modifiers.contains("static") }
                return (type.name, !mocks.isEmpty)
            }
        }
        throw .missing(
            "contract of '\(role.name)' in \(role.location.testingFolder)",
            remedy:
                "write 'public struct \(role.name)Contract: CaseIterable' there first, with 'func check(_ subject: any \(role.name)) async throws'"
        )
    }
}

extension TypeDeclaration {
    /// Whether other modules of the package can use the type.
    fileprivate var isVisible: Bool { isPublic || accessLevel == "package" }
}
