import SwiftSource

extension Workspace {
    /// The roles that the interface of a feature promises, in the order of its files and lines.
    package func roles(ofFeature feature: String) throws(ScaffoldingError) -> [Role] {
        try roles(at: .feature(feature))
    }

    /// The roles that Core promises, in the order of its files and lines.
    package func rolesInCore() throws(ScaffoldingError) -> [Role] { try roles(at: .core) }

    /// The roles that container protocols in the folder promise: properties of the form `Factory<any Role>`.
    private func roles(at home: Role.Home) throws(ScaffoldingError) -> [Role] {
        var roles: [Role] = []
        for (path, text) in try sources(in: home.folder).sorted(by: { $0.key < $1.key }) {
            for type in SourceFile(path: path, text: text).types
            where type.kind == .protocol && type.name.hasSuffix("Providing") {
                for property in type.properties {
                    guard property.typeWords.count == 3, property.typeWords.starts(with: ["Factory", "any"]) else {
                        continue
                    }
                    roles.append(
                        Role(
                            name: property.typeWords[2], property: property.name, container: type.name, home: home))
                }
            }
        }
        return roles
    }

    /// Reads the protocol of a role.
    ///
    /// - Parameter remedy: What to do where it is beyond the reader.
    /// - Throws: ``ScaffoldingError/sourceNotUnderstood(path:reason:remedy:)``, also where it is not public.
    package func declaration(of role: Role, remedy: String) throws(ScaffoldingError) -> ProtocolDeclaration {
        let reader = ProtocolReader(sources: try sources(in: role.home.folder), remedy: remedy)
        guard let declaration = try reader.read(role.name) else {
            throw .sourceNotUnderstood(
                path: role.home.folder, reason: "no protocol '\(role.name)' stands there", remedy: remedy)
        }
        guard declaration.isPublic else {
            throw .sourceNotUnderstood(
                path: declaration.place, reason: "'\(role.name)' is not public", remedy: "make it public")
        }
        return declaration
    }
}
